import type { Snapshot } from '../core/snapshot.ts'
import { compareLogged } from './commit.ts'
import { LOG_ARGUMENTS, parseLog } from './parse-log.ts'
import { resolveCommit } from './revision.ts'
import { refuseEdge } from './shallow.ts'
import { shortId } from './short-id.ts'
import type { Comparison, Repository, View } from './types.ts'
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
  const viewOf = recentViews(repo)
  const moreEvidence = [treeView(repo, head, shortId(head))]
  for (const logged of parseLog(stdout)) yield compareLogged(repo, logged, { place, moreEvidence, viewOf })
}

const KEPT = 8

/** A commit's tree is read as its own target and as the base of what comes next: once, and then let go. */
function recentViews(repo: Repository): (commit: string) => View {
  const recent = new Map<string, View>()
  return (commit) => {
    const view = recent.get(commit) ?? treeView(repo, commit, shortId(commit))
    recent.delete(commit)
    recent.set(commit, view)
    const [oldest] = recent.keys()
    if (recent.size > KEPT && oldest !== undefined) recent.delete(oldest)
    return view
  }
}
