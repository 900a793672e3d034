import { stateKey } from '../core/change.ts'
import { commitTree, mergeTwo } from './merge.ts'
import { type RoomGit, withMergeRoom } from './merge-room.ts'
import type { TwoMerged } from './parse-merge-tree.ts'
import { changesTo, treeOf } from './tree-changes.ts'
import type { Comparison, Repository, View } from './types.ts'
import { type Candidate, revertCandidates } from './undo-candidates.ts'
import { requireMergeTree } from './version.ts'
import { treeView } from './views.ts'

/**
 * Is what the target holds at `path` what git makes of reverting a commit (see `revertCandidates`), or all of them, on what the
 * changes are measured from? Throws SHALLOW, GIT_TOO_OLD, GIT_FAILED.
 */
export async function redoesRevert(repo: Repository, comparison: Comparison, path: string): Promise<boolean> {
  const wanted = stateKey(await comparison.target.entry(path))
  for (const { view, conflicts } of await revertsFor(repo, comparison)) {
    if (!conflicts.has(path) && stateKey(await view.entry(path)) === wanted) return true
  }
  return false
}

/**
 * Is the whole target, the ledger included, what git makes of reverting one commit, or all that are named, and nothing else?
 * Throws SHALLOW, GIT_TOO_OLD, UNMERGED, GIT_FAILED.
 */
export async function isWholeRevert(repo: Repository, comparison: Comparison): Promise<boolean> {
  for (const { clean, tree } of await revertsFor(repo, comparison)) {
    if (clean && (await changesTo(repo, tree, comparison.target)).length === 0) return true
  }
  return false
}

interface Revert {
  readonly tree: string
  readonly view: View
  readonly clean: boolean
  /** Paths of which git could not tell what they become. */
  readonly conflicts: ReadonlySet<string>
}

const redone = new WeakMap<Comparison, Promise<Revert[]>>()

/** All of them, made once per comparison. */
function revertsFor(repo: Repository, comparison: Comparison): Promise<Revert[]> {
  const earlier = redone.get(comparison)
  if (earlier !== undefined) return earlier
  const reverts = redoReverts(repo, comparison)
  redone.set(comparison, reverts)
  return reverts
}

async function redoReverts(repo: Repository, comparison: Comparison): Promise<Revert[]> {
  const candidates = await revertCandidates(repo, comparison)
  if (candidates.length === 0) return []
  await requireMergeTree(repo)
  const start = treeOf(repo, comparison.origin ?? comparison.base)
  const merges = await withMergeRoom(repo, start, async (git) => {
    const alone = await inTurn(candidates, (candidate) => revertOn(git, start, candidate))
    return [...alone.map((merge) => [merge]), await allReverted(git, start, candidates)]
  })
  return merges.map((steps) => revertOf(repo, steps))
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}

/** One on top of the other, as `git revert A B` does: a squash of reverts, or the net of a range of them. */
async function allReverted(
  git: RoomGit,
  start: string,
  candidates: readonly Candidate[],
): Promise<TwoMerged[]> {
  const steps: TwoMerged[] = []
  for (const [at, candidate] of candidates.entries()) {
    // A merge has one candidate per parent, and can be reverted once.
    if (candidate.commit === candidates[at - 1]?.commit) continue
    steps.push(await revertOn(git, steps.at(-1)?.tree ?? start, candidate))
  }
  return steps
}

/**
 * The three-way merge of a revert: base the commit, ours the tree it is reverted on, theirs the state before it. The base is chosen by
 * making both sides its children, since `merge-tree --merge-base` came with git 2.40.
 */
async function revertOn(git: RoomGit, tree: string, { commit, before }: Candidate): Promise<TwoMerged> {
  return mergeTwo(git, await commitTree(git, tree, [commit]), await commitTree(git, before, [commit]))
}

function revertOf(repo: Repository, steps: readonly TwoMerged[]): Revert {
  const tree = steps.at(-1)!.tree
  const conflicts = new Set(steps.flatMap(({ stages, named }) => [...stages.keys(), ...named]))
  return {
    tree,
    view: treeView(repo, tree, 'the redone revert'),
    clean: steps.every(({ clean }) => clean),
    conflicts,
  }
}
