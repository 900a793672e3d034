import { refusedFindings } from '../core/refused.ts'
import { defineRule } from '../core/rule.ts'

export const intentUnknown = defineRule({
  id: 'intent-unknown',
  summary: 'Every record of a changed file names an intent that is declared.',
  severity: 'error',

  check: (facts) => refusedFindings(facts, 'intent-unknown'),
})
