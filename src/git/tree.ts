import type { Snapshot } from '../core/snapshot.ts'
import { resolveCommit } from './revision.ts'
import { shortId } from './short-id.ts'
import { treeChanges, treeOf } from './tree-changes.ts'
import type { Comparison, Repository } from './types.ts'
import { emptyView, treeView } from './views.ts'

export interface TreeOptions {
  readonly place: Snapshot['place']
  /** Nothing before this commit is judged; null = everything is. */
  readonly baseline: string | null
}

/**
 * HEAD's tree as it stands, against the baseline: an audit of what is there, by today's policy and intents.
 * Throws as `resolveCommit` does, and GIT_FAILED.
 */
export async function treeComparison(
  repo: Repository,
  { place, baseline }: TreeOptions,
): Promise<Comparison> {
  const head = await resolveCommit(repo, 'HEAD')
  const start = baseline === null ? null : await resolveCommit(repo, baseline)
  const origin = start === null ? emptyView() : treeView(repo, start, shortId(start))
  const target = treeView(repo, head, 'HEAD')
  const changes = await treeChanges(repo, treeOf(repo, origin), head)
  const source = { kind: 'tree', base: start, head, mergeBases: [] } as const
  return {
    snapshot: { source, place, operation: null, changes, merged: [], conflicted: new Set(), message: null },
    base: target,
    origin,
    target,
    // What is no longer there was judged when it went: an exact revert may take its shards along.
    ledgerBase: target,
    moreEvidence: [],
    historyFrom: start,
    commits: [],
  }
}
