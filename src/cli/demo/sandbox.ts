import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { GateError } from '../../core/error.ts'

export interface Outcome {
  readonly status: number
  /** What a person at the terminal would have seen: both streams, as they came. */
  readonly output: string
}

/** A repository nobody else knows of, which goes away again. */
export interface Sandbox {
  readonly dir: string
  run(command: string, args: readonly string[]): Promise<Outcome>
  write(files: Readonly<Record<string, string>>): void
  /** Makes `path` in the sandbox stand for a folder elsewhere. */
  link(folder: string, path: string): void
  remove(): void
}

/** Makes an empty temporary folder. `signal` ends whatever runs in it. */
export function createSandbox(env: NodeJS.ProcessEnv, signal: AbortSignal): Sandbox {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'intentgate-demo-')))
  const options = { cwd: dir, env: isolated(env), signal } as const
  return {
    dir,
    run: (command, args) => run(command, args, options),
    write: (files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(dir, path)), { recursive: true })
        writeFileSync(join(dir, path), text)
      }
    },
    link: (folder, path) => {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      // A junction: a symlink would need rights that people on Windows do not have. Elsewhere the word has no effect.
      symlinkSync(folder, join(dir, path), 'junction')
    },
    // A child that is just ending may still write: try again rather than leave the folder behind.
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  }
}

// The person's own hooks, signing keys and identity must not decide what the demo shows, and in CI the hooks must speak
// as they do at a terminal: real annotations about a made-up repository would land on someone's pull request.
const FOREIGN = /^(?:GIT_|HUSKY|INTENTGATE_|GITHUB_|GITLAB_|CI$|CI_|FORCE_COLOR$|NO_COLOR$)/

function isolated(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !FOREIGN.test(name))
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    FORCE_COLOR: '1',
  }
}

function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(command === 'git' && error.code === 'ENOENT' ? gitMissing(error) : error),
    )
    child.on('close', (status) => resolve({ status: status ?? -1, output: Buffer.concat(chunks).toString() }))
  })
}

function gitMissing(cause: Error): GateError {
  return new GateError('GIT_MISSING', { message: cause.message }, { cause })
}
