import { commitTree } from './merge.ts'
import { withMergeRoom } from './merge-room.ts'
import { treeOf } from './tree-changes.ts'
import type { Comparison, Repository } from './types.ts'

const made = new WeakMap<Comparison, Promise<string | null>>()

/**
 * The commit whose history the origin of a comparison has. A merge that git redid is no commit yet, and its records came
 * from both sides: a commit of it is made in the scratch store, with all the parents. null before the first commit.
 * Throws GIT_FAILED.
 */
export function historyHead(repo: Repository, comparison: Comparison): Promise<string | null> {
  const { historyFrom, historyAlsoFrom = [] } = comparison
  if (historyFrom === null || historyAlsoFrom.length === 0) return Promise.resolve(historyFrom)
  const earlier = made.get(comparison)
  if (earlier !== undefined) return earlier
  const tree = treeOf(repo, comparison.origin ?? comparison.base)
  const head = withMergeRoom(repo, historyFrom, (git) =>
    commitTree(git, tree, [historyFrom, ...historyAlsoFrom]),
  )
  made.set(comparison, head)
  return head
}
