import type { Exempted, PathCoverage, Report } from '../core/report.ts'
import { quotePath, visible } from './escape.ts'
import { describeCommit, LEVELS } from './findings.ts'

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function outcome(report: Report): string {
  if (report.verdict === 'fail') return 'rejected'
  if (report.bootstrap) return 'nothing blocks (bootstrap)'
  return report.mode === 'shadow' ? 'nothing blocks (shadow mode)' : 'accepted'
}

/** `2 errors, 1 warning · 5 paths judged · rejected`, or where nothing was found `3 paths, all traced (INT-001)`. */
export function summaryLine(report: Report, separator: string): string {
  if (report.violations.length > 0 || report.verdict === 'fail') {
    return [countFindings(report), `${plural(report.checked, 'path')} judged`, outcome(report)].join(
      separator,
    )
  }
  const said =
    report.checked === 0
      ? 'nothing to judge'
      : `${plural(report.checked, 'path')}, ${traced(report.coverage)}`
  return outcome(report) === 'accepted' ? said : `${said}${separator}${outcome(report)}`
}

function countFindings({ violations }: Report): string {
  const counts = LEVELS.map(
    (level) => [violations.filter(({ severity }) => severity === level).length, level] as const,
  )
  const said = counts.filter(([count]) => count > 0).map(([count, level]) => plural(count, level))
  return said.length === 0 ? 'no findings' : said.join(', ')
}

function traced(coverage: readonly PathCoverage[]): string {
  if (coverage.length === 0) return 'none needs a trace'
  const pardoned = coverage.filter(({ how }) => how === 'exempt' || how === 'waived').length
  const untraced = coverage.filter(({ how }) => how === null).length
  const count = coverage.length - pardoned - untraced
  const intents = describeIntents(coverage)
  if (count === coverage.length) return `all traced${intents}`
  const parts = [`${count} traced${intents}`]
  if (pardoned > 0) parts.push(`${pardoned} exempted`)
  if (untraced > 0) parts.push(`${untraced} not traced`)
  return parts.join(', ')
}

const INTENTS_SHOWN = 3

function describeIntents(coverage: readonly PathCoverage[]): string {
  const intents = [...new Set(coverage.flatMap((entry) => entry.intents))]
  if (intents.length === 0) return ''
  const more = intents.length - INTENTS_SHOWN
  const shown = intents.slice(0, INTENTS_SHOWN).map(visible).join(', ')
  return ` (${shown}${more > 0 ? ` and ${more} more` : ''})`
}

/** By what a path passes, on one line. */
export function describePardon(exempted: Exempted): string {
  const { by, id, rule, reason, until } = exempted
  const name = [by, id, rule === undefined ? undefined : `for ${rule}`]
    .filter((word) => word !== undefined)
    .join(' ')
  const end = until === undefined ? '' : ` (until ${visible(until)})`
  return `${visible(name)}: ${visible(reason)}${end}${describeCommit(exempted)}`
}

export function describeExempted(exempted: Exempted): string {
  return `${quotePath(exempted.path)} ${describePardon(exempted)}`
}
