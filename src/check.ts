import type { Report } from './core/report.ts'
import type { Facts } from './core/rule.ts'
import { eachVerdicts, judgeEachCommit } from './each-commit.ts'
import { commitComparison } from './git/commit.ts'
import { rangeComparison } from './git/range.ts'
import { openRepository } from './git/repository.ts'
import { resolveCommit } from './git/revision.ts'
import { stagedComparison } from './git/staged.ts'
import { treeComparison } from './git/tree.ts'
import type { Comparison } from './git/types.ts'
import { type Session, settle } from './settle.ts'
import { createEvidenceReader } from './store/evidence.ts'

export type Target =
  | { readonly kind: 'staged'; readonly message?: string | null; readonly base?: 'HEAD' | 'HEAD^' }
  | { readonly kind: 'commit'; readonly rev: string }
  | { readonly kind: 'range'; readonly base: string; readonly head: string; readonly commits: 'net' | 'each' }
  | { readonly kind: 'tree' }

export interface CheckRequest {
  readonly what: Target
  /** ci: the verdict binds. local: a person's own machine, before it is shared. */
  readonly place: 'local' | 'ci'
  /** YYYY-MM-DD, UTC; today when absent. */
  readonly today?: string
  /** The pull request's author by the forge's event. */
  readonly author?: string | null
  readonly onProgress?: (done: number, total: number) => void
}

export interface Judged {
  readonly report: Report
  /** What the verdict was made from; null for a range judged commit by commit, which keeps no commit's blobs. */
  readonly facts: Facts | null
}

/** Judges what is staged, a commit, a range or the tree. The hooks, the CLI and the Action all come through here. */
export async function check(cwd: string, request: CheckRequest): Promise<Report> {
  return (await judged(cwd, request)).report
}

/** As `check`, with the facts the verdict was made from. */
export async function judged(cwd: string, request: CheckRequest): Promise<Judged> {
  const { what, place, onProgress } = request
  const repo = await openRepository(cwd, what.kind === 'staged' ? 'worktree' : 'commits')
  try {
    const occasion = {
      today: request.today ?? new Date().toISOString().slice(0, 10),
      author: request.author ?? null,
    }
    const session = {
      repo,
      reader: createEvidenceReader(repo),
      occasion,
      place,
      ...(onProgress && { onProgress }),
    }
    return await judgeTarget(session, what)
  } finally {
    await repo.close()
  }
}

async function judgeTarget(session: Session, what: Target): Promise<Judged> {
  if (what.kind === 'range' && what.commits === 'each')
    return { report: await judgeEachCommit(session, what.base, what.head), facts: null }
  const comparison = await compare(session, what)
  return await settle(session, comparison, (paths, law) => eachVerdicts(session, comparison, { paths, law }))
}

async function compare(session: Session, what: Target): Promise<Comparison> {
  const { repo, place } = session
  switch (what.kind) {
    case 'staged':
      return stagedComparison(repo, { message: what.message ?? null, base: what.base ?? 'HEAD', place })
    case 'commit':
      return commitComparison(repo, what.rev, place)
    case 'range':
      return rangeComparison(repo, what.base, what.head, place)
    case 'tree':
      return treeComparison(repo, { baseline: await baselineOf(session), place })
  }
}

/** `--all` audits the tree against the policy's baseline, where it names one. */
async function baselineOf({ repo, reader }: Session): Promise<string | null> {
  const { policy } = await reader.config(await resolveCommit(repo, 'HEAD'))
  return policy.baseline === undefined ? null : await resolveCommit(repo, policy.baseline)
}
