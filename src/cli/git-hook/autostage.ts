import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../git/types.ts'

/**
 * The recorder's own open shards, root-relative; those that are not on disk left out. One that was away at the last record
 * is back by now if a stash was popped since.
 */
export function openShards({ top, gitDir }: Repository): string[] {
  const names = ['open', 'away'].flatMap((list) => linesOf(join(gitDir, 'intentgate', list)))
  return names.filter((name) => name !== '' && existsSync(join(top, name)))
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
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
