import { RULE_IDS, type Severity } from '../core/policy.ts'
import type { LineRange, Report } from '../core/report.ts'
import type { Violation } from '../core/rule.ts'
import { quotePath } from './escape.ts'

/** Worst first. */
export const LEVELS = ['error', 'warning', 'notice'] as const satisfies readonly Severity[]

export function worstOf(violations: readonly Violation[]): Severity | null {
  return LEVELS.find((level) => violations.some(({ severity }) => severity === level)) ?? null
}

/**
 * For readers that show a finding only on its lines: a file that nothing traces is a finding of the whole file, and is
 * shown on the first lines that are not covered.
 */
export function placeOnLines({ violations, coverage }: Report): readonly Violation[] {
  const uncovered = new Map(
    coverage.map(({ path, commit, uncovered: [first] }) => [placeKey(path, commit), first]),
  )
  return violations.map((violation) => {
    if (violation.rule !== 'trace-missing' || violation.line !== undefined) return violation
    return { ...violation, ...uncovered.get(placeKey(violation.path, violation.commit)) }
  })
}

function placeKey(path: string | null, commit: string | undefined): string {
  return JSON.stringify([path, commit])
}

/** Violations of one rule in one place that say the same: they differ only in their lines. */
export interface Spot {
  readonly violation: Violation
  /** By line; empty = no line is named. */
  readonly ranges: readonly LineRange[]
  readonly count: number
}

export interface RuleGroup {
  readonly severity: Severity
  readonly rule: Violation['rule']
  readonly docs: string
  /** File by file, in the order of the report. */
  readonly spots: readonly Spot[]
  readonly count: number
}

/** Groups in the order in which they first appear. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** By severity, then in the order of the rules, then file by file. */
export function groupByRule(violations: readonly Violation[]): readonly RuleGroup[] {
  const groups = groupBy(violations, ({ severity, rule }) => `${severity} ${rule}`)
  return Array.from(groups.values(), toGroup).sort((a, b) => rank(a) - rank(b))
}

function rank({ severity, rule }: RuleGroup): number {
  return LEVELS.indexOf(severity) * RULE_IDS.length + RULE_IDS.indexOf(rule)
}

function toGroup(violations: readonly Violation[]): RuleGroup {
  const { severity, rule, docs } = violations[0]!
  const files = groupBy(violations, ({ path }) => path)
  const spots = [...files.values()].flatMap((inFile) => [...groupBy(inFile, sameWords).values()].map(toSpot))
  return { severity, rule, docs, spots, count: violations.length }
}

function sameWords({ message, remedy, commit, intent }: Violation): string {
  return JSON.stringify([message, remedy, commit, intent])
}

function toSpot(violations: readonly Violation[]): Spot {
  return { violation: violations[0]!, ranges: rangesOf(violations), count: violations.length }
}

/** The lines they name, sorted, each range once. */
function rangesOf(violations: readonly Violation[]): readonly LineRange[] {
  const ranges = violations.flatMap(({ line, endLine }) =>
    line === undefined ? [] : [{ line, endLine: Math.max(line, endLine ?? line) }],
  )
  const distinct = new Map(ranges.map((range) => [`${range.line}-${range.endLine}`, range]))
  return [...distinct.values()].sort((a, b) => a.line - b.line || a.endLine - b.endLine)
}

const RANGES_SHOWN = 8

/** `3-7,12`; beyond eight ranges it says how many more. */
export function describeRanges(ranges: readonly LineRange[]): string {
  const shown = ranges
    .slice(0, RANGES_SHOWN)
    .map(({ line, endLine }) => (line === endLine ? `${line}` : `${line}-${endLine}`))
  const more = ranges.length - shown.length
  return shown.join(',') + (more > 0 ? ` and ${more} more ranges` : '')
}

/** `src/a.ts:3-7,12`, quoted as needed. */
export function describePlace({ violation, ranges }: Spot): string {
  const path = violation.path === null ? '(the change as a whole)' : quotePath(violation.path)
  return ranges.length === 0 ? path : `${path}:${describeRanges(ranges)}`
}

/** ` (commit 1a2b3c4d5e)` where commits are judged one by one, else nothing. */
export function describeCommit({ commit }: { readonly commit?: string }): string {
  return commit === undefined ? '' : ` (commit ${commit.slice(0, 10)})`
}
