import type { Snapshot } from '../core/snapshot.ts'
import { compareLogged } from './commit.ts'
import { eachViews } from './each-views.ts'
import { createLogParser, LOG_ARGUMENTS, type LoggedCommit } from './parse-log.ts'
import { refuseEdge } from './shallow.ts'
import { shortId } from './short-id.ts'
import type { Comparison, Repository } from './types.ts'
import { treeView } from './views.ts'

/** Two commits, by full ids. */
export interface Ends {
  readonly base: string
  readonly head: string
}

/**
 * Every commit of `base..head`, parents before children, each as `commitComparison` would have it; what the head's tree holds counts as
 * evidence too. One `git log` for all of them; only merges cost more. Throws SHALLOW, GIT_FAILED.
 */
export async function* eachComparisons(
  repo: Repository,
  { base, head }: Ends,
  place: Snapshot['place'],
): AsyncGenerator<Comparison> {
  const range = `${base}..${head}`
  await refuseEdge(repo, [range], `the start of ${shortId(base)}..${shortId(head)}`)
  const views = eachViews(repo)
  const moreEvidence = [treeView(repo, head, shortId(head))]
  for await (const logged of readLog(repo, range))
    yield compareLogged(repo, logged, { place, moreEvidence, views })
}

/** While git still looks for the later commits, the first are judged. */
async function* readLog(repo: Repository, range: string): AsyncGenerator<LoggedCommit> {
  const parser = createLogParser()
  const read: LoggedCommit[] = []
  let wake = () => {}
  const reading = repo.stream(
    ['log', ...LOG_ARGUMENTS, '--reverse', '--topo-order', range, '--'],
    (chunk) => {
      read.push(...parser.push(chunk))
      wake()
      return 'more'
    },
  )
  let ended = false
  const end = reading.finally(() => {
    ended = true
    wake()
  })
  // Awaited below, once what came before the failure has been judged.
  end.catch(() => undefined)
  while (!ended || read.length > 0) {
    yield* read.splice(0)
    if (!ended && read.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  await end
  yield* parser.end()
}
