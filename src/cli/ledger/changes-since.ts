import type { Change } from '../../core/change.ts'
import { GateError } from '../../core/error.ts'
import { copyIndex } from '../../git/copy-index.ts'
import { redoMerge } from '../../git/merge.ts'
import { mergeHeads } from '../../git/operation.ts'
import { mergeBases, resolveCommit } from '../../git/revision.ts'
import { stagedChanges, treeChanges } from '../../git/tree-changes.ts'
import type { Repository } from '../../git/types.ts'
import { treeView } from '../../git/views.ts'
import { usageError } from '../flags.ts'
import type { Measured } from './adoptable.ts'

/**
 * What would land in `revision` if what is staged were committed: just what `check --range` will judge once the ledger is
 * committed. Throws as `resolveCommit` does, and NO_MERGE_BASE, UNMERGED, USAGE in the middle of a merge.
 */
export async function changesSince(repo: Repository, revision: string): Promise<Measured> {
  const since = await resolveCommit(repo, revision)
  const head = await resolveCommit(repo, 'HEAD')
  if ((await mergeHeads(repo, {})).length > 0)
    throw usageError('a merge is in progress', 'finish it first, or adopt without --since')
  const bases = await mergeBases(repo, since, head)
  if (bases.length === 0) throw new GateError('NO_MERGE_BASE', { base: revision, head: 'HEAD' })
  const changes = await landing(repo, { since, target: await commitToCome(repo, head), bases })
  return { changes, base: treeView(repo, since, revision), nested: [] }
}

interface Ends {
  readonly since: string
  readonly target: string
  readonly bases: readonly string[]
}

async function landing(repo: Repository, { since, target, bases }: Ends): Promise<readonly Change[]> {
  if (bases.includes(since)) return treeChanges(repo, since, target)
  const redone = await redoMerge(repo, [since, target])
  if (redone.clean) return treeChanges(repo, since, redone.tree)
  const fork = await redoMerge(repo, bases)
  return treeChanges(repo, fork.tree, target)
}

/** The commit that would be made now, in the scratch store; HEAD itself where nothing is staged. */
async function commitToCome(repo: Repository, head: string): Promise<string> {
  if ((await stagedChanges(repo, head)).length === 0) return head
  const index = await copyIndex(repo.indexFile)
  try {
    // In a copy: git would note the new trees in the index, and they are gone when the scratch store is.
    const tree = await ask(repo, ['write-tree'], { GIT_INDEX_FILE: index.file })
    return await ask(repo, ['commit-tree', tree, '-p', head, '-m', 'staged'], NOBODY)
  } finally {
    index.remove()
  }
}

const NOBODY = {
  GIT_AUTHOR_NAME: 'intentgate',
  GIT_AUTHOR_EMAIL: 'none',
  GIT_COMMITTER_NAME: 'intentgate',
  GIT_COMMITTER_EMAIL: 'none',
}

async function ask(repo: Repository, args: readonly string[], env: Record<string, string>): Promise<string> {
  return (await repo.scratch(args, { env })).stdout.toString('latin1').trim()
}
