import { type Ask, digestsOf } from '../ask.ts'
import { inLedgerOrder } from '../edges.ts'
import { addTo, count, difference, type Multiset } from '../multiset.ts'
import type { Context, PathCase } from '../path-case.ts'
import { isRedacted, type Write } from '../trace.ts'

/**
 * Lines recorded on other paths that are free to stand here: as often as they did not arrive, or did not stay, where
 * they were recorded. A copy is not a move: a line that stands there too is not free.
 */
export function* movedLines({ context, change, mayServe }: PathCase): Ask<Multiset<string>> {
  // Into a file that stood there before, a line from elsewhere is an edit like any other: a scratch file, recorded and thrown
  // away, would else pay for an untraced insertion anywhere.
  if (change.before !== null) return new Map()
  const free: Multiset<string> = new Map()
  for (const [path, writes] of context.added) {
    const serving = path === change.path ? [] : writes.filter(mayServe)
    if (serving.length > 0) yield* collectFree(context, path, serving, free)
  }
  return without(free, context.moved)
}

function without(free: Multiset<string>, taken: Multiset<string>): Multiset<string> {
  const left: Multiset<string> = new Map()
  for (const [digest, times] of free) addTo(left, digest, times - (taken.get(digest) ?? 0))
  return left
}

function* collectFree(
  context: Context,
  path: string,
  writes: readonly Write[],
  free: Multiset<string>,
): Ask<void> {
  const arrived = yield* arrivedAt(context, path, writes)
  if (arrived === null) return
  const recorded = count(writes.flatMap(({ hunks }) => hunks ?? []).flatMap(({ added }) => added))
  for (const [digest, times] of recorded) {
    if (!isRedacted(digest)) addTo(free, digest, times - Math.max(0, arrived.get(digest) ?? 0))
  }
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
