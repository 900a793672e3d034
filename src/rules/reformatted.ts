import { isLayoutRecord } from '../core/layout-record.ts'
import { defineRule } from '../core/rule.ts'

export const reformatted = defineRule({
  id: 'reformatted',
  summary: 'Every change is laid out as it was traced.',
  severity: 'notice',

  *check({ coverage }) {
    for (const { change, how, used } of coverage) {
      if (how !== 'structure') continue
      const since = used.length === 0 ? 'was there before' : 'was traced'
      const by = used.some(isLayoutRecord) ? ', as the hook that saw both recorded' : ''
      yield {
        path: change.path,
        message: `its layout differs from what ${since}, its structure and its comments do not${by}`,
        remedy: 'nothing to do: policy formatters tolerates it',
      }
    }
  },
})
