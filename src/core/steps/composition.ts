import { type Ask, diffOf, digestsOf, statesOf } from '../ask.ts'
import { reachableBlobs } from '../edges.ts'
import type { Evidence } from '../evidence.ts'
import { firstIndex } from '../order.ts'
import type { Outcome, PathCase } from '../path-case.ts'
import type { Hunk, Write } from '../trace.ts'
import { explainWith, textSides } from './lines.ts'

// Pairs grow with the square of the states, each a diff; a path with more states than this has its chain anyway.
const MAX_STATES = 12

/**
 * Step 5: two readable states of the path, one reached from the other by edges: their diff is one virtual record. So
 * `git add -p` of the net effect of several writes is explained.
 */
export function* composition(path: PathCase): Ask<Outcome | null> {
  const sides = yield* textSides(path)
  if (sides === null || path.usable.length < 2) return null
  for (const virtual of yield* virtualWrites(path.context.evidence, path.change.path, path.usable)) {
    const outcome = yield* explainWith(path, sides, { writes: [virtual.write], conflict: null })
    if (outcome !== null) return { ...outcome, used: path.usable }
  }
  return null
}

interface Virtual {
  readonly write: Write
}

/** One record per pair of readable states x, y of the path with y reached from x by the records' edges. */
export function* virtualWrites(evidence: Evidence, path: string, writes: readonly Write[]): Ask<Virtual[]> {
  const elsewhere = yield* statesOf(evidence, path)
  const recorded = writes.flatMap(({ edge }) => [edge?.before?.blob, edge?.after?.blob])
  const states = [...new Set([...elsewhere, ...recorded])]
    .filter((blob) => blob !== undefined)
    .slice(0, MAX_STATES)
  const virtual: Virtual[] = []
  for (const from of states) {
    const reached = reachableBlobs(writes, from)
    for (const to of states.filter((blob) => reached.has(blob))) {
      const hunks = yield* hunksBetween(evidence, from, to)
      if (hunks !== null) virtual.push({ write: { ...writes[0]!, edge: blobEdge(from, to), hunks } })
    }
  }
  return virtual
}

function blobEdge(from: string, to: string): Write['edge'] {
  return { before: { mode: '100644', blob: from }, after: { mode: '100644', blob: to } }
}

/** The diff of two blobs with digests; null if either is not readable text. */
export function* hunksBetween(evidence: Evidence, from: string, to: string): Ask<Hunk[] | null> {
  const before = yield* digestsOf(evidence, from)
  const after = yield* digestsOf(evidence, to)
  if (before === null || after === null) return null
  const hunks = yield* diffOf(evidence, from, to)
  return hunks.map((at) => ({
    at,
    removed: before.slice(firstIndex(at[0], at[1]), firstIndex(at[0], at[1]) + at[1]),
    added: after.slice(firstIndex(at[2], at[3]), firstIndex(at[2], at[3]) + at[3]),
  }))
}
