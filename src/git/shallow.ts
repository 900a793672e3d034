import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import type { Repository } from './types.ts'

/**
 * In a shallow clone the commits at its edge look like roots, and an answer about history that ran into one is a guess: a merge
 * base that is no merge base, a range that is too long. Throws SHALLOW if a commit of `revisions` (as `git rev-list` takes
 * them) stands at the edge. Commits that all sides share do no harm and should be excluded by the caller.
 */
export async function refuseEdge(
  repo: Repository,
  revisions: readonly string[],
  what: string,
): Promise<void> {
  if (!repo.shallow) return
  const edge = await edgeCommits(repo)
  // A commit that was only made here stands in the scratch store.
  const { stdout } = await repo.scratch(['rev-list', ...revisions, '--'])
  const met = stdout
    .toString('latin1')
    .split('\n')
    .some((id) => edge.has(id))
  if (met) throw new GateError('SHALLOW', { what })
}

async function edgeCommits(repo: Repository): Promise<ReadonlySet<string>> {
  const text = await readFile(join(repo.commonDir, 'shallow'), 'latin1')
  return new Set(text.split('\n').filter((line) => line !== ''))
}
