import type { Write } from '../core/trace.ts'
import type { Exported } from './export.ts'

const columns: readonly (readonly [name: string, value: (write: Write) => string | number | null])[] = [
  ['id', (write) => write.id],
  ['timestamp', (write) => write.timestamp],
  ['intent', (write) => write.intent],
  ['contributor', (write) => write.contributor],
  ['model', (write) => write.model],
  ['tool', (write) => write.tool],
  ['call', (write) => write.call],
  ['path', (write) => write.path],
  ['operation', (write) => write.operation],
  ['lines_added', (write) => linesOf(write, 'added')],
  ['lines_removed', (write) => linesOf(write, 'removed')],
  ['before_mode', (write) => write.edge?.before?.mode ?? null],
  ['before_blob', (write) => write.edge?.before?.blob ?? null],
  ['after_mode', (write) => write.edge?.after?.mode ?? null],
  ['after_blob', (write) => write.edge?.after?.blob ?? null],
  ['content_hash', (write) => write.contentHash],
  ['file', (write) => write.place.file],
  ['line', (write) => write.place.line],
]

/** RFC 4180: CRLF, a header, cells quoted where they must be. */
export function csvHeader(): string {
  return rowOf(columns.map(([name]) => name))
}

/** One row for each path of a record. */
export function* csvRows({ writes }: Exported): Generator<string> {
  for (const write of writes) yield rowOf(columns.map(([, value]) => value(write)))
}

function linesOf({ hunks }: Write, side: 'added' | 'removed'): number | null {
  return hunks?.reduce((sum, hunk) => sum + hunk[side].length, 0) ?? null
}

function rowOf(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

// A comma is not the only separator: where it is the decimal mark, spreadsheets split at `;`.
const SEPARATES = /[",;\t\r\n]/

// Paths, models and tools come from the change under review. A spreadsheet takes a cell that begins like this for a formula
// and runs it; behind an apostrophe it is text.
const FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/

function cellOf(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return SEPARATES.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
