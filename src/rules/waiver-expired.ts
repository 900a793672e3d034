import { defineRule } from '../core/rule.ts'

export const waiverExpired = defineRule({
  id: 'waiver-expired',
  summary: 'No waiver past its date would still be needed.',
  severity: 'error',

  // It looks at what the other rules found: core/waiver.ts yields it once they all have spoken.
  check: () => [],
})
