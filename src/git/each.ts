import type { Snapshot } from '../core/snapshot.ts'
import { compareLogged } from './commit.ts'
import { eachViews } from './each-views.ts'
import { LOG_ARGUMENTS, parseLog } from './parse-log.ts'
import { resolveCommit } from './revision.ts'
import { refuseEdge } from './shallow.ts'
import { shortId } from './short-id.ts'
import type { Comparison, Repository } from './types.ts'
import { treeView } from './views.ts'

/**
 * Every commit of `a..b`, parents before children, each as `commitComparison` would have it; what the head's tree holds counts as
 * evidence too. One `git log` for all of them; only merges cost more. Throws as `resolveCommit` does, and SHALLOW, GIT_FAILED.
 */
export async function* eachComparisons(
  repo: Repository,
  a: string,
  b: string,
  place: Snapshot['place'],
): AsyncGenerator<Comparison> {
  const base = await resolveCommit(repo, a)
  const head = await resolveCommit(repo, b)
  const range = `${base}..${head}`
  await refuseEdge(repo, [range], `the start of ${shortId(base)}..${shortId(head)}`)
  const { stdout } = await repo.git(['log', ...LOG_ARGUMENTS, '--reverse', '--topo-order', range, '--'])
  const views = eachViews(repo)
  const moreEvidence = [treeView(repo, head, shortId(head))]
  for (const logged of parseLog(stdout)) yield compareLogged(repo, logged, { place, moreEvidence, views })
}
