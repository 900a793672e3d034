import type { Ask } from './ask.ts'
import type { Change } from './change.ts'
import type { Evidence } from './evidence.ts'
import type { Stretch } from './layout.ts'
import { addTo, type Multiset } from './multiset.ts'
import type { How } from './report.ts'
import type { Snapshot } from './snapshot.ts'
import type { Write } from './trace.ts'

/** What the paths of one change share while they are judged, in the order of the snapshot. */
export interface Context {
  readonly snapshot: Snapshot
  readonly evidence: Evidence
  readonly changes: ReadonlyMap<string, Change>
  /** Records new in this change, by path. */
  readonly added: ReadonlyMap<string, readonly Write[]>
  /** Lines recorded on another path that have been found here already: a line moves to one place only. */
  readonly moved: Multiset<string>
}

export function contextOf(snapshot: Snapshot, evidence: Evidence): Context {
  const added = groupByPath(evidence.ledger.added)
  const changes = new Map(snapshot.changes.map((change) => [change.path, change]))
  return { snapshot, evidence, changes, added, moved: new Map() }
}

/** Did this change bring the record? By id: one that is read twice is two objects. */
export function isNew({ added }: Context, { path, id }: Write): boolean {
  return added.get(path)?.some((write) => write.id === id) === true
}

/** One changed path with the records it may be explained by. */
export interface PathCase {
  readonly context: Context
  readonly change: Change
  /** R: records of this path that may explain it, used up or not. */
  readonly records: readonly Write[]
  /** U: those that are not spent. */
  readonly usable: readonly Write[]
  /** May this record, of another path, explain lines here? */
  readonly mayServe: (write: Write) => boolean
}

/** How a change is a revert: which way it goes, and what it takes as a whole. */
export interface Undoing {
  /** again: what was recorded and delivered, and has been taken out since, comes in once more. */
  readonly does: 'back' | 'again'
  readonly what: 'states' | 'hunks' | 'commit'
}

/** A step of EVIDENCE.md that succeeded. */
export interface Outcome {
  readonly how: How
  readonly used: readonly Write[]
  readonly lines?: { readonly changed: number; readonly covered: number }
  readonly undelivered?: number
  readonly weak?: 'yes'
  readonly undoing?: Undoing
  /** Digests taken from records of other paths. */
  readonly takenFromElsewhere?: Multiset<string>
  /** The target as it was traced, before it was laid out anew. */
  readonly relaid?: readonly Stretch[]
}

export type Step = (path: PathCase) => Ask<Outcome | null>

export function takeMoved(context: Context, outcome: Outcome): void {
  for (const [digest, times] of outcome.takenFromElsewhere ?? []) addTo(context.moved, digest, times)
}

export function groupByPath<T extends { readonly path: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(item.path)
    if (group === undefined) groups.set(item.path, [item])
    else group.push(item)
  }
  return groups
}
