import { refusedFindings } from '../core/refused.ts'
import { defineRule } from '../core/rule.ts'

export const intentInactive = defineRule({
  id: 'intent-inactive',
  summary: 'Every record of a changed file names an intent that is IN_PROGRESS.',
  // Half-way through these nobody can reopen an intent first: an error would strand them. CI still judges the result.
  severity: ({ snapshot }) =>
    snapshot.operation === null || snapshot.operation === 'merge' ? 'error' : 'warning',

  check: (facts) => refusedFindings(facts, 'intent-inactive'),
})
