import { longestRise } from './longest-rise.ts'
import { isManifest } from './manifest.ts'
import { isInStep, isSaidAlike, ownChange, type Verdict } from './own-change.ts'
import { type Moved, type Moves, pairMoved } from './pair-moved.ts'
import { type Movable, siblingKeys, type Unit } from './unit.ts'
import { asChange, byPlace, type Found, type Placed, type UnitChange } from './unit-change.ts'

/** One path before and after; null = it is not there. */
export interface Versions {
  readonly path: string
  readonly before: Unit | null
  readonly after: Unit | null
}

/** What changed, by the innermost unit. Paths in their order; what only moved within a file is found by its neighbours. */
export function classify(files: readonly Versions[]): UnitChange[] {
  const found = allFound(files.map(compareVersions))
  const moves = pairMoved(found)
  return settled(found.changes, moves, moves.pairs.map(movedChanges))
}

/** The changes of all files, what moved, and what is new or gone. */
export function settled(
  changes: readonly UnitChange[],
  { removed, added }: Omit<Moves<Movable>, 'pairs'>,
  moved: readonly (readonly UnitChange[])[],
): UnitChange[] {
  return [
    ...changes,
    ...moved.flat(),
    ...removed.map((placed) => asChange({ class: 'REMOVED' }, placed)),
    ...added.map((placed) => asChange({ class: 'ADDED' }, placed)),
  ].sort(byPlace)
}

export function allFound<U extends Movable>(some: readonly Found<U>[]): Found<U> {
  return {
    changes: some.flatMap(({ changes }) => changes),
    removed: some.flatMap(({ removed }) => removed),
    added: some.flatMap(({ added }) => added),
  }
}

export function compareVersions({ path, before, after }: Versions): Found {
  const found = nothingFound()
  if (before !== null && after !== null) compareFiles({ path, unit: before }, { path, unit: after }, found)
  else if (before !== null) found.removed.push({ path, unit: before })
  else if (after !== null) found.added.push({ path, unit: after })
  return found
}

/** Of a unit that stands in another place as it was: that it moved, and what differs beside that. */
export function movedChanges([before, after]: Moved<Unit>): readonly UnitChange[] {
  const found = nothingFound()
  compare(before, after, 'open', found)
  // That it stands elsewhere, and looks different there, is said already.
  const more = found.changes.filter((change) => change.class !== 'FORMAT')
  return [asChange(moveVerdict(before, after), after, before), ...more]
}

/** The same code does the same elsewhere if it takes nothing from where it stands, and nobody knew it by another name. */
function moveVerdict(before: Placed, after: Placed): Verdict {
  if (before.unit.name !== after.unit.name)
    return {
      class: 'EVOLUTION',
      why: `only its name differs; who uses the old one is not known${UNLESS_PRIVATE}`,
    }
  if (after.unit.kind === 'file')
    return {
      class: 'EVOLUTION',
      why: `only its path differs; who loads it by the old one is not known${UNLESS_PRIVATE}`,
    }
  const [name] = [...before.unit.outer, ...after.unit.outer]
  if (name === undefined) return { class: 'MOVED' }
  const why =
    name === 'export'
      ? 'moved as it was, but who imports it from there is not known here'
      : `moved as it was, but '${name}' can mean something else there`
  return { class: 'EVOLUTION', why }
}

/** What renamed-across.ts asks for, besides that everybody follows. */
const UNLESS_PRIVATE = ' (a package.json that says "private": true has no users elsewhere)'

const INSTALLS = { class: 'EVOLUTION', why: 'it says what is installed' } as const

function nothingFound(): Found {
  return { changes: [], removed: [], added: [] }
}

function compareFiles(before: Placed, after: Placed, found: Found): void {
  if (isManifest(after.path) && before.unit.hash !== after.unit.hash)
    found.changes.push(asChange(INSTALLS, after, before))
  else compare(before, after, 'open', found)
}

function compare(before: Placed, after: Placed, around: 'proven' | 'open', found: Found): void {
  if (isSaidAlike(before.unit, after.unit)) return
  const own = ownChange(before.unit, after.unit, around)
  if (own !== null) found.changes.push(asChange(own, after, before))
  compareChildren(before, after, around, found)
}

function compareChildren(before: Placed, after: Placed, around: 'proven' | 'open', found: Found): void {
  const old = childrenOf(before)
  const now = childrenOf(after)
  const isProven = old.length === now.length && (around === 'proven' || isInStep(before.unit, after.unit))
  if (!isProven) compareByName(old, now, found)
  else for (const [at, child] of now.entries()) compare(old[at]!, child, 'proven', found)
}

function compareByName(old: readonly Placed[], now: readonly Placed[], found: Found): void {
  const oldAt = new Map(keysOf(old).map((key, at) => [key, at]))
  const pairs = keysOf(now).map((key) => oldAt.get(key))
  const stayed = inPlace(pairs)
  for (const [at, child] of now.entries()) {
    const from = pairs[at]
    if (from === undefined) found.added.push(child)
    else comparePlaced(old[from]!, child, stayed.has(from) ? 'stayed' : 'moved', found)
  }
  addGone(old, new Set(pairs), found)
}

function addGone(old: readonly Placed[], kept: ReadonlySet<number | undefined>, found: Found): void {
  for (const [at, child] of old.entries()) if (!kept.has(at)) found.removed.push(child)
}

function comparePlaced(before: Placed, after: Placed, place: 'stayed' | 'moved', found: Found): void {
  const count = found.changes.length
  compare(before, after, 'open', found)
  if (place === 'moved' && found.changes.length === count)
    found.changes.push(asChange({ class: 'MOVED' }, after, before))
}

function childrenOf({ path, unit }: Placed): Placed[] {
  return unit.children.map((child) => ({ path, unit: child }))
}

function keysOf(siblings: readonly Placed[]): string[] {
  return siblingKeys(siblings.map(({ unit }) => unit))
}

/** Of the old places of what is still there, those whose order is as it was. */
function inPlace(pairs: readonly (number | undefined)[]): Set<number> {
  const places = pairs.filter((at) => at !== undefined)
  return new Set([...longestRise(places)].map((index) => places[index]!))
}
