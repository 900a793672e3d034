import { GateError } from '../core/error.ts'
import type { Repository } from './types.ts'

const MERGE_TREE_SINCE = [2, 38] as const

const checked = new WeakMap<Repository, Promise<void>>()

/** Redoing a merge needs `git merge-tree --write-tree`. Throws GIT_TOO_OLD. Asks git once per repository. */
export function requireMergeTree(repo: Repository): Promise<void> {
  const earlier = checked.get(repo)
  if (earlier !== undefined) return earlier
  const check = checkVersion(repo)
  checked.set(repo, check)
  return check
}

async function checkVersion(repo: Repository): Promise<void> {
  const { stdout } = await repo.git(['version'])
  const version = stdout.toString('utf8').trim()
  if (!supportsMergeTree(version))
    throw new GateError('GIT_TOO_OLD', { version: version.replace('git version ', '') })
}

/** Reads `git version 2.39.5 (Apple Git-154)`; what cannot be read is too old. */
export function supportsMergeTree(version: string): boolean {
  const [, major, minor] = /^git version ([0-9]+)\.([0-9]+)/.exec(version) ?? []
  const [needMajor, needMinor] = MERGE_TREE_SINCE
  return Number(major) > needMajor || (Number(major) === needMajor && Number(minor) >= needMinor)
}
