import type { Report } from '../core/report.ts'
import { clip, visible } from './escape.ts'
import { describeCommit, describePlace, groupByRule, type RuleGroup, type Spot, worstOf } from './findings.ts'
import { paletteOf } from './paint.ts'
import type { Failure, Style } from './reporter.ts'
import { describeExempted, summaryLine } from './summary.ts'

const LONGEST_TEXT = 2000

/** `error trace-missing src/a.ts:3-7 message | fix: …` */
export function findingLine(spot: Spot): string {
  const { severity, rule, message, remedy } = spot.violation
  const said = clip(visible(message), LONGEST_TEXT) + describeCommit(spot.violation)
  return `${severity} ${rule} ${describePlace(spot)} ${said} | fix: ${clip(visible(remedy), LONGEST_TEXT)}`
}

export interface Limits {
  readonly spotsPerRule: number
  readonly exempted: number
}

/** Every line stands alone; the verdict is the last one. */
export function reportLines(report: Report, style: Style, limits: Limits): readonly string[] {
  return [
    ...report.notes.map((note) => `note: ${visible(note)}`),
    ...groupByRule(report.violations).flatMap((group) => groupLines(group, style, limits.spotsPerRule)),
    ...exemptedLines(report, limits.exempted),
    verdictLine(report, style),
  ]
}

function groupLines(group: RuleGroup, style: Style, limit: number): readonly string[] {
  const { severity, rule, spots } = group
  const paint = paletteOf(style)[severity]
  const more = spots.length - limit
  const shown = spots
    .slice(0, limit)
    .map((spot) => paint(severity) + findingLine(spot).slice(severity.length))
  return more > 0 ? [...shown, `${paint(severity)} ${rule} and ${more} more (use --format json)`] : shown
}

export function exemptedLines({ exempted }: Report, limit: number): readonly string[] {
  const more = exempted.length - limit
  const shown = exempted.slice(0, limit).map((entry) => `exempted ${describeExempted(entry)}`)
  return more > 0 ? [...shown, `exempted and ${more} more (use --format json)`] : shown
}

/** `intentgate: …`, coloured by what comes of it. */
export function verdictLine(report: Report, style: Style): string {
  const palette = paletteOf(style)
  const text = `intentgate: ${summaryLine(report, style.unicode === 'yes' ? ' · ' : ' - ')}`
  if (report.verdict === 'fail') return palette.error(text)
  const worst = worstOf(report.violations)
  return worst === null ? palette.good(text) : palette[worst](text)
}

export function failureLines({ code, message, remedy }: Failure, style: Style): readonly string[] {
  const said = message.split('\n').map(visible).join(' / ')
  return [`${paletteOf(style).error('cannot-judge')} ${visible(code)} ${said} | fix: ${visible(remedy)}`]
}
