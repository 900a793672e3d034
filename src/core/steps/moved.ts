import { type Ask, digestsOf } from '../ask.ts'
import { inLedgerOrder } from '../edges.ts'
import { addTo, count, difference, type Multiset } from '../multiset.ts'
import type { Context, PathCase } from '../path-case.ts'
import { isRedacted, type Write } from '../trace.ts'

/** Lines of other paths that may stand here, each as often as it is free, and the records that they come from. */
export interface Moved {
  readonly lines: Multiset<string>
  readonly writes: readonly Write[]
}

/**
 * Lines recorded on other paths that are free to stand in `target`: as often as they did not arrive, or did not stay,
 * where they were recorded. A copy is not a move: a line that stands there too is not free.
 */
export function* movedLines({ context, change, mayServe }: PathCase, target: readonly string[]): Ask<Moved> {
  const lines: Multiset<string> = new Map()
  const writes: Write[] = []
  // Into a file that stood there before, a line from elsewhere is an edit like any other: a scratch file, recorded and thrown
  // away, would else pay for an untraced insertion anywhere.
  if (change.before !== null) return { lines, writes }
  const wanted = new Set(target)
  for (const place of yield* freePlaces(context, mayServe)) {
    const given = place.path === change.path ? [] : [...place.free].filter(([digest]) => wanted.has(digest))
    for (const [digest, times] of given) addTo(lines, digest, times)
    if (given.length > 0) writes.push(...place.writes)
  }
  return { lines: without(lines, context.moved), writes }
}

function without(free: Multiset<string>, taken: Multiset<string>): Multiset<string> {
  const left: Multiset<string> = new Map()
  for (const [digest, times] of free) addTo(left, digest, times - (taken.get(digest) ?? 0))
  return left
}

/** A path that holds less than was recorded on it. */
interface FreePlace {
  readonly path: string
  readonly writes: readonly Write[]
  readonly free: Multiset<string>
}

const known = new WeakMap<Context, Map<string, readonly FreePlace[]>>()

// Whether a record may serve is a matter of its intent. Looking through all records again for each path that is not explained
// would take a minute where a thousand are not.
function* freePlaces(context: Context, mayServe: PathCase['mayServe']): Ask<readonly FreePlace[]> {
  const intents = [...samplesOf(context)].filter(([, write]) => mayServe(write)).map(([intent]) => intent)
  const ofContext = known.get(context) ?? new Map<string, readonly FreePlace[]>()
  known.set(context, ofContext)
  const key = JSON.stringify(intents)
  const places = ofContext.get(key) ?? (yield* findFree(context, new Set(intents)))
  ofContext.set(key, places)
  return places
}

const sampled = new WeakMap<Context, ReadonlyMap<string | null, Write>>()

/** One record of each intent. */
function samplesOf(context: Context): ReadonlyMap<string | null, Write> {
  const samples =
    sampled.get(context) ??
    new Map([...context.added.values()].flat().map((write) => [write.intent, write] as const))
  sampled.set(context, samples)
  return samples
}

function* findFree(context: Context, intents: ReadonlySet<string | null>): Ask<readonly FreePlace[]> {
  const places: FreePlace[] = []
  for (const [path, all] of context.added) {
    const writes = all.filter(({ intent }) => intents.has(intent))
    const free = writes.length === 0 ? null : yield* freeOf(context, path, writes)
    if (free !== null && free.size > 0) places.push({ path, writes, free })
  }
  return places
}

function* freeOf(context: Context, path: string, writes: readonly Write[]): Ask<Multiset<string> | null> {
  const arrived = yield* arrivedAt(context, path, writes)
  if (arrived === null) return null
  const free: Multiset<string> = new Map()
  const recorded = count(writes.flatMap(({ hunks }) => hunks ?? []).flatMap(({ added }) => added))
  for (const [digest, times] of recorded) {
    if (!isRedacted(digest)) addTo(free, digest, times - Math.max(0, arrived.get(digest) ?? 0))
  }
  return free
}

/** Net lines of the recorded path in this change; null = cannot be known, so nothing is free. */
function* arrivedAt(
  { changes, evidence }: Context,
  path: string,
  writes: readonly Write[],
): Ask<ReadonlyMap<string, number> | null> {
  const change = changes.get(path)
  // Unchanged here: if the records created it, it never came; else it still stands, and its lines may come later.
  if (change === undefined) return inLedgerOrder(writes)[0]?.edge?.before === null ? new Map() : null
  const before = yield* digestsOf(evidence, change.before?.blob ?? null)
  const after = yield* digestsOf(evidence, change.after?.blob ?? null)
  return before === null || after === null ? null : difference(after, before)
}

/** A recorded move brings the old path's base lines along, where that path is gone from the target. */
export function* carriedLines({ context, usable }: PathCase): Ask<Multiset<string>> {
  const origins = new Set(usable.flatMap(({ movedFrom }) => movedFrom ?? []))
  const gone = [...origins]
    .flatMap((path) => context.changes.get(path) ?? [])
    .filter(({ after }) => after === null)
  const lines: string[] = []
  for (const { before } of gone)
    lines.push(...((yield* digestsOf(context.evidence, before?.blob ?? null)) ?? []))
  return count(lines)
}
