import { inLedgerOrder } from '../core/edges.ts'
import type { KnownWrite } from '../core/evidence.ts'
import type { Write } from '../core/trace.ts'
import type { LedgerLine } from './ledger-lines.ts'
import { contentDigest } from './record-content.ts'

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
  const byId = new Map<string, FoundLine[]>()
  for (const one of found) {
    const others = byId.get(one.line.id)
    if (others === undefined) byId.set(one.line.id, [one])
    else others.push(one)
  }
  return [...byId.values()].flatMap((lines) => (lines.length === 1 ? lines : distinctOfOneId(lines)))
}

/** Two records of one id are a problem, and still come in an order that does not depend on the files'. */
function distinctOfOneId(lines: readonly FoundLine[]): FoundLine[] {
  const byContent = new Map<string, FoundLine>()
  for (const one of lines) {
    const content = contentDigest(one.line.said)
    const other = byContent.get(content)
    if (other === undefined || precedes(one, other)) byContent.set(content, one)
  }
  return [...byContent].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
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
