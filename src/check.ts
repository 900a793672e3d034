import { join } from 'node:path'
import { blobId } from './core/digest.ts'
import type { Report } from './core/report.ts'
import type { Facts } from './core/rule.ts'
import { judgeEachCommit } from './each-commit.ts'
import { commitComparison } from './git/commit.ts'
import { rangeComparison } from './git/range.ts'
import { resolveCommit } from './git/revision.ts'
import { stagedComparison } from './git/staged.ts'
import { treeComparison } from './git/tree.ts'
import type { Comparison, Repository } from './git/types.ts'
import { judgeComparison, openSession } from './open-session.ts'
import type { CheckRequest, Target } from './request.ts'
import type { Session } from './settle.ts'
import { keptBlob } from './store/kept-blobs.ts'

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
  const { what } = request
  const opened = what.kind === 'staged' ? 'worktree' : 'commits'
  const { session, close } = await openSession(cwd, request, opened)
  try {
    return await judgeTarget(session, what)
  } finally {
    await close()
  }
}

async function judgeTarget(session: Session, what: Target): Promise<Judged> {
  if (what.kind === 'range' && what.commits === 'each')
    return { report: await judgeEachCommit(session, what.base, what.head), facts: null }
  const comparison = await compare(session, what)
  const own = what.kind === 'staged' ? { ...session, kept: keptBy(session.repo) } : session
  return await judgeComparison(own, comparison)
}

// Only what is about to be committed here: elsewhere nobody has it, and the hook writes down what follows from it.
function keptBy({ gitDir, objectFormat }: Repository): Session['kept'] {
  return (oid) => {
    const bytes = keptBlob(join(gitDir, 'intentgate'), oid)
    return bytes !== null && blobId(bytes, objectFormat) === oid ? bytes : null
  }
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
