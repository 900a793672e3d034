import type { Report } from './core/report.ts'
import type { Violation } from './core/rule.ts'
import { judgeEachCommit } from './each-commit.ts'
import { rangeComparison } from './git/range.ts'
import { resolveCommit } from './git/revision.ts'
import type { Comparison } from './git/types.ts'
import { judgeComparison, openSession } from './open-session.ts'
import type { RangeRequest } from './request.ts'
import type { Session } from './settle.ts'

/**
 * Judges what is shared: the net of it, for one commit of a branch must not allow what its next one does, and then each commit.
 * Whether those bind, policy `commits` says; else what the hook would have refused in a commit is a notice.
 */
export async function checkRange(cwd: string, request: RangeRequest): Promise<Report> {
  const range = await openRange(cwd, request)
  try {
    return await range.judge()
  } finally {
    await range.close()
  }
}

/** What is shared, for more than one question: git and the parser are started once. Close it when done. */
export interface OpenRange extends Pick<Session, 'repo' | 'structures'> {
  /** What would land. */
  readonly net: Comparison
  /** As `checkRange`. */
  judge(): Promise<Report>
  close(): Promise<void>
}

export async function openRange(cwd: string, request: RangeRequest): Promise<OpenRange> {
  const { session, close } = await openSession(cwd, request, 'commits')
  try {
    const net = await rangeComparison(session.repo, request.base, request.head, request.place)
    const { repo, structures } = session
    return { repo, structures, net, judge: () => judgeShared(session, net, request), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function judgeShared(session: Session, range: Comparison, request: RangeRequest): Promise<Report> {
  const { base, head, mostCommits } = request
  const { report: net } = await judgeComparison(session, range)
  if (net.verdict === 'fail') return net
  const { policy } = await session.reader.config(await resolveCommit(session.repo, base))
  const binds = policy.commits === 'each'
  const most = binds ? undefined : mostCommits
  if (most !== undefined && range.commits.length > most) return net
  const each = await judgeEachCommit(session, base, head)
  const found = binds ? each.violations : each.violations.filter(isError).map(asNotice)
  return { ...net, verdict: binds ? each.verdict : net.verdict, violations: [...net.violations, ...found] }
}

function isError({ severity }: Violation): boolean {
  return severity === 'error'
}

function asNotice(violation: Violation): Violation {
  return { ...violation, severity: 'notice' }
}
