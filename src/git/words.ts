import { type GitError, simpleGit } from 'simple-git'
import { GateError } from '../core/error.ts'

/** git for what is words: settings, names, lists. Bytes and the index go through `Repository`. */
export interface GitWords {
  /** Stdout without its final newline. Throws GIT_MISSING, GIT_FAILED. */
  run(...args: string[]): Promise<string>
  /** As `run`; null where git says no, as it does for a setting that is not set. Throws GIT_MISSING. */
  ask(...args: string[]): Promise<string | null>
}

/**
 * git in `folder`. Throws NOT_A_REPOSITORY where there is no such folder.
 *
 * simple-git drops every GIT_* variable not listed. That is wanted here: `npm install` in a post-merge hook inherits
 * GIT_DIR, and the repository is the one around the folder. Configuration from the environment stays, since git obeys it in hooks.
 */
export function gitWords(folder: string): GitWords {
  const git = open(folder)
  const run = async (...args: string[]): Promise<string> => (await git.raw(args)).replace(/\n$/, '')
  return {
    run: (...args) => run(...args).catch((cause: GitError) => Promise.reject(explain(args, cause))),
    ask: (...args) =>
      run(...args).catch((cause: GitError) => {
        const error = explain(args, cause)
        return error.code === 'GIT_MISSING' ? Promise.reject(error) : null
      }),
  }
}

function open(folder: string): ReturnType<typeof simpleGit> {
  const configuration = Object.keys(process.env).filter((name) => name.startsWith('GIT_CONFIG'))
  try {
    return simpleGit({
      baseDir: folder,
      allowEnvironment: [...configuration, 'GIT_CEILING_DIRECTORIES', 'GIT_DISCOVERY_ACROSS_FILESYSTEM'],
      unsafe: { allowUnsafeHooksPath: true },
      // Otherwise the process is held 50 ms after the last command.
      completion: { onClose: true, onExit: false },
      // Without this a failure that says nothing, like `config --get` of what is not set, would be an empty answer.
      errors: (error, { exitCode, stdErr }) =>
        exitCode === 0
          ? undefined
          : (error ?? new Error(Buffer.concat(stdErr).toString() || `status ${exitCode}`)),
    })
  } catch (cause) {
    throw new GateError('NOT_A_REPOSITORY', { cwd: folder }, { cause })
  }
}

function explain(args: readonly string[], cause: Error): GateError<'GIT_MISSING'> | GateError<'GIT_FAILED'> {
  if (/spawn git ENOENT/.test(cause.message))
    return new GateError('GIT_MISSING', { message: 'it is not on PATH' }, { cause })
  const stderr = cause.message.trim()
  return new GateError('GIT_FAILED', { command: args[0] ?? '', status: 'refused', stderr }, { cause })
}
