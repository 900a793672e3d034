import { type Change, kindOf } from '../core/change.ts'
import type { Coverage } from '../core/coverage.ts'
import { traceRemedy } from '../core/remedy.ts'
import type { LineRange } from '../core/report.ts'
import { defineRule, type Facts, type Finding } from '../core/rule.ts'

export const hashMismatch = defineRule({
  id: 'hash-mismatch',
  summary: 'Where records name a changed file, they explain all of its changed lines.',
  severity: 'error',

  *check(facts) {
    for (const covered of facts.coverage) {
      if (covered.how === null && isRecorded(covered) && !isSaidByRefusals(covered)) {
        yield* mismatches(facts, covered)
      }
    }
  },
})

function mismatches(facts: Facts, covered: Coverage): Finding[] {
  const { change, uncovered } = covered
  const { path } = change
  const records = describeRecords(facts, covered)
  const remedy = traceRemedy(facts, path)
  // Lines of a deleted file are those of the base: there is nothing to annotate.
  const ranges = change.after === null ? [] : merged(uncovered)
  if (ranges.length === 0) return [{ path, message: `${records} explain ${whatChanged(change)}`, remedy }]
  return ranges.map((range) => ({ path, ...range, message: `${records} explain these lines`, remedy }))
}

function isRecorded({ named, refusals }: Coverage): boolean {
  return named.length > 0 || refusals.length > 0
}

// Without a refusal to say it, nothing else would: then it is a mismatch, whatever explains it.
function isSaidByRefusals({ explainedByRefused, refusals }: Coverage): boolean {
  return explainedByRefused && refusals.length > 0
}

/** `the 2 records of this file, for INT-001, do not` — and whether they were used up before this change. */
function describeRecords({ evidence }: Facts, { named, refusals }: Coverage): string {
  const writes = named.length > 0 ? named : refusals.map(({ write }) => write)
  const ids = new Set(writes.map(({ id }) => id))
  const intents = [...new Set(writes.map(({ intent }) => intent ?? 'no intent'))].sort().join(', ')
  const added = new Set(evidence.ledger.added.map(({ id }) => id))
  const areOld = [...ids].every((id) => !added.has(id))
  const noun = ids.size === 1 ? 'the one record' : `the ${ids.size} records`
  const age = areOld ? ', already there before this change,' : ''
  return `${noun} of this file, for ${intents}${age || ','} ${ids.size === 1 ? 'does' : 'do'} not`
}

function whatChanged({ before, after }: Change): string {
  if (after === null) return 'its deletion'
  if (before === null) return 'its content'
  if (before.mode === after.mode) return 'its new content'
  if (kindOf(before.mode) !== kindOf(after.mode)) {
    return `its change from ${kindOf(before.mode)} to ${kindOf(after.mode)}`
  }
  return `its change of mode from ${before.mode} to ${after.mode}`
}

/** Ranges that overlap or touch become one. */
function merged(ranges: readonly LineRange[]): LineRange[] {
  const result: LineRange[] = []
  for (const range of [...ranges].sort((a, b) => a.line - b.line)) {
    const last = result.at(-1)
    if (last === undefined || range.line > last.endLine + 1) result.push(range)
    else result[result.length - 1] = { line: last.line, endLine: Math.max(last.endLine, range.endLine) }
  }
  return result
}
