import type { Report } from './core/report.ts'
import type { Facts } from './core/rule.ts'
import type { Desk } from './core/snapshot.ts'
import { eachVerdicts } from './each-commit.ts'
import { openRepository } from './git/repository.ts'
import type { Comparison, Repository } from './git/types.ts'
import type { CheckRequest } from './request.ts'
import { type Session, settle } from './settle.ts'
import { createEvidenceReader } from './store/evidence.ts'
import { createStructureReader } from './structure/reader.ts'

/** Git and the parser, started. Close it when done. */
export interface OpenSession {
  readonly session: Session
  close(): Promise<void>
}

export async function openSession(
  cwd: string,
  request: Omit<CheckRequest, 'what'>,
  opened: 'worktree' | 'commits',
): Promise<OpenSession> {
  const { place, today, author, env, onProgress, parser } = request
  const repo = await openRepository(cwd, opened, env)
  const structures = createStructureReader(parser ?? null)
  const occasion = { today: today ?? new Date().toISOString().slice(0, 10), author: author ?? null }
  const reader = createEvidenceReader(repo)
  const desk = deskOf(repo, request)
  const own = { repo, reader, structures, kept: nothingKept, occasion, place, desk }
  return {
    session: { ...own, ...(onProgress && { onProgress }) },
    async close() {
      structures.close()
      await repo.close()
    },
  }
}

function deskOf(
  { top, prefix }: Repository,
  { readIn, gateIn }: Pick<CheckRequest, 'readIn' | 'gateIn'>,
): Desk {
  const read = readIn ?? prefix
  const isInside = gateIn != null && `${gateIn}/`.startsWith(`${top}/`)
  const home = isInside ? `${gateIn}/`.slice(top.length + 1) : ''
  return { read, run: read.startsWith(home) ? read : home }
}

function nothingKept(): null {
  return null
}

/** `facts`: what the verdict was made from. */
export async function judgeComparison(
  session: Session,
  comparison: Comparison,
): Promise<{ readonly report: Report; readonly facts: Facts }> {
  return await settle(session, comparison, (paths, law) => eachVerdicts(session, comparison, { paths, law }))
}
