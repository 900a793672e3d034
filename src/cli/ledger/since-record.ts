import { isSidecarsOwn } from '../../core/sidecar.ts'
import { changedPaths } from '../../git/changed-paths.ts'
import type { Repository } from '../../git/types.ts'
import { worktreeState } from '../../git/worktree.ts'
import { type FileDraft, headView } from '../../record.ts'
import {
  type LastRecords,
  readLastRecords,
  stateBefore,
  stateBeforeForIntent,
} from '../../store/last-record.ts'
import { stateFolder } from '../../store/session.ts'
import { baselineView } from './baseline.ts'
import { bytesOf } from './file-drafts.ts'
import { withMoves } from './moves.ts'
import { sortNested } from './nested.ts'
import { isNamed } from './pathspec.ts'
import { whereaboutsIn } from './whereabouts.ts'

export interface Unrecorded {
  readonly files: readonly FileDraft[]
  /** Where no path is named: repositories of their own, which are not looked at. */
  readonly nested: readonly string[]
}

/** What changed in the working tree since it was last recorded, below `pathspecs`; `intent`: or was recorded for another one. */
export async function changesSinceRecord(
  repo: Repository,
  pathspecs: readonly string[],
  intent?: string,
): Promise<Unrecorded> {
  const last = readLastRecords(stateFolder(repo.gitDir))
  const found = await candidates(repo, pathspecs, last)
  const { own, nested } = pathspecs.length > 0 ? { own: found, nested: [] } : await sortNested(repo, found)
  return { files: withMoves(await draftsAt(repo, own, { last, intent })), nested }
}

async function draftsAt(
  repo: Repository,
  paths: readonly string[],
  { last, intent }: { last: LastRecords; intent: string | undefined },
): Promise<FileDraft[]> {
  const [head, base] = [await headView(repo), await baselineView(repo)]
  const worktree = await worktreeState(repo, paths)
  const whereabouts = whereaboutsIn(repo, head)
  const drafts: FileDraft[] = []
  for (const [path, { entry, bytes }] of worktree) {
    const states = { head: await head.entry(path), base: await base.entry(path), current: entry }
    const known = last.get(path)
    const placed = known && { ...known, whereabouts: await whereabouts(known) }
    const since = stateBefore(placed, states)
    const found = since === 'unchanged' ? stateBeforeForIntent(placed, states, intent) : since
    if (found === 'unchanged' || isSidecarsOwn({ path, before: found.before, after: entry })) continue
    const { before } = found
    const beforeBytes = await bytesOf(repo, before)
    drafts.push({ path, before, after: entry, beforeBytes, afterBytes: bytes })
  }
  return drafts
}

// A recorded file that is back to what HEAD holds differs from its last record, and not from HEAD.
async function candidates(
  repo: Repository,
  pathspecs: readonly string[],
  last: LastRecords,
): Promise<readonly string[]> {
  const changed = await changedPaths(repo, pathspecs)
  const recorded = [...last.keys()].filter((path) => isNamed(repo, path, pathspecs))
  return [...new Set([...changed, ...recorded])]
}
