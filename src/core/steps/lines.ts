import { type Ask, contentOf, digestsOf, digestsOfBytes } from '../ask.ts'
import { type Change, kindOf } from '../change.ts'
import { conflictBlocks } from '../conflict.ts'
import { type Explained, explainLines, type LinePools, poolsOf, undeliveredTo } from '../lines.ts'
import { isModeRecorded } from '../mode.ts'
import { addTo, count, type Multiset } from '../multiset.ts'
import { isNew, type Outcome, type PathCase } from '../path-case.ts'
import type { Write } from '../trace.ts'
import { carriedLines, movedLines } from './moved.ts'

/** Step 4: some alignment inserts and deletes only recorded lines. First with the path's own records, then with moved lines. */
export function* lines(path: PathCase): Ask<Outcome | null> {
  const sides = yield* textSides(path)
  if (sides === null) return null
  const conflict = yield* conflictLines(path)
  return yield* explainWith(path, sides, { writes: path.usable, conflict })
}

export interface Sides {
  readonly base: readonly string[]
  readonly target: readonly string[]
}

/** Both sides as lines; null where lines can explain nothing: a deletion, a type change, an untraced mode, binary. */
export function* textSides({ context: { evidence }, change, usable }: PathCase): Ask<Sides | null> {
  if (!isPlainEdit(change) || !isModeRecorded(change, usable)) return null
  const base = yield* digestsOf(evidence, change.before?.blob ?? null)
  const target = yield* digestsOf(evidence, change.after?.blob ?? null)
  return base === null || target === null ? null : { base, target }
}

function isPlainEdit({ before, after }: Change): boolean {
  return (
    after !== null && kindOf(after.mode) === 'file' && (before === null || kindOf(before.mode) === 'file')
  )
}

/** What git left between conflict markers may be deleted freely: that is what resolving is. */
export function* conflictLines({
  context: { snapshot, evidence },
  change,
}: PathCase): Ask<Multiset<string> | null> {
  if (!snapshot.conflicted.has(change.path) || change.before === null) return null
  const redone = yield* contentOf(evidence, change.before.blob)
  if (typeof redone === 'string') return null
  const digests = digestsOfBytes(redone)
  return digests === null ? null : count([...conflictBlocks(redone)].map((line) => digests[line - 1]!))
}

export interface Sources {
  readonly writes: readonly Write[]
  readonly conflict: Multiset<string> | null
}

export function* explainWith(
  path: PathCase,
  sides: Sides,
  { writes, conflict }: Sources,
): Ask<Outcome | null> {
  const own = poolsOf(writes)
  for (const [digest, times] of conflict ?? []) addTo(own.rem, digest, times)
  const isRecorded = writes.length > 0 || conflict !== null
  const plain = isRecorded ? explainLines(sides.base, sides.target, own, writes) : null
  if (plain?.kind === 'explained') {
    // What an earlier change brought may have arrived with it, or be meant for a later one.
    const fresh = path.usable.filter((write) => isNew(path.context, write))
    return { ...outcomeOf(plain, writes), undelivered: undeliveredTo(sides.target, fresh) }
  }
  return yield* explainMoved(path, sides, own, writes)
}

function* explainMoved(
  path: PathCase,
  sides: Sides,
  own: LinePools,
  writes: readonly Write[],
): Ask<Outcome | null> {
  const extra = yield* movedLines(path, sides.target)
  const carried = yield* carriedLines(path)
  if (extra.lines.size === 0 && carried.size === 0) return null
  const add: Multiset<string> = new Map(own.add)
  for (const pool of [extra.lines, carried]) for (const [digest, times] of pool) addTo(add, digest, times)
  const serving = [...writes, ...extra.writes]
  const moved = explainLines(sides.base, sides.target, { add, rem: own.rem }, serving)
  if (moved.kind !== 'explained' || moved.inserted.length === 0) return null
  const takenFromElsewhere = beyond(moved.inserted, own.add, carried)
  return { ...outcomeOf(moved, serving), takenFromElsewhere }
}

function beyond(
  inserted: readonly string[],
  own: Multiset<string>,
  carried: Multiset<string>,
): Multiset<string> {
  const taken: Multiset<string> = new Map()
  for (const [digest, times] of count(inserted))
    addTo(taken, digest, times - (own.get(digest) ?? 0) - (carried.get(digest) ?? 0))
  return taken
}

function outcomeOf({ inserted, deleted }: Explained, used: readonly Write[]): Outcome {
  const changed = inserted.length + deleted
  return { how: 'lines', used, lines: { changed, covered: changed } }
}
