import { withWayOn } from '../core/remedy.ts'
import { defineRule, type Facts, type Finding } from '../core/rule.ts'
import { parseTrailers } from '../core/trailers.ts'

export const trailer = defineRule({
  id: 'trailer',
  summary: 'The commit message names, as trailers, exactly the intents that the evidence does.',
  severity: ({ evidence }) => (evidence.policy.trailer === 'require' ? 'error' : 'off'),

  *check(facts) {
    const { snapshot, coverage } = facts
    if (snapshot.message === null) return
    const named = namedIntents(snapshot.message)
    const used = new Set(coverage.flatMap(({ intents }) => intents))
    for (const intent of missing(used, named)) {
      yield finding(
        facts,
        intent,
        `the commit message does not name ${intent}`,
        `add this line at its end: Intent: ${intent}`,
      )
    }
    // What is not covered may belong to the intent that is named: other rules speak of it.
    if (used.size === 0 || coverage.some(({ how }) => how === null)) return
    for (const intent of missing(named, used)) {
      yield finding(
        facts,
        intent,
        `the commit message names ${intent}, and no record that was used does`,
        `take this line out of it: Intent: ${intent}`,
      )
    }
  },
})

function finding({ snapshot }: Facts, intent: string, message: string, remedy: string): Finding {
  return { path: null, intent, message, remedy: withWayOn(remedy, snapshot.operation) }
}

function namedIntents(message: string): Set<string> {
  const trailers = parseTrailers(message).filter(({ token }) => token.toLowerCase() === 'intent')
  return new Set(trailers.flatMap(({ value }) => value.split(/[\s,]+/)).filter((id) => id !== ''))
}

function missing(wanted: ReadonlySet<string>, present: ReadonlySet<string>): string[] {
  return [...wanted].filter((id) => !present.has(id)).sort()
}
