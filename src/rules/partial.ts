import { defineRule } from '../core/rule.ts'

export const partial = defineRule({
  id: 'partial',
  summary: 'Every line that was recorded for a changed file is in it.',
  severity: 'notice',

  *check({ coverage }) {
    for (const { change, how, undelivered } of coverage) {
      if (how === null || undelivered === 0) continue
      const lines = undelivered === 1 ? '1 recorded line is' : `${undelivered} recorded lines are`
      yield {
        path: change.path,
        message: `${lines} not in it: not staged, or deleted again (the two cannot be told apart)`,
        remedy: 'nothing to do if that is meant; else stage the rest',
      }
    }
  },
})
