import type { Entry } from '../core/change.ts'
import type { Comparison, Repository } from './types.ts'
import { treeView } from './views.ts'
import { worktreeState } from './worktree.ts'

/**
 * Blobs that the path has elsewhere and that can be read: in HEAD, index and working tree for what is staged, in every commit of a
 * range. The working tree counts as git would store it.
 */
export async function loadStates(repo: Repository, comparison: Comparison, path: string): Promise<string[]> {
  const { base, target, commits, snapshot } = comparison
  const views = [base, target, ...commits.map((commit) => treeView(repo, commit, commit))]
  const entries = await Promise.all(views.map((view) => view.entry(path)))
  if (snapshot.source.kind === 'staged') entries.push(...(await localEntries(repo, path)))
  const blobs = new Set(entries.filter((entry) => entry !== null).map((entry) => entry.blob))
  const infos = await Promise.all(Array.from(blobs, (blob) => repo.info(blob)))
  // A submodule's commit and a blob that a partial clone lacks are no text to compose.
  return infos.flatMap((info) => (info?.type === 'blob' ? [info.oid] : []))
}

/** HEAD, where the base is something else (a merge as git redoes it), and the working tree. */
async function localEntries(repo: Repository, path: string): Promise<(Entry | null)[]> {
  const head = await repo.info('HEAD^{commit}')
  const committed = head === null ? null : await treeView(repo, head.oid, 'HEAD').entry(path)
  const onDisk = (await worktreeState(repo, [path])).get(path)
  return [committed, onDisk?.entry ?? null]
}
