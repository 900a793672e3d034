import type { Unreviewed } from '../core/coverage.ts'
import type { Policy, SeverityOrOff } from '../core/policy.ts'
import { refusedFindings } from '../core/refused.ts'
import { withWayOn } from '../core/remedy.ts'
import { defineRule, type Facts, type Finding } from '../core/rule.ts'
import { INTENTS_PATH } from '../core/sidecar.ts'

const severities: Record<Policy['new_intents'], SeverityOrOff> = {
  deny: 'error',
  review: 'warning',
  allow: 'off',
}

export const intentUnreviewed = defineRule({
  id: 'intent-unreviewed',
  summary: 'No change uses an intent, or a path of its scope, that only this change declares.',
  severity: ({ evidence }) => severities[evidence.policy.new_intents],

  *check(facts) {
    yield* refusedFindings(facts, 'intent-unreviewed')
    yield* onDeclarations(facts)
  },
})

const messages: Record<Unreviewed['what'], string> = {
  intent: 'is declared only by this change',
  scope: 'has its scope widened by this change',
  status: 'is set to IN_PROGRESS by this change',
}

/** One finding per intent and thing declared, on the declaration: there it can be reviewed. */
function* onDeclarations({ snapshot, coverage }: Facts): Iterable<Finding> {
  for (const { intent, what, paths } of usesOf(coverage)) {
    const others = paths.length === 1 ? 'uses it' : `and ${paths.length - 1} more use it`
    yield {
      path: INTENTS_PATH,
      intent,
      message: `${intent} ${messages[what]}, and ${paths[0]} ${others}`,
      remedy: withWayOn(
        'review the declaration with the change, or merge it first, in a change of its own',
        snapshot.operation,
      ),
    }
  }
}

interface Use extends Unreviewed {
  readonly paths: string[]
}

function usesOf(coverage: Facts['coverage']): Iterable<Use> {
  const uses = new Map<string, Use>()
  for (const { change, unreviewed } of coverage) {
    for (const { intent, what } of unreviewed) {
      const use = uses.get(`${intent} ${what}`) ?? { intent, what, paths: [] }
      uses.set(`${intent} ${what}`, use)
      if (use.paths.at(-1) !== change.path) use.paths.push(change.path)
    }
  }
  return uses.values()
}
