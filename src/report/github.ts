import type { Severity } from '../core/policy.ts'
import type { Report } from '../core/report.ts'
import { clip, quotePath, visible } from './escape.ts'
import {
  describeCommit,
  describeRanges,
  groupBy,
  groupByRule,
  LEVELS,
  placeOnLines,
  type Spot,
  worstOf,
} from './findings.ts'
import { exemptedLines, findingLine } from './lines.ts'
import type { Failure, Reporter } from './reporter.ts'
import { outcome, summaryLine } from './summary.ts'

// A runner keeps the first ten annotations of each level of a step and drops the rest without a word; it cuts a
// message at 4,096 characters.
const PER_LEVEL = 10
const LONGEST_MESSAGE = 2400
const LONGEST_REMEDY = 1400
const EXEMPTED_SHOWN = 20

/**
 * Workflow commands of GitHub Actions: the verdict, annotations worst first, and, where not all fit, every finding in a log group.
 * `alerts`: what has to be seen besides the findings, each a warning.
 */
export function createGithub(alerts: readonly string[]): Reporter {
  return { report: (report) => describeReport(report, alerts), failure: describeFailure }
}

export const github: Reporter = createGithub([])

function describeReport(report: Report, alerts: readonly string[]): string {
  const total = verdict(report)
  const warnings = alerts.map((alert) =>
    command('warning', { title: 'intentgate' }, clip(visible(alert), LONGEST_MESSAGE)),
  )
  const spentOn = (level: Severity) =>
    (total.level === level ? 1 : 0) + (level === 'warning' ? warnings.length : 0)
  const levels = LEVELS.map((level) => annotateLevel(report, level, PER_LEVEL - spentOn(level)))
  const lines = [
    total.line,
    ...warnings,
    ...report.notes.map((note) => `note: ${visible(note)}`),
    ...levels.flatMap((level) => level.annotations),
    ...exemptedLines(report, EXEMPTED_SHOWN),
    ...(levels.some(({ fits }) => fits === 'no') ? wholeList(report) : []),
  ]
  return `${lines.join('\n')}\n`
}

function describeFailure({ code, message, remedy }: Failure): string {
  const said = message.split('\n').map(visible).join('\n')
  const title = `intentgate: cannot judge (${visible(code)})`
  return `${command('error', { title }, withRemedy(clip(said, LONGEST_MESSAGE), remedy))}\n`
}

type Properties = Readonly<Record<string, string | number>>

function command(level: Severity, properties: Properties, message: string): string {
  const said = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${level} ${said.join(',')}::${escapeData(message)}`
}

// As @actions/core escapes. Unescaped, a newline in a path or message could forge a command.
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

function withRemedy(message: string, remedy: string): string {
  return `${message}\nfix: ${clip(visible(remedy), LONGEST_REMEDY)}`
}

/** An annotation where it stops the change, where errors below seem to, or where there is no gate yet; else a plain line, which costs none of the ten. */
function verdict(report: Report): { readonly line: string; readonly level: Severity | null } {
  const said = summaryLine(report, ' · ')
  const properties = { title: `intentgate: ${outcome(report)}` }
  if (report.verdict === 'fail') return { line: command('error', properties, said), level: 'error' }
  if (report.bootstrap) return { line: command('warning', properties, said), level: 'warning' }
  if (worstOf(report.violations) === 'error')
    return { line: command('notice', properties, said), level: 'notice' }
  return { line: `intentgate: ${said}`, level: null }
}

interface Level {
  readonly annotations: readonly string[]
  /** Has every finding an annotation on each of its lines? */
  readonly fits: 'yes' | 'no'
}

function annotateLevel(report: Report, level: Severity, room: number): Level {
  const violations = placeOnLines(report).filter(({ severity }) => severity === level)
  const spots = groupByRule(violations).flatMap((group) => group.spots)
  const exact = spots.flatMap(splitRanges)
  if (exact.length <= room)
    return { annotations: exact.map((spot) => annotate(spot, spot.count)), fits: 'yes' }
  const files = [...groupBy(spots, ({ violation: { rule, path } }) => `${rule} ${path}`).values()]
  if (files.length <= room) return { annotations: files.map(annotateFile), fits: 'no' }
  const left = countOf(files.slice(room - 1).flat())
  const more = `and ${left} more: see the summary, or the list at the end of this log`
  const annotations = files.slice(0, room - 1).map(annotateFile)
  return { annotations: [...annotations, command(level, { title: 'intentgate' }, more)], fits: 'no' }
}

function splitRanges(spot: Spot): readonly Spot[] {
  return spot.ranges.length === 0 ? [spot] : spot.ranges.map((range) => ({ ...spot, ranges: [range] }))
}

function countOf(spots: readonly Spot[]): number {
  return spots.reduce((sum, { count }) => sum + count, 0)
}

function annotateFile(spots: readonly Spot[]): string {
  return annotate(spots[0]!, countOf(spots))
}

/** One annotation, on the first range; `inFile` = the findings of this rule in the file, when it stands for them all. */
function annotate(spot: Spot, inFile: number): string {
  const { severity, rule, path, message, remedy } = spot.violation
  // A name with something hidden in it could not be placed anyway, and is said where it can be seen.
  const isPlaced = path !== null && visible(path) === path
  const where = path === null || isPlaced ? '' : `${quotePath(path)}: `
  const also = spot.ranges.length > 1 ? ` (lines ${describeRanges(spot.ranges)})` : ''
  const more = inFile > spot.count ? ` (and ${inFile - spot.count} more ${rule} in this file)` : ''
  const said = clip(where + visible(message), LONGEST_MESSAGE) + also + more + describeCommit(spot.violation)
  const place = isPlaced ? { file: path, ...spot.ranges[0] } : {}
  return command(severity, { ...place, title: `intentgate: ${rule}` }, withRemedy(said, remedy))
}

function wholeList({ violations }: Report): readonly string[] {
  const spots = groupByRule(violations).flatMap((group) => group.spots)
  return ['::group::intentgate: all findings', ...spots.map(findingLine), '::endgroup::']
}
