import { GateError } from '../core/error.ts'
import { idsIn } from './births-in-text.ts'
import { remember } from './remember.ts'
import type { Repository } from './types.ts'
import { treeView } from './views.ts'

/** What is asked about the one file; every answer is looked up once. */
interface Past {
  /** Which of the ids the file holds in a commit. */
  readonly ids: (commit: string) => Promise<ReadonlySet<string>>
  /** The commits that change the file, on the first parents of a commit, newest first. */
  readonly mainline: (commit: string) => Promise<readonly string[]>
  /** All parents of a commit but the first. */
  readonly sides: (commit: string) => Promise<readonly string[]>
  /** The first commit that has the file. */
  readonly oldest: (commit: string) => Promise<string>
}

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
  const past = pastOf(repo, file, ids)
  const births = new Map<string, string>()
  for (const id of ids) {
    const stands = (await past.ids(from)).has(id)
    // For an id that does not stand in the text: the older a record, the more states count as its work, so this is the strictest.
    births.set(id, stands ? await birthOf(past, from, id) : await past.oldest(from))
  }
  return births
}

function pastOf(repo: Repository, file: string, ids: readonly string[]): Past {
  const list = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await repo.git(['rev-list', ...args])
    return stdout
      .toString('latin1')
      .split(/\s/)
      .filter((id) => id !== '')
  }
  return {
    ids: remember(async (commit) => idsIn(repo, await treeView(repo, commit, commit).entry(file), ids)),
    mainline: remember((commit) => list('--first-parent', commit, '--', file)),
    sides: remember(async (commit) => (await list('--no-walk', '--parents', commit)).slice(2)),
    oldest: remember(async (commit) => {
      const commits = await list('--topo-order', '--full-history', commit, '--', file)
      return commits.at(-1) ?? neverAdded()
    }),
  }
}

async function birthOf(past: Past, from: string, id: string): Promise<string> {
  const birth = await firstWith(past, await past.mainline(from), id)
  // A merge brings what a side wrote: the record was born there.
  for (const side of await past.sides(birth)) {
    if ((await past.ids(side)).has(id)) return birthOf(past, side, id)
  }
  return birth
}

/** The oldest of `commits` (newest first) that has the id; the newest one does. */
async function firstWith(past: Past, commits: readonly string[], id: string): Promise<string> {
  let has = 0
  let lacks = commits.length
  while (lacks - has > 1) {
    const middle = Math.floor((has + lacks) / 2)
    if ((await past.ids(commits[middle]!)).has(id)) has = middle
    else lacks = middle
  }
  return commits[has] ?? neverAdded()
}

function neverAdded(): never {
  throw new GateError('GIT_OUTPUT', { command: 'rev-list', detail: 'a ledger that no commit added' })
}
