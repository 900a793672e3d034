import type { Policy, SeverityOrOff } from '../core/policy.ts'
import { traceRemedy } from '../core/remedy.ts'
import { defineRule } from '../core/rule.ts'

const severities: Record<Policy['reverts'], SeverityOrOff> = { allow: 'off', notice: 'notice', deny: 'error' }

export const revert = defineRule({
  id: 'revert',
  summary: 'No change is covered only because it undoes, or does again, what was traced before.',
  severity: ({ evidence }) => severities[evidence.policy.reverts],

  *check(facts) {
    for (const { change, how } of facts.coverage) {
      if (how !== 'revert') continue
      yield {
        path: change.path,
        message: 'it undoes, or does again, what was traced before; no new record says so',
        remedy:
          facts.evidence.policy.reverts === 'deny'
            ? traceRemedy(facts, change.path)
            : 'nothing to do: policy reverts allows it',
      }
    }
  },
})
