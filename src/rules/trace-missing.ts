import { traceRemedy } from '../core/remedy.ts'
import { defineRule } from '../core/rule.ts'

export const traceMissing = defineRule({
  id: 'trace-missing',
  summary: 'Every changed file has a trace record.',
  severity: 'error',

  *check(facts) {
    for (const { change, how, named, refusals } of facts.coverage) {
      // A record that was refused is a record: the rule that refused it says what is wrong.
      if (how !== null || named.length > 0 || refusals.length > 0) continue
      yield {
        path: change.path,
        message: 'no trace record names this file',
        remedy: traceRemedy(facts, change.path),
      }
    }
  },
})
