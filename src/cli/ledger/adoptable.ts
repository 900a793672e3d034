import { type Change, stateKey } from '../../core/change.ts'
import { isSidecarsOwn } from '../../core/sidecar.ts'
import { changedPaths } from '../../git/changed-paths.ts'
import { stagedComparison } from '../../git/staged.ts'
import type { Repository, View } from '../../git/types.ts'
import { indexView } from '../../git/views.ts'
import { worktreeState } from '../../git/worktree.ts'
import { sortNested } from './nested.ts'
import { isNamed } from './pathspec.ts'

/** Changes, and the tree whose ledger does not count for them. */
export interface Measured {
  readonly changes: readonly Change[]
  readonly base: View
  /** Where no path is named: repositories of their own, which are not looked at. */
  readonly nested: readonly string[]
}

/**
 * What a person can answer for before a commit: what is staged, and where a path is not staged, its working tree.
 * Measured as the check will measure it: from HEAD, or from the redone merge while one is in progress.
 */
export async function changesToCommit(repo: Repository, pathspecs: readonly string[]): Promise<Measured> {
  const { snapshot, base, origin } = await stagedComparison(repo, { place: 'local' })
  const from = origin ?? base
  const staged = snapshot.changes.filter(({ path }) => isNamed(repo, path, pathspecs))
  const known = new Set(snapshot.changes.map(({ path }) => path))
  const others = (await changedPaths(repo, pathspecs)).filter((path) => !known.has(path))
  const { own, nested } = pathspecs.length > 0 ? { own: others, nested: [] } : await sortNested(repo, others)
  return { changes: [...staged, ...(await unstagedChanges(repo, from, own))], base: from, nested }
}

// A path that is as the index has it is either unchanged or git's own work of a merge.
async function unstagedChanges(repo: Repository, from: View, paths: readonly string[]): Promise<Change[]> {
  const index = indexView(repo)
  const changes: Change[] = []
  for (const [path, { entry }] of await worktreeState(repo, paths)) {
    if (stateKey(entry) === stateKey(await index.entry(path))) continue
    const before = await from.entry(path)
    if (stateKey(before) !== stateKey(entry)) changes.push({ path, before, after: entry })
  }
  return changes
}

/** What needs a trace of its own. */
export function traceable(measured: Measured): Measured {
  return { ...measured, changes: measured.changes.filter((change) => !isSidecarsOwn(change)) }
}
