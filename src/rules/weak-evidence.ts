import type { Policy, SeverityOrOff } from '../core/policy.ts'
import { recordCommand, traceRemedy } from '../core/remedy.ts'
import { defineRule } from '../core/rule.ts'

const severities: Record<Policy['weak_evidence'], SeverityOrOff> = {
  allow: 'off',
  notice: 'notice',
  deny: 'error',
}

export const weakEvidence = defineRule({
  id: 'weak-evidence',
  summary: 'Every record that was used says what the file was before and after.',
  severity: ({ evidence }) => severities[evidence.policy.weak_evidence],

  *check(facts) {
    for (const { change, weak, used } of facts.coverage) {
      if (!weak) continue
      const tools = [
        ...new Set(used.flatMap(({ edge, tool }) => (edge === null && tool !== null ? [tool] : []))),
      ]
      const by = tools.length === 0 ? '' : ` (${tools.sort().join(', ')})`
      yield {
        path: change.path,
        message: `covered by records that only carry hashes of what was written${by}: what was removed is taken on trust`,
        remedy:
          facts.evidence.policy.weak_evidence === 'deny'
            ? traceRemedy(facts, change.path)
            : `a record of ours says more: ${recordCommand(facts.snapshot, null, change.path)}`,
      }
    }
  },
})
