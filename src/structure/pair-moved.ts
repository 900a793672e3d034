import type { Movable } from './unit.ts'
import type { Placed } from './unit-change.ts'

/** What it holds is like itself. */
type Nested<U> = Movable & { readonly children: readonly U[] }

export type Moved<U extends Movable> = readonly [before: Placed<U>, after: Placed<U>]

export interface Moves<U extends Movable> {
  readonly pairs: readonly Moved<U>[]
  readonly removed: readonly Placed<U>[]
  readonly added: readonly Placed<U>[]
}

/** What is gone in one place and stands in another as it was has moved; the rest is new, or gone. */
export function pairMoved<U extends Nested<U>>({
  removed,
  added,
}: {
  readonly removed: readonly Placed<U>[]
  readonly added: readonly Placed<U>[]
}): Moves<U> {
  const whole = pairEqual(removed, added)
  const parts = pairEqual(whole.removed.flatMap(opened), whole.added.flatMap(opened))
  return { ...parts, pairs: [...whole.pairs, ...parts.pairs] }
}

/** Pairs what has the same structure: of the same name first. */
function pairEqual<U extends Nested<U>>(
  removed: readonly Placed<U>[],
  added: readonly Placed<U>[],
): Moves<U> {
  const named = pairBy(namedKey, removed, added)
  const others = pairBy(structureKey, named.removed, named.added)
  return { ...others, pairs: [...named.pairs, ...others.pairs] }
}

function pairBy<U extends Nested<U>>(
  keyOf: (placed: Placed<Movable>) => string,
  removed: readonly Placed<U>[],
  added: readonly Placed<U>[],
): Moves<U> {
  const waiting = new Map<string, Placed<U>[]>()
  // The first one that was written is taken first.
  for (const before of removed.filter(canMove).reverse()) {
    const same = waiting.get(keyOf(before))
    if (same === undefined) waiting.set(keyOf(before), [before])
    else same.push(before)
  }
  const pairs: Moved<U>[] = []
  for (const after of added.filter(canMove)) {
    const before = waiting.get(keyOf(after))?.pop()
    if (before !== undefined) pairs.push([before, after])
  }
  const taken = new Set(pairs.flat())
  const isLeft = (placed: Placed<U>) => !taken.has(placed)
  return { pairs, removed: removed.filter(isLeft), added: added.filter(isLeft) }
}

/** Imports belong to their file, and what has an error in it is like nothing else. */
function canMove({ unit }: Placed<Movable>): boolean {
  return unit.kind !== 'imports' && unit.hash !== null
}

function structureKey({ unit }: Placed<Movable>): string {
  return `${unit.kind} ${unit.hash}`
}

function namedKey(placed: Placed<Movable>): string {
  return `${structureKey(placed)} ${placed.unit.name}`
}

/** A file that came or went is its units and, if there is more in it, the rest: like no other, or the whole of it would be. */
function opened<U extends Nested<U>>(placed: Placed<U>): Placed<U>[] {
  const { path, unit } = placed
  if (unit.kind !== 'file' || unit.children.length === 0) return [placed]
  const inside: readonly U[] = unit.children
  const units = inside.map((child) => ({ path, unit: child }))
  return unit.order.includes('*') ? [placed, ...units] : units
}
