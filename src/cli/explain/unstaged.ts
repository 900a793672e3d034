import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type StagedAside, stageAside } from '../../git/stage-aside.ts'
import type { Repository } from '../../git/types.ts'
import { unstagedLedger } from '../unstaged-ledger.ts'
import type { Place } from './place.ts'

/**
 * What was asked about, as if it were staged with its records; null = it is, or there is nothing of it to stage. A line is counted
 * in the file that one sees; a whole file is what the next commit holds of it, as long as there is such a thing.
 */
export async function asIfStaged(repo: Repository, { path, line }: Place): Promise<StagedAside | null> {
  if (!(await isUnstaged(repo, path))) return null
  if (line === null && (await isKnown(repo, path))) return null
  return await stageAside(repo, [path, ...(await unstagedLedger(repo))])
}

async function isUnstaged(repo: Repository, path: string): Promise<boolean> {
  if (!existsSync(join(repo.top, path))) return false
  const { stdout } = await repo.git([
    ...['ls-files', '-z', '--others', '--modified', '--exclude-standard', '--', path],
  ])
  return stdout.toString('utf8').split('\0').includes(path)
}

async function isKnown(repo: Repository, path: string): Promise<boolean> {
  return (await repo.info(`HEAD:${path}`)) !== null || (await repo.info(`:0:${path}`)) !== null
}
