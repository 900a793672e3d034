import type { Coverage } from '../core/coverage.ts'
import { isLayoutRecord } from '../core/layout-record.ts'
import { defineRule, type Finding } from '../core/rule.ts'

/** Named one by one up to here; lint-staged can reach every file of a commit. */
const MOST_NAMED = 3

export const reformatted = defineRule({
  id: 'reformatted',
  summary: 'Every change is laid out as it was traced.',
  severity: 'notice',

  *check({ coverage }) {
    const found = coverage.filter(({ how }) => how === 'structure')
    if (found.length <= MOST_NAMED) yield* found.map(oneOf)
    else
      yield {
        path: null,
        message: `${found.length} files differ from what was traced, or was there before, in their layout only: their structure and comments are the same`,
        remedy: REMEDY,
      }
  },
})

const REMEDY = 'nothing to do: policy formatters tolerates it'

function oneOf({ change, used }: Coverage): Finding {
  const since = used.length === 0 ? 'was there before' : 'was traced'
  const by = used.some(isLayoutRecord) ? ', as the hook that saw both recorded' : ''
  return {
    path: change.path,
    message: `its layout differs from what ${since}, its structure and its comments do not${by}`,
    remedy: REMEDY,
  }
}
