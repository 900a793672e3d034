import type { Report } from '../core/report.ts'
import { clip, quotePath, visible } from './escape.ts'
import { describeCommit, describePlace, groupByRule, type RuleGroup, type Spot } from './findings.ts'
import { failureLines, reportLines, verdictLine } from './lines.ts'
import { paletteOf } from './paint.ts'
import type { Failure, Reporter, Style } from './reporter.ts'
import { describePardon } from './summary.ts'
import { columnsOf, padEnd, wrapIndented } from './wrap.ts'

const GROUPED_SPOTS = 10
const EXEMPTED_SHOWN = 5
const IN_LINES = { spotsPerRule: 50, exempted: EXEMPTED_SHOWN }
const LONGEST_MESSAGE = 2000
const WIDEST_PATH_COLUMN = 40

/** For a person or, `lines`, for an agent. One line where everything passed and there is nothing to say. */
export const text: Reporter = {
  report(report, style) {
    return joinLines(style.layout === 'lines' ? reportLines(report, style, IN_LINES) : grouped(report, style))
  },
  failure(failure, style) {
    return joinLines(style.layout === 'lines' ? failureLines(failure, style) : failureBlock(failure, style))
  },
}

function joinLines(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

function grouped(report: Report, style: Style): readonly string[] {
  const sections = [
    report.notes.flatMap((note) => wrapIndented(visible(note), '', style.width)),
    ...groupByRule(report.violations).map((group) => groupBlock(group, style)),
    exemptedBlock(report, style),
  ].filter((section) => section.length > 0)
  return [...sections.flatMap((section) => [...section, '']), verdictLine(report, style)]
}

function groupBlock({ severity, rule, docs, spots }: RuleGroup, style: Style): readonly string[] {
  const palette = paletteOf(style)
  const shown = spots.slice(0, GROUPED_SPOTS)
  const more = spots.length - shown.length
  return [
    `${palette[severity](severity)} ${palette.strong(rule)}  ${palette.dim(docs)}`,
    ...shown.flatMap((spot, at) => spotBlock(spot, shown[at + 1], style)),
    ...(more > 0 ? [palette.dim(`  and ${more} more (use --format json)`)] : []),
  ]
}

/** Neighbours that say the same say it once, under the last of them. */
function spotBlock(spot: Spot, next: Spot | undefined, style: Style): readonly string[] {
  const place = `  ${describePlace(spot)}${describeCommit(spot.violation)}`
  const { message, remedy } = spot.violation
  if (next?.violation.message === message && next.violation.remedy === remedy) return [place]
  return [
    place,
    ...wrapIndented(clip(visible(message), LONGEST_MESSAGE), '    ', style.width),
    `    ${paletteOf(style).dim('fix:')} ${visible(remedy)}`,
  ]
}

function exemptedBlock({ exempted }: Report, style: Style): readonly string[] {
  if (exempted.length === 0) return []
  const shown = exempted.slice(0, EXEMPTED_SHOWN)
  const paths = shown.map(({ path }) => quotePath(path))
  const column = Math.min(WIDEST_PATH_COLUMN, Math.floor(style.width / 2), Math.max(...paths.map(columnsOf)))
  const rows = shown.flatMap((entry, at) =>
    exemptedRow(paths[at]!, describePardon(entry), column, style.width),
  )
  const more = exempted.length - shown.length
  return ['exempted', ...rows, ...(more > 0 ? [`  and ${more} more (use --format json)`] : [])]
}

function exemptedRow(path: string, pardon: string, column: number, width: number): readonly string[] {
  const gap = ' '.repeat(column + 4)
  const [first = '', ...rest] = wrapIndented(pardon, gap, width)
  if (columnsOf(path) > column) return [`  ${path}`, first, ...rest]
  return [`  ${padEnd(path, column)}  ${first.slice(gap.length)}`, ...rest]
}

function failureBlock({ code, message, remedy }: Failure, style: Style): readonly string[] {
  const palette = paletteOf(style)
  const [first = '', ...rest] = message.split('\n').map(visible)
  return [
    `${palette.error('intentgate: cannot judge:')} ${first} ${palette.dim(`(${visible(code)})`)}`,
    ...rest.map((line) => `  ${line}`),
    ...remedy.split('\n').map((line, at) => `  ${at === 0 ? palette.dim('fix:') : '    '} ${visible(line)}`),
  ]
}
