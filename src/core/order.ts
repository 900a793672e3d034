import { stateKey } from './change.ts'
import { inLedgerOrder } from './edges.ts'
import { count } from './multiset.ts'
import { groupByPath } from './path-case.ts'
import type { Hunk, Write } from './trace.ts'

/** One line of a replayed sequence; `digest` null = a line that stood there before the first write. */
interface Slot {
  readonly digest: string | null
  alive: boolean
}

/**
 * Every line ever inserted by a chain of writes, in one sequence. A deleted line stays as a tombstone: so any honest
 * mixture of the chain's states (a squash, a partial staging) holds its lines in the sequence's order.
 */
export function replayChains(writes: readonly Write[]): string[][] {
  return chainsOf(writes).map((chain) => replay(chain))
}

function chainsOf(writes: readonly Write[]): Write[][] {
  const usable = inLedgerOrder(writes).filter(({ edge, hunks }) => edge !== null && hunks !== null)
  return [...groupByPath(usable).values()].flatMap(chainsOfPath)
}

function chainsOfPath(writes: readonly Write[]): Write[][] {
  const waiting = [...writes]
  const chains: Write[][] = []
  while (waiting.length > 0) {
    const chain = [waiting.shift()!]
    for (
      let next = followerOf(chain.at(-1)!, waiting);
      next !== -1;
      next = followerOf(chain.at(-1)!, waiting)
    ) {
      chain.push(...waiting.splice(next, 1))
    }
    chains.push(chain)
  }
  return chains
}

function followerOf(write: Write, waiting: readonly Write[]): number {
  const end = stateKey(write.edge!.after)
  return waiting.findIndex(({ edge }) => stateKey(edge!.before) === end)
}

function replay(chain: readonly Write[]): string[] {
  const slots: Slot[] = []
  for (const { hunks } of chain) replayWrite(slots, hunks!)
  return slots.flatMap(({ digest }) => (digest === null ? [] : [digest]))
}

function replayWrite(slots: Slot[], hunks: readonly Hunk[]): void {
  const reach = Math.max(0, ...hunks.map(({ at }) => firstIndex(at[0], at[1]) + at[1]))
  const alive = slots.flatMap((slot, index) => (slot.alive ? [index] : []))
  while (alive.length < reach) {
    alive.push(slots.length)
    slots.push({ digest: null, alive: true })
  }
  // From the end: an earlier hunk's positions must not move while it waits.
  for (const hunk of [...hunks].reverse()) replayHunk(slots, alive, hunk)
}

function replayHunk(slots: Slot[], alive: readonly number[], { at, added }: Hunk): void {
  const [oldStart, oldCount] = at
  const first = firstIndex(oldStart, oldCount)
  for (let i = first; i < first + oldCount; i++) slots[alive[i]!]!.alive = false
  const fresh = added.map((digest) => ({ digest, alive: true }))
  slots.splice(insertionPoint(alive, first, oldCount, slots.length), 0, ...fresh)
}

function insertionPoint(alive: readonly number[], first: number, oldCount: number, end: number): number {
  if (oldCount > 0) return alive[first + oldCount - 1]! + 1
  return alive[first] ?? end
}

/** Index from 0 of a hunk's first old line; with no old lines, of the line it is inserted before. */
export function firstIndex(start: number, count: number): number {
  return count === 0 ? start : start - 1
}

/**
 * Lines that were recorded exactly once, are inserted exactly once and do not stand in the base have only one place
 * they can come from: those of one sequence must keep its order.
 */
export function keepsOrder(
  inserted: readonly string[],
  base: readonly string[],
  sequences: readonly (readonly string[])[],
): boolean {
  const origin = uniqueOrigins(sequences)
  const standing = new Set(base)
  const times = count(inserted)
  const forced = inserted
    .filter((digest) => times.get(digest) === 1 && !standing.has(digest))
    .flatMap((digest) => origin.get(digest) ?? [])
  const reached = new Map<number, number>()
  return forced.every(({ sequence, at }) => {
    const isInOrder = (reached.get(sequence) ?? -1) < at
    reached.set(sequence, at)
    return isInOrder
  })
}

interface Origin {
  readonly sequence: number
  readonly at: number
}

function uniqueOrigins(sequences: readonly (readonly string[])[]): Map<string, Origin | null> {
  const origin = new Map<string, Origin | null>()
  sequences.forEach((digests, sequence) => {
    digests.forEach((digest, at) => {
      origin.set(digest, origin.has(digest) ? null : { sequence, at })
    })
  })
  return origin
}
