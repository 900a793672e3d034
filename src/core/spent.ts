import { type Ask, historyOf } from './ask.ts'
import type { Change } from './change.ts'
import { deliveredWrites } from './delivered.ts'
import { inLedgerOrder, spentWrites } from './edges.ts'
import type { Evidence, KnownWrite } from './evidence.ts'
import type { Write } from './trace.ts'

/** Records of the base's ledger that have been used: their lines may not be inserted a second time. */
export function* spentOf(
  evidence: Evidence,
  { path, before }: Change,
  known: readonly KnownWrite[],
): Ask<Set<Write>> {
  // A whole-file hash that the base's ledger already holds has been used: it must not bring an old version back.
  const weak = known.filter(({ write, inBase }) => inBase && write.edge === null).map(({ write }) => write)
  const isOpen = (spent: ReadonlySet<Write>) =>
    known.some(({ write, inBase }) => inBase && write.edge !== null && !spent.has(write))
  const byBase = spentWrites(known, before, null)
  // History costs a walk, and its contents a read: each is asked for only if what is cheaper leaves a record open.
  if (!isOpen(byBase)) return new Set([...byBase, ...weak])
  const history = yield* historyOf(evidence, path)
  const byState = spentWrites(known, before, history)
  if (!isOpen(byState)) return new Set([...byState, ...weak])
  const delivered = yield* deliveredWrites(evidence, inOrder(known), history, byState)
  return new Set([...byState, ...weak, ...delivered])
}

function inOrder(known: readonly KnownWrite[]): KnownWrite[] {
  const byWrite = new Map(known.map((one) => [one.write, one]))
  return inLedgerOrder([...byWrite.keys()]).map((write) => byWrite.get(write)!)
}
