import type { Entry } from './change.ts'
import { stateKey } from './change.ts'
import type { History, KnownWrite } from './evidence.ts'
import type { Write } from './trace.ts'

/** Deterministic whatever the order of the ledger's lines: by time, then id. */
export function inLedgerOrder(writes: readonly Write[]): Write[] {
  return [...writes].sort(
    (a, b) => compare(a.timestamp, b.timestamp) || compare(a.id, b.id) || compare(a.path, b.path),
  )
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The records whose edges lead from one state to the other, in order; null if none do. */
export function findChain(writes: readonly Write[], from: Entry | null, to: Entry | null): Write[] | null {
  const direct = isSame(from, to) ? undefined : writes.find((write) => leads(write, from, to))
  return direct === undefined ? longerChain(writes, from, to) : [direct]
}

function leads({ edge }: Write, from: Entry | null, to: Entry | null): boolean {
  return edge !== null && isSame(edge.before, from) && isSame(edge.after, to)
}

function isSame(one: Entry | null, other: Entry | null): boolean {
  return one?.blob === other?.blob && one?.mode === other?.mode
}

function longerChain(writes: readonly Write[], from: Entry | null, to: Entry | null): Write[] | null {
  const goal = stateKey(to)
  const leaving = groupByState(writes, 'before')
  const reachedBy = new Map<string, Write | null>([[stateKey(from), null]])
  // A map is walked in the order of its entries, those that are added on the way included.
  for (const state of reachedBy.keys()) {
    if (state === goal) break
    for (const write of leaving.get(state) ?? []) reach(reachedBy, write)
  }
  return reachedBy.has(goal) ? retrace(reachedBy, goal) : null
}

function reach(reachedBy: Map<string, Write | null>, write: Write): void {
  const next = stateKey(write.edge!.after)
  if (!reachedBy.has(next)) reachedBy.set(next, write)
}

/** Records with an edge, by the state it leaves or reaches. */
function groupByState(writes: readonly Write[], end: 'before' | 'after'): Map<string, Write[]> {
  const groups = new Map<string, Write[]>()
  for (const write of writes) {
    if (write.edge === null) continue
    const key = stateKey(write.edge[end])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [write])
    else group.push(write)
  }
  return groups
}

function retrace(reachedBy: ReadonlyMap<string, Write | null>, goal: string): Write[] {
  const chain: Write[] = []
  for (let write = reachedBy.get(goal); write != null; write = reachedBy.get(stateKey(write.edge!.before)))
    chain.unshift(write)
  return chain
}

/** Every blob that edges reach from `blob`, itself left out. */
export function reachableBlobs(writes: readonly Write[], blob: string): Set<string> {
  const reached = new Set([blob])
  for (const state of reached) {
    for (const { edge } of writes) {
      if (edge?.before?.blob === state && edge.after !== null) reached.add(edge.after.blob)
    }
  }
  reached.delete(blob)
  return reached
}

interface Seed {
  readonly state: string
  /** Only records up to this place in the ledger's order may have led here. */
  readonly limit: number
  /** Only records born by this commit. */
  readonly order: number
}

/**
 * Records of the base's ledger that have been used up: their `after` leads, by edges of older records, to the base
 * state or to a state the path had in a commit since the record's own. Their lines may not be inserted a second time.
 */
export function spentWrites(
  known: readonly KnownWrite[],
  base: Entry | null,
  history: History | null,
): Set<Write> {
  const writes = inLedgerOrder(known.filter(({ inBase }) => inBase).map(({ write }) => write))
  const births = history?.births ?? new Map<string, number>()
  const last = writes.length - 1
  const seeds: Seed[] = [{ state: stateKey(base), limit: last, order: Number.POSITIVE_INFINITY }]
  for (const { entry, order } of history?.states ?? [])
    seeds.push({ state: stateKey(entry), limit: last, order })
  const spent = new Set<Write>()
  const ledger: BaseLedger = {
    arriving: groupByState(writes, 'after'),
    place: new Map(writes.map((write, at) => [write, at])),
    births,
  }
  for (const seed of seeds) spendFrom(seed, ledger, spent)
  return spent
}

interface BaseLedger {
  readonly arriving: ReadonlyMap<string, readonly Write[]>
  readonly place: ReadonlyMap<Write, number>
  readonly births: ReadonlyMap<string, number>
}

function spendFrom(seed: Seed, ledger: BaseLedger, spent: Set<Write>): void {
  const furthest = new Map<string, number>()
  const queue: Seed[] = [seed]
  for (const { state, limit, order } of queue) {
    if ((furthest.get(state) ?? -1) >= limit) continue
    furthest.set(state, limit)
    for (const write of arrivals(ledger, { state, limit, order })) {
      spent.add(write)
      queue.push({ state: stateKey(write.edge!.before), limit: ledger.place.get(write)!, order })
    }
  }
}

function arrivals({ arriving, place, births }: BaseLedger, { state, limit, order }: Seed): Write[] {
  const isOldEnough = (write: Write) => place.get(write)! <= limit && (births.get(write.id) ?? 0) <= order
  return (arriving.get(state) ?? []).filter(isOldEnough)
}
