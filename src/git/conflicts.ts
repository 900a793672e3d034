import { type Change, type Entry, stateKey } from '../core/change.ts'
import { conflictBlocks } from '../core/conflict.ts'
import type { RedoneMerge } from './merge.ts'
import type { Sides, TwoMerged } from './parse-merge-tree.ts'
import type { Repository, View } from './types.ts'
import { treeView } from './views.ts'

type Picks = Map<string, readonly (Entry | null)[]>

/** Tells conflicts that stand in the file as lines from those whose only resolution is a whole file of one side. */
export async function settle(
  repo: Repository,
  tree: string,
  steps: readonly TwoMerged[],
): Promise<Pick<RedoneMerge, 'conflicted' | 'picks'>> {
  const redone = treeView(repo, tree, 'the redone merge')
  const conflicted = new Set<string>()
  const picks: Picks = new Map()
  const pending = await Promise.all(steps.map((step) => allSides(repo, redone, step)))
  for (const [path, sides] of pending.flatMap((found) => [...found])) {
    const entry = await redone.entry(path)
    const marked = await isMarked(repo, entry)
    if (marked) conflicted.add(path)
    const free = marked ? absentSides(sides) : wholeSides(sides, entry)
    picks.set(path, [...(picks.get(path) ?? []), ...free])
  }
  return { conflicted, picks }
}

async function isMarked(repo: Repository, entry: Entry | null): Promise<boolean> {
  if (entry === null || !entry.mode.startsWith('100')) return false
  const content = await repo.content(entry.blob)
  return typeof content !== 'string' && conflictBlocks(content).size > 0
}

/** A file renamed to two names has its lines under both: the name that one side does not have may go. */
function absentSides({ ours, theirs }: Sides): (Entry | null)[] {
  return ours === null || theirs === null ? [null] : []
}

/** Only where git left one side as it was: what it merged itself, nobody may put back. */
function wholeSides({ ours, theirs }: Sides, left: Entry | null): (Entry | null)[] {
  const isLeft = [ours, theirs].some((side) => stateKey(side) === stateKey(left))
  return isLeft ? [ours, theirs] : []
}

async function allSides(repo: Repository, redone: View, step: TwoMerged): Promise<Map<string, Sides>> {
  const sides = withOriginalNames(step)
  const [ours, theirs] = [step.ours, step.theirs].map((id) => treeView(repo, id, id))
  for (const path of step.named) {
    // A renamed folder's file is named by where it was: staying there is the other resolution.
    if (sides.has(path) || (await redone.entry(path)) !== null) continue
    sides.set(path, { ours: await ours!.entry(path), theirs: await theirs!.entry(path) })
  }
  return sides
}

/**
 * Where a file is in the way of a folder, or of a symlink, git moves one side to `path~<commit>`, which nobody commits: that
 * name may go, and `path` may be what was moved away from it.
 */
function withOriginalNames(step: TwoMerged): Map<string, Sides> {
  const sides = new Map(step.stages)
  for (const [path, moved] of step.stages) {
    const original = originalName(path, step)
    if (original === null) continue
    const known = sides.get(original) ?? { ours: null, theirs: null }
    sides.set(original, { ours: known.ours ?? moved.ours, theirs: known.theirs ?? moved.theirs })
  }
  return sides
}

function originalName(path: string, { ours, theirs }: TwoMerged): string | null {
  const match = /^(.+)~([0-9a-f]+)(?:_\d+)?$/s.exec(path)
  return match !== null && (match[2] === ours || match[2] === theirs) ? match[1]! : null
}

/** Is the change nothing but the choice of a side, in a conflict that leaves no other? */
export function isPick(
  change: Change,
  picks: RedoneMerge['picks'],
  changes: ReadonlyMap<string, Change>,
): boolean {
  const key = stateKey(change.after)
  if (picks.get(change.path)?.some((entry) => stateKey(entry) === key) === true) return true
  return (
    change.after === null && foldersOf(change.path).some((folder) => isPickedFile(folder, picks, changes))
  )
}

/** Choosing the file where the other side has a folder takes the folder away. */
function isPickedFile(
  path: string,
  picks: RedoneMerge['picks'],
  changes: ReadonlyMap<string, Change>,
): boolean {
  const file = changes.get(path)?.after ?? null
  return file !== null && picks.get(path)?.some((entry) => stateKey(entry) === stateKey(file)) === true
}

function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))
}
