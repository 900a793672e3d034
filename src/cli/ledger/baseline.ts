import { redoMerge } from '../../git/merge.ts'
import { mergeHeads } from '../../git/operation.ts'
import type { Repository, View } from '../../git/types.ts'
import { treeView } from '../../git/views.ts'
import { headView } from '../../record.ts'

/** What changes are measured from: HEAD, and while a merge is in progress the merge as git redoes it. */
export async function baselineView(repo: Repository): Promise<View> {
  const head = await headView(repo)
  // Only the file: what git tells its hooks in the environment is not meant for a command that a person runs.
  const merging = await mergeHeads(repo, {})
  if (head.id === null || head.id === '' || merging.length === 0) return head
  const { tree } = await redoMerge(repo, [head.id, ...merging])
  return treeView(repo, tree, 'the merge in progress')
}
