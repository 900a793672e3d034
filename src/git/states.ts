import type { Entry } from '../core/change.ts'
import type { Comparison, Repository } from './types.ts'
import { emptyView, treeView } from './views.ts'
import { worktreeState } from './worktree.ts'

/**
 * Blobs that each path has elsewhere and that can be read: in HEAD, index and working tree for what is staged, in every commit of a
 * range. The working tree counts as git would store it.
 */
export async function loadStates(
  repo: Repository,
  comparison: Comparison,
  paths: readonly string[],
): Promise<Map<string, string[]>> {
  const { base, target, commits, snapshot } = comparison
  const views = [base, target, ...commits.map((commit) => treeView(repo, commit, commit))]
  const local = snapshot.source.kind === 'staged' ? await localEntries(repo, paths) : null
  const found = paths.map(async (path) => {
    const entries = await Promise.all(views.map((view) => view.entry(path)))
    return [path, await textBlobs(repo, [...entries, ...((await local?.(path)) ?? [])])] as const
  })
  return new Map(await Promise.all(found))
}

async function textBlobs(repo: Repository, entries: readonly (Entry | null)[]): Promise<string[]> {
  const blobs = new Set(entries.filter((entry) => entry !== null).map((entry) => entry.blob))
  const infos = await Promise.all(Array.from(blobs, (blob) => repo.info(blob)))
  // A submodule's commit and a blob that a partial clone lacks are no text to compose.
  return infos.flatMap((info) => (info?.type === 'blob' ? [info.oid] : []))
}

/** HEAD, where the base is something else (a merge as git redoes it), and the working tree. */
async function localEntries(
  repo: Repository,
  paths: readonly string[],
): Promise<(path: string) => Promise<(Entry | null)[]>> {
  const head = await repo.info('HEAD^{commit}')
  const view = head === null ? emptyView() : treeView(repo, head.oid, 'HEAD')
  const onDisk = await worktreeState(repo, paths)
  return async (path) => [await view.entry(path), onDisk.get(path)?.entry ?? null]
}
