import { GateError } from '../core/error.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { plainViews, type Views } from './each-views.ts'
import { measure } from './measure.ts'
import { LOG_ARGUMENTS, type LoggedCommit, parseLog } from './parse-log.ts'
import { resolveCommit } from './revision.ts'
import { refuseEdge } from './shallow.ts'
import { shortId } from './short-id.ts'
import { treeChanges } from './tree-changes.ts'
import type { Comparison, Repository, View } from './types.ts'

/**
 * One commit against its first parent, a merge against the redone merge, a root commit against nothing.
 * Throws as `resolveCommit` does, and SHALLOW, GIT_TOO_OLD, GIT_FAILED.
 */
export async function commitComparison(
  repo: Repository,
  revision: string,
  place: Snapshot['place'],
): Promise<Comparison> {
  const id = await resolveCommit(repo, revision)
  await refuseEdge(repo, ['--no-walk', id], `the parent of ${shortId(id)}`)
  const { stdout } = await repo.git(['log', ...LOG_ARGUMENTS, '--no-walk', id, '--'])
  const [logged] = [...parseLog(stdout)]
  if (logged === undefined) throw new GateError('GIT_OUTPUT', { command: 'log', detail: 'no commit' })
  return compareLogged(repo, logged, { place, moreEvidence: [], views: plainViews(repo) })
}

export interface Judging {
  readonly place: Snapshot['place']
  readonly moreEvidence: readonly View[]
  readonly views: Views
}

/** A commit as the log tells it. Unless it is a merge, git is not asked again. */
export async function compareLogged(
  repo: Repository,
  logged: LoggedCommit,
  { place, moreEvidence, views: { parent, target } }: Judging,
): Promise<Comparison> {
  const { id, parents, message } = logged
  const logStart = parents[0] ?? repo.emptyTree
  const { changes, merged, conflicted, ...views } = await measure(repo, parents, {
    changesFrom: async (from) => (from === logStart ? logged.changes : treeChanges(repo, from, id)),
    viewOf: parent,
  })
  const source = { kind: 'commit', base: parents[0] ?? null, head: id, mergeBases: [] } as const
  return {
    ...views,
    snapshot: { source, place, operation: null, changes, merged, conflicted, message },
    target: target(logged),
    moreEvidence,
    commits: [],
  }
}
