import { GateError } from '../../core/error.ts'
import type { Repository } from '../../git/types.ts'

export interface Blamed {
  readonly commit: string
  readonly subject: string
}

/** The commit that gave a line of HEAD the form it has, by `git blame`. Throws GIT_FAILED. */
export async function blameLine(repo: Repository, path: string, line: number): Promise<Blamed> {
  const { stdout } = await repo.git([
    ...['-c', 'blame.ignoreRevsFile='], // a file that the setting names and that is not there would be an error
    ...['blame', '--porcelain', '-L', `${line},${line}`, 'HEAD', '--', path],
  ])
  return parseBlame(stdout.toString('utf8'))
}

/** Reads `git blame --porcelain` of one line. */
export function parseBlame(output: string): Blamed {
  const commit = /^\^?([0-9a-f]{40}|[0-9a-f]{64}) \d+ \d+/.exec(output)?.[1]
  if (commit === undefined)
    throw new GateError('GIT_OUTPUT', { command: 'blame', detail: output.slice(0, 80) })
  return { commit, subject: /^summary (.*)$/m.exec(output)?.[1] ?? '' }
}
