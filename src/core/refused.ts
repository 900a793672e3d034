import type { Refusal } from './coverage.ts'
import { withWayOn } from './remedy.ts'
import type { Facts, Finding } from './rule.ts'

/** What one rule has to say about records that do not authorise: one finding per path and intent. */
export function refusedFindings({ snapshot, coverage }: Facts, rule: Refusal['rule']): Finding[] {
  return coverage.flatMap(({ change, refusals }) => {
    if (refusals.length === 0) return []
    const mine = refusals.filter((refusal) => refusal.rule === rule)
    const byIntent = new Map(mine.map((refusal) => [refusal.write.intent, refusal]))
    return Array.from(byIntent.values(), ({ write: { intent }, message, remedy }) => ({
      path: change.path,
      ...(intent === null ? {} : { intent }),
      message,
      remedy: withWayOn(remedy, snapshot.operation),
    }))
  })
}
