import type { Entry } from '../core/change.ts'
import { settle } from './conflicts.ts'
import { type RoomGit, withMergeRoom } from './merge-room.ts'
import { parseMergeTree, type TwoMerged } from './parse-merge-tree.ts'
import { refuseEdge } from './shallow.ts'
import type { Repository } from './types.ts'
import { requireMergeTree } from './version.ts'

/** What git makes of a merge by itself. */
export interface RedoneMerge {
  /** In the scratch store; with conflict markers where it is not clean. */
  readonly tree: string
  readonly clean: boolean
  /** Files in which git left conflict markers. */
  readonly conflicted: ReadonlySet<string>
  /**
   * Conflicts that git cannot write as lines (binary, submodule, symlink, a type, a deletion, a rename): it leaves one side in
   * the tree, and taking the other is a resolution, not an edit. Path → every entry that resolves it; null = no such file.
   */
  readonly picks: ReadonlyMap<string, readonly (Entry | null)[]>
}

/**
 * Merges two or more commits (full ids) again, as `git merge` would with default settings; an octopus parent by parent.
 * Histories without a common commit are merged too. Throws GIT_TOO_OLD, SHALLOW, GIT_FAILED.
 */
export async function redoMerge(repo: Repository, parents: readonly string[]): Promise<RedoneMerge> {
  const [first = '', ...others] = parents
  const supported = requireMergeTree(repo)
  // Awaited below; until then a failure must not count as unhandled.
  supported.catch(() => undefined)
  // Beyond the edge of a shallow clone a better merge base may lie, and git would make another merge.
  for (const theirs of others)
    await refuseEdge(repo, [`${first}...${theirs}`], `the merge base of ${first} and ${theirs}`)
  return withMergeRoom(repo, first, async (git) => {
    await supported
    const steps: TwoMerged[] = []
    for (const theirs of others) {
      const last = steps.at(-1)
      const ours = last === undefined ? first : await commitTree(git, last.tree, [last.ours, last.theirs])
      steps.push(await mergeTwo(git, ours, theirs))
    }
    // A single commit is its own merge.
    const tree = steps.at(-1)?.tree ?? first
    return { tree, clean: steps.every((step) => step.clean), ...(await settle(repo, tree, steps)) }
  })
}

/** Merges two commits (full ids) in the room. Throws GIT_FAILED. */
export async function mergeTwo(git: RoomGit, ours: string, theirs: string): Promise<TwoMerged> {
  const args = ['merge-tree', '--write-tree', '-z', '--allow-unrelated-histories', ours, theirs]
  const { status, stdout } = await git(args, { allow: [1] })
  return { ours, theirs, clean: status === 0, ...parseMergeTree(stdout) }
}

/** Makes a commit of a tree, or of a commit's tree, in the scratch store: the same id for the same tree and parents. */
export async function commitTree(git: RoomGit, tree: string, parents: readonly string[]): Promise<string> {
  const args = [
    'commit-tree',
    `${tree}^{tree}`,
    '-m',
    'redone',
    ...parents.flatMap((parent) => ['-p', parent]),
  ]
  return (await git(args)).stdout.toString('latin1').trim()
}
