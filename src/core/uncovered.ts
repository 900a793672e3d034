import { type Ask, diffOf, digestsOf } from './ask.ts'
import { poolsOf } from './lines.ts'
import { isModeRecorded, isTypeChange } from './mode.ts'
import type { Multiset } from './multiset.ts'
import { firstIndex } from './order.ts'
import type { PathCase } from './path-case.ts'
import type { LineRange } from './report.ts'
import { laidOutLines } from './steps/structure.ts'

export interface Uncovered {
  readonly ranges: readonly LineRange[]
  readonly lines: { readonly changed: number; readonly covered: number } | null
}

/**
 * The lines to annotate: changed lines, by git's histogram diff, that no usable record holds. If each line is recorded
 * and the whole still fails (order, number), every changed line is shown; none where it is the mode or the type that fails.
 * Annotations only: the verdict needs no diff.
 */
export function* uncoveredRanges(path: PathCase): Ask<Uncovered> {
  const { evidence } = path.context
  const { change, usable } = path
  if (isTypeChange(change)) return { ranges: [], lines: null }
  const base = yield* digestsOf(evidence, textBlob(change.before))
  const target = yield* digestsOf(evidence, textBlob(change.after))
  if (base === null || target === null) return { ranges: [], lines: null }
  const hunks = yield* diffOf(evidence, textBlob(change.before), textBlob(change.after))
  const pools = poolsOf(usable)
  const marks = hunks.flatMap(([oldStart, oldCount, newStart, newCount]) => [
    ...untraced(target, firstIndex(newStart, newCount), newCount, pools.add),
    // A removed line has no place in the target: the line before it is shown.
    ...untraced(base, firstIndex(oldStart, oldCount), oldCount, pools.rem).map(() =>
      change.after === null ? 0 : Math.max(newStart, 1),
    ),
  ])
  const changed = hunks.reduce((sum, [, removed, , added]) => sum + removed + added, 0)
  const whole = isModeRecorded(change, usable) ? hunks.map(wholeHunk) : []
  const shown = yield* beyondLayout(path, marks)
  const ranges = marks.length === 0 ? whole : mergeLines(shown.filter((line) => line > 0))
  return {
    ranges,
    lines: { changed, covered: Math.max(0, changed - (marks.length === 0 ? changed : marks.length)) },
  }
}

/** Of these lines, those that no formatter can account for. Where all of them could be layout, what is wrong is hidden among them. */
function* beyondLayout(path: PathCase, marks: readonly number[]): Ask<readonly number[]> {
  const laidOut = marks.length === 0 ? null : yield* laidOutLines(path)
  if (laidOut === null) return marks
  const { sameCode, familiar } = laidOut
  const isOther = (line: number) => !sameCode.has(line)
  const isUnfamiliar = (line: number) => !familiar.has(line)
  const narrowed = [
    marks.filter(isUnfamiliar).filter(isOther),
    marks.filter(isUnfamiliar),
    marks.filter(isOther),
  ]
  return narrowed.find((lines) => lines.length > 0) ?? marks
}

function textBlob(entry: PathCase['change']['before']): string | null {
  return entry === null || entry.mode === '160000' ? null : entry.blob
}

function untraced(
  digests: readonly string[],
  first: number,
  length: number,
  pool: Multiset<string>,
): number[] {
  const left = new Map(pool)
  const lines: number[] = []
  for (let at = first; at < first + length; at++) {
    const times = left.get(digests[at]!) ?? 0
    if (times === 0) lines.push(at + 1)
    else left.set(digests[at]!, times - 1)
  }
  return lines
}

function wholeHunk([, , start, length]: readonly number[]): LineRange {
  const line = Math.max(start!, 1)
  return { line, endLine: Math.max(line, start! + length! - 1) }
}

function mergeLines(lines: readonly number[]): LineRange[] {
  const merged: { line: number; endLine: number }[] = []
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = merged.at(-1)
    if (last !== undefined && line - last.endLine <= 1) last.endLine = line
    else merged.push({ line, endLine: line })
  }
  return merged
}
