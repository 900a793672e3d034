import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../git/types.ts'
import { clearPassed, lastPassed } from '../../hook/pass-marker.ts'
import { repairIndex } from './autostage.ts'
import type { HookIo } from './hook-io.ts'
import { placeOf } from './settle.ts'

/** post-commit: puts the shards of a `commit <path>` into the real index, and notes whether the gate saw the commit. */
export async function afterCommit(repo: Repository, io: HookIo): Promise<number> {
  await repairIndex(repo)
  const head = await repo.info('HEAD^{commit}')
  if (head === null) return 0
  if (await wasJudged(repo)) noteJudged(repo, head.oid)
  else if ((await repo.info('HEAD:.orchestration')) !== null)
    io.err(`intentgate: commit ${head.oid.slice(0, 10)} was not judged here; the push or CI will judge it\n`)
  clearPassed(placeOf(io.env, repo.top))
  return 0
}

/** The marker of the last pass names the commit that was HEAD then: our parent; or, for an amend, what HEAD was before. */
async function wasJudged(repo: Repository): Promise<boolean> {
  const passed = lastPassed(join(repo.gitDir, 'intentgate'))
  if (passed === null) return false
  const parent = await repo.info('HEAD^1^{commit}')
  if (parent === null && passed.head === '-') return true
  const before = await repo.info('HEAD@{1}^{commit}')
  return parent?.oid === passed.head || before?.oid === passed.head
}

/** One commit id per line: what the gate has seen in this worktree, so that `status` can count what it has not. */
function noteJudged(repo: Repository, commit: string): void {
  const state = join(repo.gitDir, 'intentgate')
  mkdirSync(state, { recursive: true })
  appendFileSync(join(state, 'commits'), `${commit}\n`)
}
