import type { Evidence } from './evidence.ts'
import { matchGlobs } from './glob.ts'
import { type Intent, ownsPath } from './intent.ts'
import type { Exemption } from './policy.ts'
import type { Exempted } from './report.ts'
import { holdsOn } from './waiver.ts'

/** Step 0: what the base policy frees, said aloud. An exemption holds until the end of its day (UTC). */
export function exemptionOf(path: string, { policy, author, today }: Evidence): Exempted | null {
  const holds = policy.exempt.find(
    (entry) => matchGlobs(entry.paths, path) && isFor(entry, author) && holdsOn(entry.until, today),
  )
  if (holds === undefined) return null
  const until = holds.until === undefined ? {} : { until: holds.until }
  return { path, by: 'exemption', reason: holds.reason, ...until }
}

// Only the forge says who opened a pull request. Without it an exemption for an author frees nobody.
function isFor({ author: wanted }: Exemption, author: string | null): boolean {
  return wanted === undefined || wanted === author
}

/** Policy `humans`: what leaves no trace counts as a person's, so it frees every agent that leaves none, too. */
export function humanLane(path: string, { policy, intents }: Evidence): Exempted | null {
  if (policy.humans === 'exempt') return { path, by: 'humans', reason: 'policy humans: exempt' }
  if (policy.humans !== 'scope-only') return null
  const owner = [...intents.base.values()].find(
    (intent) => isOpen(intent) && ownsPath(intent, path) && allowsAtHead(intents.head.get(intent.id), path),
  )
  return owner === undefined
    ? null
    : { path, by: 'humans', reason: `policy humans: scope-only, in scope of ${owner.id}` }
}

function isOpen({ status }: Intent): boolean {
  return status === 'IN_PROGRESS'
}

function allowsAtHead(intent: Intent | undefined, path: string): boolean {
  return intent !== undefined && ownsPath(intent, path)
}
