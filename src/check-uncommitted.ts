import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { check } from './check.ts'
import type { Report } from './core/report.ts'
import { openRepository } from './git/repository.ts'
import { stageAside } from './git/stage-aside.ts'
import type { Repository } from './git/types.ts'
import { ledgerSite } from './record.ts'
import type { CheckRequest } from './request.ts'
import { stateFolder } from './store/session.ts'
import { readState } from './store/writer-state.ts'

/**
 * Judges what is not committed yet, as the pre-commit hook would: what is staged and the recorder's own open shards, or all as if
 * everything were staged now. Nothing real is staged.
 */
export async function checkUncommitted(
  cwd: string,
  scope: 'staged' | 'all',
  request: Omit<CheckRequest, 'what' | 'env'>,
): Promise<Report> {
  const repo = await openRepository(cwd)
  try {
    const aside = await stageAside(repo, scope === 'all' ? ['.'] : await openShards(repo))
    try {
      const env = { ...process.env, ...aside.env }
      return await check(repo.top, { ...request, what: { kind: 'staged' }, env })
    } finally {
      aside.remove()
    }
  } finally {
    await repo.close()
  }
}

async function openShards(repo: Repository): Promise<string[]> {
  const { site } = await ledgerSite(repo)
  if (site.autostage === 'off') return []
  const own = readState(stateFolder(repo.gitDir)).files.map(({ path }) => path)
  return own.filter((path) => existsSync(join(repo.top, path)))
}
