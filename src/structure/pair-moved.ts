import type { Verdict } from './own-change.ts'
import { asChange, type Found, type Placed, type UnitChange } from './unit-change.ts'

/** What is gone in one place and stands in another as it was has moved; the rest is new, or gone. */
export function pairMoved(
  found: Found,
  changesIn: (before: Placed, after: Placed) => readonly UnitChange[],
): void {
  const whole = pairEqual(found.removed, found.added)
  const parts = pairEqual(whole.removed.flatMap(opened), whole.added.flatMap(opened))
  for (const [before, after] of [...whole.pairs, ...parts.pairs]) {
    found.changes.push(asChange(moveVerdict(before, after), after, before))
    // That it stands elsewhere, and looks different there, is said already.
    for (const change of changesIn(before, after)) if (change.class !== 'FORMAT') found.changes.push(change)
  }
  for (const placed of parts.removed) found.changes.push(asChange({ class: 'REMOVED' }, placed))
  for (const placed of parts.added) found.changes.push(asChange({ class: 'ADDED' }, placed))
}

interface Pairs {
  readonly pairs: readonly (readonly [before: Placed, after: Placed])[]
  readonly removed: readonly Placed[]
  readonly added: readonly Placed[]
}

/** Pairs what has the same structure: of the same name first. */
function pairEqual(removed: readonly Placed[], added: readonly Placed[]): Pairs {
  const named = pairBy(namedKey, removed, added)
  const others = pairBy(structureKey, named.removed, named.added)
  return { ...others, pairs: [...named.pairs, ...others.pairs] }
}

function pairBy(
  keyOf: (placed: Placed) => string,
  removed: readonly Placed[],
  added: readonly Placed[],
): Pairs {
  const waiting = new Map<string, Placed[]>()
  // The first one that was written is taken first.
  for (const before of removed.filter(canMove).reverse()) {
    const same = waiting.get(keyOf(before))
    if (same === undefined) waiting.set(keyOf(before), [before])
    else same.push(before)
  }
  const pairs: [Placed, Placed][] = []
  for (const after of added.filter(canMove)) {
    const before = waiting.get(keyOf(after))?.pop()
    if (before !== undefined) pairs.push([before, after])
  }
  const taken = new Set(pairs.flat())
  const isLeft = (placed: Placed) => !taken.has(placed)
  return { pairs, removed: removed.filter(isLeft), added: added.filter(isLeft) }
}

/** Imports belong to their file, and what has an error in it is like nothing else. */
function canMove({ unit }: Placed): boolean {
  return unit.kind !== 'imports' && unit.hash !== null
}

function structureKey({ unit }: Placed): string {
  return `${unit.kind} ${unit.hash}`
}

function namedKey(placed: Placed): string {
  return `${structureKey(placed)} ${placed.unit.name}`
}

/** A file that came or went is its units and, if there is more in it, the rest. */
function opened(placed: Placed): Placed[] {
  const { path, unit } = placed
  if (unit.kind !== 'file' || unit.children.length === 0) return [placed]
  const units = unit.children.map((child) => ({ path, unit: child }))
  return unit.order.includes('*') ? [{ path, unit: { ...unit, children: [] } }, ...units] : units
}

/** The same code does the same elsewhere if it takes nothing from where it stands, and nobody knew it by another name. */
function moveVerdict(before: Placed, after: Placed): Verdict {
  if (before.unit.name !== after.unit.name)
    return { class: 'EVOLUTION', why: 'only its name differs; who uses the old one is not known here' }
  if (after.unit.kind === 'file')
    return { class: 'EVOLUTION', why: 'only its path differs; who loads it by the old one is not known here' }
  const [name] = [...before.unit.outer, ...after.unit.outer]
  if (name === undefined) return { class: 'MOVED' }
  const why =
    name === 'export'
      ? 'moved as it was, but who imports it from there is not known here'
      : `moved as it was, but '${name}' can mean something else there`
  return { class: 'EVOLUTION', why }
}
