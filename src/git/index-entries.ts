import type { Change, Entry } from '../core/change.ts'
import { parseRawRecords, parseStagedDiff } from './parse-raw-diff.ts'
import type { Repository } from './types.ts'

const listIndex = [
  'diff-index',
  '--cached', // the index; the working tree is not looked at
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--ignore-submodules=none', // .gitmodules may say `ignore = all`
  '--ita-invisible-in-index', // `git add -N` promises a file, it does not stage one
]

/**
 * The index by path, as its difference from nothing. `paths` limits it to these files and folders; none = everything.
 * Throws UNMERGED, INDEX_DAMAGED, GIT_FAILED.
 */
export async function indexEntries(
  repo: Repository,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Entry>> {
  return entriesOf(parseStagedDiff(await listing(repo, paths, {})))
}

/** As `indexEntries`, of another index file, without the paths that are unmerged there. */
export async function mergedEntries(
  repo: Repository,
  paths: readonly string[],
  indexFile: string,
): Promise<ReadonlyMap<string, Entry>> {
  return entriesOf(parseRawRecords(await listing(repo, paths, { GIT_INDEX_FILE: indexFile })).changes)
}

async function listing(
  repo: Repository,
  paths: readonly string[],
  env: Record<string, string>,
): Promise<Buffer> {
  return (await repo.git([...listIndex, repo.emptyTree, '--', ...paths], { env })).stdout
}

function entriesOf(changes: readonly Change[]): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const { path, after } of changes) if (after !== null) entries.set(path, after)
  return entries
}
