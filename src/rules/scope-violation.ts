import { refusedFindings } from '../core/refused.ts'
import { defineRule } from '../core/rule.ts'

export const scopeViolation = defineRule({
  id: 'scope-violation',
  summary: 'Every changed file lies in the owned_scope of the intent its trace names.',
  severity: 'error',

  check: (facts) => refusedFindings(facts, 'scope-violation'),
})
