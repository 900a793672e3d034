import type { TraceRecord, Write } from '../core/trace.ts'
import { agentTraceOf } from './export-agent-trace.ts'
import { csvHeader, csvRows } from './export-csv.ts'
import { statementOf } from './export-in-toto.ts'
import { plainForeignRecord } from './foreign-record.ts'
import type { LedgerLine } from './ledger-lines.ts'

/** One record of the ledger, in our own dialect or in another. */
export interface Exported {
  readonly id: string
  readonly writes: readonly Write[]
  readonly said: Readonly<Record<string, unknown>>
  readonly record: TraceRecord | null
}

export const EXPORT_FORMATS = ['agent-trace', 'in-toto', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The ledger as another tool reads it: text, line by line. An event that was told twice is exported once. */
export function* exportLedger(lines: Iterable<LedgerLine>, format: ExportFormat): Generator<string> {
  if (format === 'csv') yield csvHeader()
  for (const exported of distinct(lines)) yield* formats[format](exported)
}

const formats: Readonly<Record<ExportFormat, (exported: Exported) => Iterable<string>>> = {
  'agent-trace': (exported) => [`${JSON.stringify(agentTraceOf(exported))}\n`],
  'in-toto': (exported) => {
    const statement = statementOf(exported)
    return statement === null ? [] : [`${JSON.stringify(statement)}\n`]
  },
  csv: csvRows,
}

function* distinct(lines: Iterable<LedgerLine>): Generator<Exported> {
  const seen = new Set<string>()
  for (const line of lines) {
    if (seen.has(line.id)) continue
    seen.add(line.id)
    const { id, writes, record = null } = line
    yield { id, writes, record, said: record ?? plainForeignRecord(line, writes) }
  }
}
