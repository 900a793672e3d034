import type { ChangedUnits } from '../../changed-units.ts'
import type { Source } from '../../core/snapshot.ts'
import { jsonText, quotePath } from '../../report/escape.ts'
import { code } from '../../report/html.ts'
import { CLASS_WORDS, linesOnlyNote, tally, unitLines, unitName, unitNote } from '../../report/unit-words.ts'
import { renderUnits } from '../../report/units.ts'
import type { UnitChange } from '../../structure/unit-change.ts'
import type { Style } from '../style.ts'
import type { ChangedFile } from './changed-file.ts'

export interface DiffReport {
  readonly source: Source
  readonly files: readonly ChangedFile[]
  /** null = not asked for. */
  readonly structure: ChangedUnits | null
}

export const diffFormats = ['text', 'json', 'markdown'] as const
export type DiffFormat = (typeof diffFormats)[number]

export const renderDiff: Readonly<Record<DiffFormat, (report: DiffReport, style: Style) => string>> = {
  text: asText,
  json: ({ source, files, structure }) => jsonText({ version: 1, source, files, ...structure }),
  markdown: asMarkdown,
}

function asText(report: DiffReport, style: Style): string {
  if (report.files.length === 0) return 'nothing changed\n'
  const lines = report.files.flatMap((file) => [fileLine(file, style), ...detailLines(file, report, style)])
  const end = report.structure === null ? [] : [tally(report.structure.units)]
  return [...lines, ...end].map((line) => `${line}\n`).join('')
}

function fileLine(file: ChangedFile, style: Style): string {
  const intents = file.intents.length === 0 ? 'no intent' : file.intents.join(' ')
  return `${file.status} ${style.bold(quotePath(file.path))}  ${lineCounts(file)}  ${style.dim(intents)}`
}

function detailLines({ path }: ChangedFile, { structure }: DiffReport, style: Style): string[] {
  const own = (structure?.units ?? []).filter((unit) => unit.path === path)
  const blind = (structure?.linesOnly ?? []).filter((file) => file.path === path)
  return [
    ...own.map((unit) => `    ${unitText(unit, style)}`),
    ...blind.map((file) => `    ${style.yellow(linesOnlyNote(file))}`),
  ]
}

function unitText(unit: UnitChange, style: Style): string {
  const paint = unit.mutation === 'AST_REFACTOR' ? style.green : style.yellow
  const note = unitNote(unit)
  const said = note === '' ? '' : `  ${style.dim(note)}`
  return `${paint(CLASS_WORDS[unit.class].padEnd(14))}  ${unitName(unit)}:${unitLines(unit)}${said}`
}

/** Bytes: what a forge shows of a comment is less. */
const LONGEST = 900 * 1024

function lineCounts({ added, removed }: ChangedFile): string {
  return added === null || removed === null ? '-' : `+${added} -${removed}`
}

function asMarkdown({ files, structure }: DiffReport): string {
  if (files.length === 0) return '<p>Nothing changed.</p>\n'
  const fileRows = files.map((file) =>
    row(file.status, code(quotePath(file.path)), code(lineCounts(file)), file.intents.map(code).join(' ')),
  )
  const fileTable = table(['', 'path', 'lines', 'intents'], fileRows)
  return structure === null ? fileTable : `${renderUnits(structure, LONGEST)}\n${fileTable}`
}

function table(heads: readonly string[], rows: readonly string[]): string {
  return `<table>\n<tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>\n${rows.join('')}</table>\n`
}

function row(...cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`
}
