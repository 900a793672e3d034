import { align, type Penalties, type Script } from './align.ts'
import { count, type Multiset } from './multiset.ts'
import { keepsOrder, replayChains } from './order.ts'
import { isRedacted, type Write } from './trace.ts'

/** What may be inserted and what may be deleted, each as often as it was recorded. */
export interface LinePools {
  readonly add: Multiset<string>
  readonly rem: Multiset<string>
}

export interface Explained {
  readonly kind: 'explained'
  /** Digests, in the target's order. */
  readonly inserted: readonly string[]
  readonly deleted: number
}

export interface Unexplained {
  readonly kind: 'unexplained'
  readonly why: 'unrecorded-line' | 'more-often-than-recorded' | 'order' | 'too-large'
}

export function poolsOf(writes: readonly Write[]): LinePools {
  const hunks = writes.flatMap((write) => write.hunks ?? [])
  const pool = (side: 'added' | 'removed') =>
    count(hunks.flatMap((hunk) => hunk[side]).filter((digest) => !isRedacted(digest)))
  return { add: pool('added'), rem: pool('removed') }
}

/** Retries after raising the cost of scarce digests. */
const ROUNDS = 4

/**
 * Step 4: is there any alignment base → target that inserts only recorded additions and deletes only recorded
 * removals, each as often as recorded, in an order the recorded writes can have made? Composing traced writes is itself
 * such an alignment, so a squash of traced writes is never refused.
 */
export function explainLines(
  base: readonly string[],
  target: readonly string[],
  pools: LinePools,
  ordered: readonly Write[],
): Explained | Unexplained {
  const ids = new Map<string, number>()
  const idOf = (digest: string) => {
    const id = ids.get(digest) ?? ids.size
    ids.set(digest, id)
    return id
  }
  const [b, t] = [base.map(idOf), target.map(idOf)]
  const interned = { add: internKeys(pools.add, idOf), rem: internKeys(pools.rem, idOf) }
  const script = scarcelyAligned(b, t, interned)
  if (script === null || 'why' in script)
    return { kind: 'unexplained', why: script === null ? 'unrecorded-line' : script.why }
  const inserted = script.inserted.map((at) => target[at]!)
  if (!keepsOrder(inserted, base, replayChains(ordered))) return { kind: 'unexplained', why: 'order' }
  return { kind: 'explained', inserted, deleted: script.deleted.length }
}

/**
 * How many of the lines these writes added are not in the target. A draft that a later write took out again was never
 * meant to arrive.
 */
export function undeliveredTo(target: readonly string[], writes: readonly Write[]): number {
  const { add, rem } = poolsOf(writes)
  const standing = count(target)
  let missing = 0
  for (const [digest, times] of add)
    missing += Math.max(0, times - (rem.get(digest) ?? 0) - (standing.get(digest) ?? 0))
  return missing
}

function internKeys(counts: Multiset<string>, idOf: (digest: string) => number): Multiset<number> {
  return new Map([...counts].map(([digest, times]) => [idOf(digest), times]))
}

type Interned = { readonly add: Multiset<number>; readonly rem: Multiset<number> }

function scarcelyAligned(
  base: readonly number[],
  target: readonly number[],
  pools: Interned,
): Script | Unexplained | null {
  const penalties: Penalties = { add: new Map(), rem: new Map() }
  for (let round = 0; round < ROUNDS; round++) {
    const script = align(base, target, pools, penalties)
    if (script === null) return null
    const extra = 20 << round
    const tooMany = [
      ...raise(
        penalties.add,
        overdrawn(
          script.inserted.map((at) => target[at]!),
          pools.add,
        ),
        extra,
      ),
      ...raise(
        penalties.rem,
        overdrawn(
          script.deleted.map((at) => base[at]!),
          pools.rem,
        ),
        extra,
      ),
    ]
    if (tooMany.length === 0) return script
  }
  return { kind: 'unexplained', why: 'more-often-than-recorded' }
}

function overdrawn(used: readonly number[], available: Multiset<number>): number[] {
  return [...count(used)].filter(([line, times]) => times > (available.get(line) ?? 0)).map(([line]) => line)
}

function raise(penalties: Map<number, number>, lines: readonly number[], extra: number): readonly number[] {
  for (const line of lines) penalties.set(line, (penalties.get(line) ?? 0) + extra)
  return lines
}
