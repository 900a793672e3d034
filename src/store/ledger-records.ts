import { inLedgerOrder } from '../core/edges.ts'
import type { KnownWrite } from '../core/evidence.ts'
import type { Write } from '../core/trace.ts'
import type { LedgerLine } from './ledger-lines.ts'

/** A record, and where it was found. */
export interface FoundLine {
  readonly file: string
  readonly line: LedgerLine
  readonly inBase: boolean
}

/**
 * The set of records in these lines: one event told twice is one record. Which copy stands for it does not depend on
 * the order of lines or files; one that the base holds comes first, then the oldest.
 */
export function distinctLines(found: readonly FoundLine[]): FoundLine[] {
  const records = new Map<string, FoundLine>()
  for (const one of found) {
    const key = `${one.line.id} ${one.line.content}`
    const other = records.get(key)
    if (other === undefined || precedes(one, other)) records.set(key, one)
  }
  // Two records of one id are a problem, and still come in an order that does not depend on the files'.
  return [...records.values()].sort((a, b) => (a.line.content < b.line.content ? -1 : 1))
}

function precedes(a: FoundLine, b: FoundLine): boolean {
  if (a.inBase !== b.inBase) return a.inBase
  const [left, right] = [sortKey(a), sortKey(b)]
  return left === right ? a.line.line < b.line.line : left < right
}

function sortKey({ file, line }: FoundLine): string {
  return `${line.writes[0]?.timestamp ?? ''} ${file}`
}

/** In the ledger's order. */
export function writesIn(found: readonly FoundLine[]): Write[] {
  return inLedgerOrder(distinctLines(found).flatMap(({ line }) => line.writes))
}

/** In the ledger's order. */
export function knownWritesIn(found: readonly FoundLine[]): KnownWrite[] {
  const inBase = new Map(
    distinctLines(found).flatMap((one) => one.line.writes.map((write) => [write, one.inBase])),
  )
  return inLedgerOrder([...inBase.keys()]).map((write) => ({ write, inBase: inBase.get(write) ?? false }))
}
