import { GateError } from '../core/error.ts'
import { idsIn } from './births-in-text.ts'
import type { Repository } from './types.ts'
import { treeView } from './views.ts'

type Presence = (commit: string) => Promise<ReadonlySet<string>>

/**
 * The commits that brought records into one file that only ever grows. A commit that has an id has it from then on, so the place
 * is found by halving: a long history of a large file is read a dozen times, not as often as it has commits.
 */
export async function birthsInFile(
  repo: Repository,
  from: string,
  file: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, Promise<ReadonlySet<string>>>()
  const presence: Presence = (commit) => {
    const earlier = known.get(commit)
    if (earlier !== undefined) return earlier
    const reading = presentIn(repo, commit, file, ids)
    known.set(commit, reading)
    return reading
  }
  const births = new Map<string, string>()
  for (const id of ids) {
    const isThere = async (commit: string): Promise<boolean> => (await presence(commit)).has(id)
    births.set(
      id,
      (await isThere(from)) ? await birthOf(repo, from, file, isThere) : await oldestOf(repo, from, file),
    )
  }
  return births
}

async function presentIn(repo: Repository, commit: string, file: string, ids: readonly string[]) {
  return idsIn(repo, await treeView(repo, commit, commit).entry(file), ids)
}

async function birthOf(
  repo: Repository,
  from: string,
  file: string,
  isThere: (commit: string) => Promise<boolean>,
): Promise<string> {
  const birth = await firstWith(await changesOf(repo, ['--first-parent', from], file), isThere)
  // A merge brings what a side wrote: the record was born there.
  for (const side of await sidesOf(repo, birth)) {
    if (await isThere(side)) return birthOf(repo, side, file, isThere)
  }
  return birth
}

/** The oldest of `commits` (newest first) that has it; the newest one does. */
async function firstWith(
  commits: readonly string[],
  isThere: (commit: string) => Promise<boolean>,
): Promise<string> {
  let has = 0
  let lacks = commits.length
  while (lacks - has > 1) {
    const middle = Math.floor((has + lacks) / 2)
    if (await isThere(commits[middle]!)) has = middle
    else lacks = middle
  }
  return commits[has] ?? neverAdded()
}

/** For an id that does not stand in the text: the strictest answer, as the older a record, the more states are its work. */
async function oldestOf(repo: Repository, from: string, file: string): Promise<string> {
  const commits = await changesOf(repo, ['--topo-order', '--full-history', from], file)
  return commits.at(-1) ?? neverAdded()
}

/** Newest first. */
async function changesOf(repo: Repository, revisions: readonly string[], file: string): Promise<string[]> {
  const { stdout } = await repo.git(['rev-list', ...revisions, '--', file])
  return idsOf(stdout)
}

async function sidesOf(repo: Repository, commit: string): Promise<string[]> {
  const { stdout } = await repo.git(['rev-list', '--no-walk', '--parents', commit])
  return idsOf(stdout).slice(2)
}

function idsOf(output: Buffer): string[] {
  return output
    .toString('latin1')
    .split(/\s/)
    .filter((id) => id !== '')
}

function neverAdded(): never {
  throw new GateError('GIT_OUTPUT', { command: 'rev-list', detail: 'a ledger that no commit added' })
}
