import { randomUUID } from 'node:crypto'
import { GateError } from '../core/error.ts'
import { decodePath, isUtf8Path } from '../core/path.ts'
import type { Environment, Places } from './environment.ts'
import { failure, runGit } from './run.ts'

export interface Discovery {
  readonly places: Places
  readonly prefix: string
  readonly objectFormat: 'sha1' | 'sha256'
  readonly shallow: boolean
}

/** Asks git where the repository around `cwd` is. Throws NOT_A_REPOSITORY, UNTRUSTED_REPOSITORY, GIT_MISSING, GIT_FAILED. */
export async function discover(cwd: string, env: Environment): Promise<Discovery> {
  // A path may hold newlines. rev-parse echoes a flag that it does not know, so this one parts the answers; nobody can
  // have named a folder after it.
  const mark = `--${randomUUID()}`
  const args = [
    'rev-parse',
    '--path-format=absolute',
    ...questions.flatMap((question) => [...question, mark]),
  ]
  // --show-toplevel fails where there is no working tree, after everything before it was answered.
  const { status, stdout, stderr } = await runGit({ cwd, env }, args, { allow: [128] })
  const answers = decodePath(stdout)
    .split(`${mark}\n`)
    .map((answer) => answer.replace(/\n$/, ''))
  if (answers.length < questions.length) throw refusal({ cwd, args, stderr })
  const [bare, shallow, format, gitDir, commonDir, objects, indexFile, prefix, top] = answers
  if (bare !== 'true' && status !== 0) throw new GateError('NOT_A_REPOSITORY', { cwd })
  return {
    places: {
      bare: bare === 'true',
      top: path(bare === 'true' ? gitDir : top),
      gitDir: path(gitDir),
      commonDir: path(commonDir),
      objects: path(objects),
      indexFile: path(indexFile),
    },
    prefix: path(prefix),
    objectFormat: objectFormat(format),
    shallow: shallow === 'true',
  }
}

const questions = [
  ['--is-bare-repository'],
  ['--is-shallow-repository'],
  ['--show-object-format'],
  ['--absolute-git-dir'],
  ['--git-common-dir'],
  ['--git-path', 'objects'],
  ['--git-path', 'index'],
  ['--show-prefix'],
  ['--show-toplevel'],
]

function path(answer: string | undefined): string {
  // Node cannot start a process in such a folder, nor name it in the environment.
  if (answer === undefined || !isUtf8Path(answer)) {
    throw new GateError('GIT_OUTPUT', {
      command: 'rev-parse',
      detail: 'the path of the repository is not valid UTF-8',
    })
  }
  return answer
}

function objectFormat(answer: string | undefined): 'sha1' | 'sha256' {
  if (answer === 'sha1' || answer === 'sha256') return answer
  throw new GateError('GIT_OUTPUT', {
    command: 'rev-parse',
    detail: `object format ${JSON.stringify(answer)}`,
  })
}

function refusal({ cwd, args, stderr }: { cwd: string; args: readonly string[]; stderr: string }): GateError {
  if (/^fatal: not a git repository/m.test(stderr)) return new GateError('NOT_A_REPOSITORY', { cwd })
  if (/^fatal: (?:detected dubious ownership|unsafe repository)/m.test(stderr))
    return new GateError('UNTRUSTED_REPOSITORY', { cwd })
  return failure(args, 'no answer', stderr)
}
