import { GateError } from './core/error.ts'
import type { EachVerdict, Evidence } from './core/evidence.ts'
import { judge } from './core/judge.ts'
import type { Report } from './core/report.ts'
import type { Facts } from './core/rule.ts'
import { commitComparison } from './git/commit.ts'
import { eachComparisons } from './git/each.ts'
import { rangeComparison } from './git/range.ts'
import { openRepository } from './git/repository.ts'
import { isAncestor, mergeBases, resolveCommit } from './git/revision.ts'
import { stagedComparison } from './git/staged.ts'
import { treeComparison } from './git/tree.ts'
import type { Comparison, Repository } from './git/types.ts'
import { isWholeRevert } from './git/undo.ts'
import { mergeReports } from './merge-reports.ts'
import { type Loading, loadNeeds, nothingLoaded } from './needs.ts'
import { rules } from './rules/index.ts'
import { refuseUnsupported } from './store/config.ts'
import { createEvidenceReader, type EvidenceReader } from './store/evidence.ts'

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
  const repo = await openRepository(cwd)
  try {
    const session: Session = {
      repo,
      reader: createEvidenceReader(repo),
      request,
      today: request.today ?? new Date().toISOString().slice(0, 10),
    }
    return await judgeTarget(session, request.what)
  } finally {
    await repo.close()
  }
}

interface Session {
  readonly repo: Repository
  readonly reader: EvidenceReader
  readonly request: CheckRequest
  readonly today: string
}

async function judgeTarget(session: Session, what: Target): Promise<Judged> {
  if (what.kind === 'range' && what.commits === 'each') return await judgeEach(session, what.base, what.head)
  const { report, facts } = await judgeOne(session, await compare(session, what))
  return { report, facts }
}

async function compare({ repo, reader, request: { place } }: Session, what: Target): Promise<Comparison> {
  switch (what.kind) {
    case 'staged':
      return stagedComparison(repo, { message: what.message ?? null, base: what.base ?? 'HEAD', place })
    case 'commit':
      return commitComparison(repo, what.rev, place)
    case 'range':
      return rangeComparison(repo, what.base, what.head, place)
    case 'tree':
      return treeComparison(repo, { baseline: await baselineOf(repo, reader), place })
  }
}

/** `--all` audits the tree against the policy's baseline, where it names one. */
async function baselineOf(repo: Repository, reader: EvidenceReader): Promise<string | null> {
  const { policy } = await reader.config(await resolveCommit(repo, 'HEAD'))
  return policy.baseline === undefined ? null : await resolveCommit(repo, policy.baseline)
}

async function judgeOne(session: Session, comparison: Comparison): Promise<{ report: Report; facts: Facts }> {
  const { repo, reader, today, request } = session
  const evidence = await reader.evidence(comparison, { today, author: request.author ?? null })
  requireAdoption(evidence, comparison)
  refuseUnsupported(evidence.policy, evidence.intents)
  const loaded = nothingLoaded()
  const lossIsRevert = evidence.ledger.lost.length > 0 && (await isWholeRevert(repo, comparison))
  const whole: Evidence = { ...evidence, ledger: { ...evidence.ledger, lossIsRevert }, loaded }
  return await settleVerdict(session, comparison, whole, loaded)
}

function requireAdoption({ adopted }: Evidence, { target, snapshot }: Comparison): void {
  if (!adopted.base && !adopted.target)
    throw new GateError('NO_ORCHESTRATION', { where: `${target.label} (judged: ${snapshot.source.kind})` })
}

/** Every round loads something new: the needs of one verdict are finite, so this ends. */
async function settleVerdict(
  session: Session,
  comparison: Comparison,
  evidence: Evidence,
  loaded: Loading,
): Promise<{ report: Report; facts: Facts }> {
  const asked = new Set<string>()
  for (;;) {
    const judgement = judge(comparison.snapshot, evidence, rules)
    if (judgement.kind === 'verdict') return judgement
    const fresh = judgement.needs.filter((need) => !asked.has(JSON.stringify(need)))
    if (fresh.length === 0)
      throw new Error(`judging asks again for what it was given: ${JSON.stringify(judgement.needs[0])}`)
    for (const need of fresh) asked.add(JSON.stringify(need))
    const { repo, reader } = session
    await loadNeeds(fresh, loaded, {
      repo,
      reader,
      comparison,
      each: (path) => eachVerdict(session, comparison, path),
    })
  }
}

async function judgeEach(session: Session, base: string, head: string): Promise<Judged> {
  const { repo, request } = session
  const reports: { commit: string; report: Report }[] = []
  const { commits, source } = await rangeOf(session, base, head)
  for await (const comparison of eachComparisons(repo, source.base, source.head, request.place)) {
    const one = await judgeOne(session, comparison)
    reports.push({ commit: comparison.snapshot.source.head ?? '', report: one.report })
    request.onProgress?.(reports.length, commits)
  }
  return {
    report: mergeReports(reports, {
      kind: 'range',
      base: source.base,
      head: source.head,
      mergeBases: source.mergeBases,
    }),
    facts: null,
  }
}

/** A range that begins before the base policy's baseline begins at the baseline. */
async function rangeOf({ repo, reader }: Session, base: string, head: string) {
  const [from, to] = [await resolveCommit(repo, base), await resolveCommit(repo, head)]
  const { policy } = await reader.config(from)
  const start =
    policy.baseline !== undefined && (await isAncestor(repo, from, policy.baseline)) ? policy.baseline : from
  const { stdout } = await repo.git(['rev-list', '--count', `${start}..${to}`])
  return {
    commits: Number(stdout.toString()),
    source: { base: start, head: to, mergeBases: await mergeBases(repo, start, to) },
  }
}

/** Step 8: each commit of the range that touches the path, judged by itself. null = one of them fails. */
async function eachVerdict(session: Session, comparison: Comparison, path: string): Promise<EachVerdict> {
  const { base, head } = comparison.snapshot.source
  if (comparison.commits.length < 2 || base === null || head === null) return null
  let revert = false
  for await (const commit of eachComparisons(session.repo, base, head, session.request.place)) {
    if (!commit.snapshot.changes.some((change) => change.path === path)) continue
    const { facts } = await judgeOne(session, commit)
    const coverage = facts.coverage.find(({ change }) => change.path === path)
    if (coverage?.how == null) return null
    revert ||= coverage.how === 'revert'
  }
  return { revert }
}
