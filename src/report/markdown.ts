import type { Severity } from '../core/policy.ts'
import type { Exempted, PathCoverage, Report } from '../core/report.ts'
import { clip, quotePath, visible } from './escape.ts'
import {
  describeCommit,
  describePlace,
  describeRanges,
  groupByRule,
  type RuleGroup,
  type Spot,
  worstOf,
} from './findings.ts'
import { code, prose } from './html.ts'
import { fitSections, type Section } from './page.ts'
import type { Failure, Reporter } from './reporter.ts'
import { describePardon, outcome, plural, summaryLine } from './summary.ts'

/** A step summary over 1 MiB is not shown at all. */
const STEP_SUMMARY_BYTES = 900 * 1024
const LONGEST_TEXT = 2000
const SIGN = { error: '❌', warning: '⚠️', notice: 'ℹ️' } as const satisfies Record<Severity, string>

/** For a step summary or a comment on a pull request; at most `limit` bytes, cut at a row and saying so. */
export function createMarkdown(limit: number): Reporter {
  return {
    report: (report) => fitSections(describeReport(report), limit),
    failure: (failure) => fitSections(describeFailure(failure), limit),
  }
}

export const markdown: Reporter = createMarkdown(STEP_SUMMARY_BYTES)

function block(text: string): Section {
  return { open: text, rows: [], close: '' }
}

function table(before: string, heads: readonly string[], rows: readonly string[], after = ''): Section {
  const head = heads.map((name) => `<th>${name}</th>`).join('')
  return { open: `${before}<table>\n<tr>${head}</tr>\n`, rows, close: `</table>${after}` }
}

function row(...cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`
}

function describeReport(report: Report): readonly Section[] {
  return [
    block(`## ${signOf(report)} intentgate: ${outcome(report)}`),
    block(`<p>${prose(summaryLine(report, ' · '))}</p>`),
    ...notesSection(report),
    ...groupByRule(report.violations).map(groupSection),
    ...exemptedSection(report.exempted),
    ...coverageSection(report.coverage),
    block(`<p><sub>${describeSource(report)}</sub></p>`),
  ]
}

function signOf({ verdict, violations }: Report): string {
  if (verdict === 'fail') return SIGN.error
  const worst = worstOf(violations)
  return worst === null ? '✅' : worst === 'error' ? SIGN.warning : SIGN[worst]
}

function notesSection(report: Report): readonly Section[] {
  const rows = report.notes.map((note) => `<li>${prose(visible(note))}</li>\n`)
  return rows.length === 0 ? [] : [{ open: '<ul>\n', rows, close: '</ul>' }]
}

function groupSection({ severity, rule, spots, count }: RuleGroup): Section {
  const heading = `<h3>${SIGN[severity]} ${rule}: ${plural(count, severity)}</h3>\n`
  return table(heading, ['where', 'what, and the way out'], spots.map(spotRow))
}

function spotRow(spot: Spot): string {
  const { message, remedy } = spot.violation
  const said = prose(clip(visible(message), LONGEST_TEXT) + describeCommit(spot.violation))
  return row(code(describePlace(spot)), `${said}<br>fix: ${code(clip(visible(remedy), LONGEST_TEXT))}`)
}

function exemptedSection(exempted: readonly Exempted[]): readonly Section[] {
  if (exempted.length === 0) return []
  const rows = exempted.map((entry) => row(code(quotePath(entry.path)), prose(describePardon(entry))))
  return [fold(`Exempted: ${plural(exempted.length, 'path')}`, ['path', 'by'], rows)]
}

function coverageSection(coverage: readonly PathCoverage[]): readonly Section[] {
  if (coverage.length === 0) return []
  return [
    fold(
      `Coverage of ${plural(coverage.length, 'path')}`,
      ['path', 'intent', 'how', 'lines'],
      coverage.map(coverageRow),
    ),
  ]
}

function fold(title: string, heads: readonly string[], rows: readonly string[]): Section {
  return table(`<details><summary>${title}</summary>\n`, heads, rows, '</details>')
}

function coverageRow(entry: PathCoverage): string {
  const { path, intents, how, uncovered } = entry
  const missing = uncovered.length === 0 ? '' : `<br>not covered: ${describeRanges(uncovered)}`
  const ids = intents.map((intent) => code(visible(intent))).join(' ')
  return row(code(quotePath(path)) + describeCommit(entry), ids, how ?? 'not covered', bar(entry) + missing)
}

const BAR = 10

/** Ten steps; the last is only taken when every line is covered. */
function bar({ lines }: PathCoverage): string {
  if (lines === undefined || lines.changed === 0) return ''
  const steps = Math.floor((lines.covered / lines.changed) * BAR)
  return `<code>${'█'.repeat(steps)}${'░'.repeat(BAR - steps)}</code> ${lines.covered}/${lines.changed}`
}

function describeSource({ source, mode }: Report): string {
  const ends = source.kind === 'staged' ? 'staged' : `${source.base ?? 'nothing'}..${source.head ?? 'index'}`
  const policy = source.policy === null ? 'strict defaults (no policy.yaml)' : `policy ${code(source.policy)}`
  return `judged ${code(ends)} · mode ${mode} · ${policy}`
}

function describeFailure({ code: name, message, remedy }: Failure): readonly Section[] {
  const said = message
    .split('\n')
    .map((line) => prose(visible(line)))
    .join('<br>')
  return [
    block(`## ${SIGN.error} intentgate could not judge`),
    block(`<p>${said} (${code(visible(name))})<br>fix: ${code(visible(remedy))}</p>`),
  ]
}
