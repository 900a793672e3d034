import { GateError } from '../core/error.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { measure } from './measure.ts'
import { mergeHeads, operationInProgress } from './operation.ts'
import { refuseEdge } from './shallow.ts'
import { stagedChanges } from './tree-changes.ts'
import type { Comparison, Repository } from './types.ts'
import { indexView, treeView } from './views.ts'

export interface StagedOptions {
  readonly place: Snapshot['place']
  /** HEAD^: what is staged will take HEAD's place (an amend), so HEAD's own parents count. */
  readonly base?: 'HEAD' | 'HEAD^'
  /** The commit message, once a hook is given it. */
  readonly message?: string | null
}

/**
 * What is staged, against HEAD: against nothing before the first commit, against the redone merge while one is in progress.
 * The index is the one of GIT_INDEX_FILE: `git commit -a` and `git commit <path>` commit one of their own.
 * Throws UNMERGED, MISSING_OBJECT, SHALLOW, GIT_TOO_OLD, GIT_FAILED.
 */
export async function stagedComparison(
  repo: Repository,
  { place, base = 'HEAD', message = null }: StagedOptions,
): Promise<Comparison> {
  const parents = base === 'HEAD' ? await parentsToCome(repo) : await parentsOfHead(repo)
  const { changes, merged, conflicted, ...views } = await measure(repo, parents, {
    changesFrom: (id) => stagedChanges(repo, id),
    viewOf: (commit) => treeView(repo, commit, base),
  })
  const source = { kind: 'staged', base: parents[0] ?? null, head: null, mergeBases: [] } as const
  const operation = await operationInProgress(repo)
  return {
    ...views,
    snapshot: { source, place, operation, changes, merged, conflicted, message },
    target: indexView(repo),
    moreEvidence: [],
    commits: [],
  }
}

async function parentsToCome(repo: Repository): Promise<string[]> {
  const head = await headCommit(repo)
  if (head === null) return []
  const merging = await Promise.all((await mergeHeads(repo)).map((id) => repo.info(`${id}^{commit}`)))
  // A hook that git runs during a merge may commit in another repository, where GITHEAD_<id> names nothing.
  const here = merging.flatMap((commit) => (commit === null ? [] : [commit.oid]))
  return [head, ...here.filter((id) => id !== head)]
}

async function parentsOfHead(repo: Repository): Promise<string[]> {
  const head = await headCommit(repo)
  if (head === null) return []
  await refuseEdge(repo, ['--no-walk', head], 'the parent of HEAD')
  const { stdout } = await repo.git(['rev-list', '--parents', '--no-walk', head, '--'])
  return stdout.toString('latin1').trim().split(' ').slice(1)
}

/** null = before the first commit. */
async function headCommit(repo: Repository): Promise<string | null> {
  const commit = await repo.info('HEAD^{commit}')
  if (commit !== null) return commit.oid
  const { status, stdout } = await repo.git(['rev-parse', '--verify', '--quiet', 'HEAD'], { allow: [1] })
  // A branch whose commit is lost is no new branch: judged against nothing, everything would be the start of a history.
  if (status === 0)
    throw new GateError('MISSING_OBJECT', { oid: stdout.toString('latin1').trim(), what: 'HEAD' })
  return null
}
