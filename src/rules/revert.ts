import type { Coverage } from '../core/coverage.ts'
import type { Undoing } from '../core/path-case.ts'
import type { Policy, SeverityOrOff } from '../core/policy.ts'
import { traceRemedy } from '../core/remedy.ts'
import { defineRule } from '../core/rule.ts'

const severities: Record<Policy['reverts'], SeverityOrOff> = { allow: 'off', notice: 'notice', deny: 'error' }

export const revert = defineRule({
  id: 'revert',
  summary: 'No change is covered only because it undoes, or does again, what was traced before.',
  severity: ({ evidence }) => severities[evidence.policy.reverts],

  *check(facts) {
    for (const covered of facts.coverage) {
      const { change, how } = covered
      if (how !== 'revert') continue
      yield {
        path: change.path,
        message: `${describe(covered)}; no new record says so`,
        remedy:
          facts.evidence.policy.reverts === 'deny'
            ? traceRemedy(facts, change.path)
            : 'nothing to do: policy reverts allows it',
      }
    }
  },
})

const DONE: Record<Undoing['does'], Record<Undoing['what'], string>> = {
  back: {
    states: 'it takes recorded work back, to a state from before',
    hunks: 'it takes whole recorded hunks back',
    commit: 'it is what git revert makes of a commit',
  },
  // Whoever took it out may have had a reason: a reviewer should look.
  again: {
    states: 'it brings recorded work in again that was taken out since',
    hunks: 'it brings whole recorded hunks in again that were taken out since',
    commit: 'it is what git revert makes of a revert',
  },
}

function describe({ undoing, intents }: Coverage): string {
  if (undoing === undefined) return 'it undoes, or does again, what was traced before'
  const whose = intents.length === 0 ? '' : ` (${intents.join(', ')})`
  return `${DONE[undoing.does][undoing.what]}${whose}`
}
