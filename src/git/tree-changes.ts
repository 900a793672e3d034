import type { Change } from '../core/change.ts'
import { parseRawDiff, parseStagedDiff } from './parse-raw-diff.ts'
import type { Repository, View } from './types.ts'

const RAW = [
  ...['--raw', '-z', '--no-abbrev', '--no-renames'],
  '--ignore-submodules=none', // `.gitmodules` with ignore=all would hide that a submodule moved
]

/** What differs between two trees; ids of commits or trees, of the scratch store too. Throws GIT_FAILED. */
export async function treeChanges(repo: Repository, from: string, to: string): Promise<Change[]> {
  const { stdout } = await repo.scratch(['diff-tree', '-r', ...RAW, from, to, '--'])
  return parseRawDiff(stdout)
}

/** What differs between a tree and the index that git names in GIT_INDEX_FILE. Throws UNMERGED, INDEX_DAMAGED, GIT_FAILED. */
export async function stagedChanges(repo: Repository, from: string): Promise<Change[]> {
  // `git add -N` promises a file, it does not stage one.
  const { stdout } = await repo.scratch([
    'diff-index',
    '--cached',
    '--ita-invisible-in-index',
    ...RAW,
    from,
    '--',
  ])
  return parseStagedDiff(stdout)
}

/** What differs between a tree and a view. */
export function changesTo(repo: Repository, from: string, target: View): Promise<Change[]> {
  return target.id === null ? stagedChanges(repo, from) : treeChanges(repo, from, treeOf(repo, target))
}

/** An id that git takes for the view's tree. The index has none: it is never what changes are measured from. */
export function treeOf(repo: Repository, view: View): string {
  return view.id === null || view.id === '' ? repo.emptyTree : view.id
}
