import type { Change } from '../core/change.ts'
import { isPick } from './conflicts.ts'
import { type RedoneMerge, redoMerge } from './merge.ts'
import type { Comparison, Repository, View } from './types.ts'
import { emptyView, treeView } from './views.ts'

export type Measured = Pick<
  Comparison,
  'base' | 'origin' | 'ledgerBase' | 'historyFrom' | 'historyAlsoFrom'
> &
  Pick<Comparison['snapshot'], 'changes' | 'merged' | 'conflicted'>

export interface Measuring {
  /** What differs between a commit or tree and the target. */
  readonly changesFrom: (id: string) => Promise<readonly Change[]>
  readonly viewOf: (commit: string) => View
}

/**
 * Measures a commit, made or staged, against its parents (full ids): none = from nothing, one = from that, several = from the
 * merge as git redoes it. Not from what all parents lack: hand edits that pick sides outside a conflict would pass.
 * Policy and intents are the first parent's in any case.
 */
export async function measure(
  repo: Repository,
  parents: readonly string[],
  { changesFrom, viewOf }: Measuring,
): Promise<Measured> {
  const [first = null] = parents
  const base = first === null ? emptyView() : viewOf(first)
  const changes = await changesFrom(first ?? repo.emptyTree)
  const plain = {
    base,
    ledgerBase: base,
    historyFrom: first,
    changes,
    merged: [],
    conflicted: new Set<string>(),
  }
  if (parents.length < 2) return plain
  const redone = await redoMerge(repo, parents)
  const origin = treeView(repo, redone.tree, 'the redone merge')
  const own = ownChanges(redone, await changesFrom(redone.tree))
  // Neither side's records may get lost in a merge.
  const merged = pathsBeyond(changes, own.changes)
  return { ...plain, ...own, origin, ledgerBase: origin, historyAlsoFrom: parents.slice(1), merged }
}

function ownChanges(
  redone: RedoneMerge,
  fromRedone: readonly Change[],
): Pick<Measured, 'changes' | 'conflicted'> {
  const byPath = new Map(fromRedone.map((change) => [change.path, change]))
  const changes = fromRedone.filter((change) => !isPick(change, redone.picks, byPath))
  const conflicted = changes.map(({ path }) => path).filter((path) => redone.conflicted.has(path))
  return { changes, conflicted: new Set(conflicted) }
}

function pathsBeyond(all: readonly Change[], own: readonly Change[]): string[] {
  const judged = new Set(own.map(({ path }) => path))
  return all.map(({ path }) => path).filter((path) => !judged.has(path))
}
