import { type Change, kindOf } from '../core/change.ts'
import type { Coverage } from '../core/coverage.ts'
import { isModeRecorded, isTypeChange } from '../core/mode.ts'
import { pathToPaste, traceRemedy } from '../core/remedy.ts'
import type { LineRange } from '../core/report.ts'
import { defineRule, type Facts, type Finding } from '../core/rule.ts'
import type { Unstructured } from '../core/structure.ts'
import { WHY_UNSTRUCTURED } from '../core/unstructured.ts'

export const hashMismatch = defineRule({
  id: 'hash-mismatch',
  summary: 'Where records name a changed file, they explain all of its changed lines.',
  severity: 'error',

  *check(facts) {
    const added = new Set(facts.evidence.ledger.added.map(({ id }) => id))
    for (const covered of facts.coverage) {
      if (covered.how === null && isRecorded(covered) && !isSaidByRefusals(covered)) {
        yield* mismatches(facts, covered, added)
      }
    }
  },
})

function* mismatches(facts: Facts, covered: Coverage, added: ReadonlySet<string>): Iterable<Finding> {
  const { change, uncovered } = covered
  const { path } = change
  const records = describeRecords(covered, added)
  // Lines of a deleted file are those of the base: there is nothing to annotate.
  const ranges = change.after === null ? [] : merged(uncovered)
  const remedy = `${traceRemedy(facts, path)}${formatterHint(covered)}`
  yield* ranges.map((range) => ({ path, ...range, message: `${records} explain these lines`, remedy }))
  const mode = ranges.length > 0 && hasTracedMode(covered) ? null : modeChange(covered)
  if (mode !== null) yield { path, message: `${records} explain ${mode}`, remedy: modeRemedy(facts, change) }
  else if (ranges.length === 0) yield { path, message: `${records} explain ${whatChanged(change)}`, remedy }
}

function hasTracedMode({ change, named, refusals }: Coverage): boolean {
  return isModeRecorded(change, [...named, ...refusals.map(({ write }) => write)])
}

const BLIND: Readonly<Record<Unstructured, string>> = {
  ...WHY_UNSTRUCTURED,
  missing: 'its content is not here',
  parser: 'the parser cannot be loaded here',
}

/** Where layout cannot be told from the rest, a formatter is traced like any other tool. */
function formatterHint({ blindness }: Coverage): string {
  return blindness === null
    ? ''
    : `; a formatter's work cannot be told from other work here (${BLIND[blindness]}): run it as npx intentgate run -- COMMAND`
}

function isRecorded({ named, refusals }: Coverage): boolean {
  return named.length > 0 || refusals.length > 0
}

// Without a refusal to say it, nothing else would: then it is a mismatch, whatever explains it.
function isSaidByRefusals({ explainedByRefused, refusals }: Coverage): boolean {
  return explainedByRefused && refusals.length > 0
}

/** `the 2 records of this file, for INT-001, do not` — and whether they were used up before this change. */
function describeRecords({ named, refusals }: Coverage, added: ReadonlySet<string>): string {
  const writes = named.length > 0 ? named : refusals.map(({ write }) => write)
  const ids = new Set(writes.map(({ id }) => id))
  const intents = [...new Set(writes.map(({ intent }) => intent ?? 'no intent'))].sort().join(', ')
  const areOld = [...ids].every((id) => !added.has(id))
  const noun = ids.size === 1 ? 'the one record' : `the ${ids.size} records`
  const age = areOld ? ', already there before this change,' : ''
  return `${noun} of this file, for ${intents}${age || ','} ${ids.size === 1 ? 'does' : 'do'} not`
}

function whatChanged({ before, after }: Change): string {
  if (after === null) return 'its deletion'
  return before === null ? 'its content' : 'its new content'
}

/** null = a plain file stays, or becomes, one. */
function modeChange({ change, lines }: Coverage): string | null {
  const { before, after } = change
  if (after === null || after.mode === (before?.mode ?? '100644')) return null
  if (before === null) return `that it is ${KINDS[kindOf(after.mode)]} (mode ${after.mode})`
  const modes = `from ${before.mode} to ${after.mode}`
  if (isTypeChange(change))
    return `its change of type ${modes}, ${kindOf(before.mode)} to ${kindOf(after.mode)}`
  // Without lines nobody can say whether it is the content or the mode.
  const isOpaque = lines === null && before.blob !== after.blob
  return `${isOpaque ? 'its new content and ' : ''}its change of mode ${modes}`
}

const KINDS = { file: 'executable', symlink: 'a symbolic link', submodule: 'a submodule' } as const

function modeRemedy(facts: Facts, { path, before, after }: Change): string {
  const trace = traceRemedy(facts, path)
  const isFile = [before, after].every((entry) => entry === null || kindOf(entry.mode) === 'file')
  if (!isFile) return `put back what it was, or trace what it is now: ${trace}`
  const back = after?.mode === '100755' ? '-x' : '+x'
  return `take the mode back (chmod ${back} ${pathToPaste(facts.snapshot, path)}, and stage it), or trace it: ${trace}`
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
