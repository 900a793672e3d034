import { join } from 'node:path'
import { blobId } from './core/digest.ts'
import type { Report } from './core/report.ts'
import type { Facts, Violation } from './core/rule.ts'
import type { Desk } from './core/snapshot.ts'
import { eachVerdicts, judgeEachCommit } from './each-commit.ts'
import { commitComparison } from './git/commit.ts'
import { rangeComparison } from './git/range.ts'
import { openRepository } from './git/repository.ts'
import { resolveCommit } from './git/revision.ts'
import { stagedComparison } from './git/staged.ts'
import { treeComparison } from './git/tree.ts'
import type { Comparison, Repository } from './git/types.ts'
import { type Session, settle } from './settle.ts'
import { createEvidenceReader } from './store/evidence.ts'
import { keptBlob } from './store/kept-blobs.ts'
import { createStructureReader } from './structure/reader.ts'

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
  /** What git runs with, hardened in any case; this process's environment when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly onProgress?: (done: number, total: number) => void
  /** The folder where the findings are read, '' or 'sub/' below the root; that of `cwd` when absent. */
  readonly readIn?: string
  /** Absolute: the folder whose package.json installs the gate; null when absent, which is anywhere. */
  readonly gateIn?: string | null
  /** Absolute path of the built parser. Without it nothing is covered by its structure, and the report says so. */
  readonly parser?: string
}

export interface RangeRequest extends Omit<CheckRequest, 'what'> {
  readonly base: string
  readonly head: string
  /** Above so many commits, those of a net that passes are not judged one by one; no limit when absent. */
  readonly mostCommits?: number
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

/** As `check`, with the facts the verdict was made from. */
export async function judged(cwd: string, request: CheckRequest): Promise<Judged> {
  const { what } = request
  const opened = what.kind === 'staged' ? 'worktree' : 'commits'
  return await withSession(cwd, request, opened, (session) => judgeTarget(session, what))
}

async function withSession<T>(
  cwd: string,
  request: Omit<CheckRequest, 'what'>,
  opened: 'worktree' | 'commits',
  judge: (session: Session) => Promise<T>,
): Promise<T> {
  const { session, close } = await openSession(cwd, request, opened)
  try {
    return await judge(session)
  } finally {
    await close()
  }
}

interface OpenSession {
  readonly session: Session
  close(): Promise<void>
}

async function openSession(
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

async function judgeTarget(session: Session, what: Target): Promise<Judged> {
  if (what.kind === 'range' && what.commits === 'each')
    return { report: await judgeEachCommit(session, what.base, what.head), facts: null }
  const comparison = await compare(session, what)
  const own = what.kind === 'staged' ? { ...session, kept: keptBy(session.repo) } : session
  return await judgeComparison(own, comparison)
}

async function judgeComparison(session: Session, comparison: Comparison): Promise<Judged> {
  return await settle(session, comparison, (paths, law) => eachVerdicts(session, comparison, { paths, law }))
}

function nothingKept(): null {
  return null
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
