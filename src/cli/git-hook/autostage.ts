import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../git/types.ts'

/** The recorder's own open shards, root-relative; those that are no longer on disk left out. */
export function openShards({ top, gitDir }: Repository): string[] {
  const list = join(gitDir, 'intentgate', 'open')
  if (!existsSync(list)) return []
  const names = readFileSync(list, 'utf8').split('\n')
  return names.filter((name) => name !== '' && existsSync(join(top, name)))
}

/** Puts the open shards, and nothing else, into the index that is about to be committed. */
export async function stageOpenShards(repo: Repository): Promise<void> {
  await stage(repo, openShards(repo))
}

/**
 * After `commit <path>`, which has an index of its own: the shards that went into the commit are missing from the real
 * index, where they would look deleted.
 */
export async function repairIndex(repo: Repository): Promise<void> {
  const committed: string[] = []
  for (const shard of openShards(repo)) if ((await repo.info(`HEAD:${shard}`)) !== null) committed.push(shard)
  await stage(repo, committed)
}

async function stage(repo: Repository, shards: readonly string[]): Promise<void> {
  if (shards.length === 0) return
  await repo.git(['update-index', '--add', '--stdin'], { input: `${shards.join('\n')}\n` })
}
