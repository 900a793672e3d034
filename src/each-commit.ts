import type { Coverage } from './core/coverage.ts'
import type { EachVerdict } from './core/evidence.ts'
import type { Report } from './core/report.ts'
import { type Ends, eachComparisons } from './git/each.ts'
import { countCommits, isAncestor, mergeBases, resolveCommit } from './git/revision.ts'
import { shortId } from './git/short-id.ts'
import type { Comparison } from './git/types.ts'
import { treeView } from './git/views.ts'
import { inOrder } from './in-order.ts'
import { type CommitReport, mergeReports } from './merge-reports.ts'
import { type Law, type Session, settle, type Verdict } from './settle.ts'
import { isAdopted } from './store/config-reader.ts'

// Enough that git never waits for us; each commit in work holds the blobs it changes.
const WIDTH = 32

/** Judges every commit of `base..head` by itself: one report, each finding naming its commit. Aborted, it begins with no further one. */
export async function judgeEachCommit(
  session: Session,
  base: string,
  head: string,
  signal: AbortSignal | null = null,
): Promise<Report> {
  const { repo, place, onProgress } = session
  const ends = await endsOf(session, base, head)
  const counting = onProgress === undefined ? Promise.resolve(0) : countCommits(repo, ends)
  const law = lawAt(session, ends)
  const judge = async (one: Comparison) => judgeCommit(session, one, await law)
  const judging = async () => {
    const reports: CommitReport[] = []
    for await (const report of inOrder(eachComparisons(repo, ends, place), WIDTH, judge)) {
      reports.push(report)
      onProgress?.(reports.length, await counting)
      if (signal?.aborted === true) break
    }
    return reports
  }
  const [mergeBasesFound, reports] = await Promise.all([
    mergeBases(repo, ends.base, ends.head),
    judging(),
    law,
    counting,
  ])
  return mergeReports(reports, { kind: 'range', ...ends, mergeBases: mergeBasesFound })
}

/** The start of the range decides whether its commits are held to anything; policy and intents are each parent's own. */
async function lawAt({ repo, reader }: Session, { base, head }: Ends): Promise<Law> {
  const hasGate = (commit: string) => isAdopted(treeView(repo, commit, shortId(commit)))
  if (await hasGate(base)) return { adopted: 'before', start: await reader.config(base) }
  return (await hasGate(head)) ? { adopted: 'within' } : {}
}

async function judgeCommit(session: Session, comparison: Comparison, law: Law): Promise<CommitReport> {
  const { report } = await settle(session, comparison, noRange, law)
  return { commit: comparison.snapshot.source.head ?? '', report }
}

/** A single commit has no commits of its own to look at. */
async function noRange(paths: readonly string[]): Promise<ReadonlyMap<string, EachVerdict>> {
  return new Map(paths.map((path) => [path, null]))
}

/** A range that begins before the base policy's baseline begins at the baseline. */
async function endsOf({ repo, reader }: Session, from: string, to: string): Promise<Ends> {
  const [base, head] = await Promise.all([resolveCommit(repo, from), resolveCommit(repo, to)])
  const { baseline } = (await reader.config(base)).policy
  const isBefore = baseline !== undefined && (await isAncestor(repo, base, baseline))
  return { base: isBefore ? baseline : base, head }
}

interface Wanted {
  readonly paths: readonly string[]
  readonly law: Law
}

/**
 * Step 8 for paths of a range's net change: each commit that touches one, judged by itself, but by the law of the whole
 * range. null = one of them fails.
 */
export async function eachVerdicts(
  session: Session,
  { commits, snapshot }: Comparison,
  { paths, law }: Wanted,
): Promise<ReadonlyMap<string, EachVerdict>> {
  const { base, head } = snapshot.source
  if (commits.length < 2 || base === null || head === null) return noRange(paths)
  const wanted = new Set(paths)
  const verdicts = new Map<string, EachVerdict>(
    paths.map((path) => [path, { revert: false, free: false, used: [] }]),
  )
  const touching = touchesAny(eachComparisons(session.repo, { base, head }, session.place), wanted)
  for await (const verdict of inOrder(touching, WIDTH, (comparison) =>
    settle(session, comparison, noRange, law),
  )) {
    noteVerdicts(verdict, wanted, verdicts)
  }
  return verdicts
}

async function* touchesAny(
  comparisons: AsyncIterable<Comparison>,
  paths: ReadonlySet<string>,
): AsyncGenerator<Comparison> {
  for await (const comparison of comparisons) {
    if (comparison.snapshot.changes.some(({ path }) => paths.has(path))) yield comparison
  }
}

function noteVerdicts(
  { facts, report }: Verdict,
  wanted: ReadonlySet<string>,
  into: Map<string, EachVerdict>,
): void {
  for (const covered of facts.coverage) {
    const { path } = covered.change
    const known = into.get(path)
    if (wanted.has(path) && known != null) into.set(path, withCommit(known, covered, report))
  }
}

function withCommit(
  known: NonNullable<EachVerdict>,
  { change: { path }, how, used }: Coverage,
  report: Report,
): EachVerdict {
  if (how === null) return isFree(report, path) ? { ...known, free: true } : null
  const own = used.filter((write) => write.path === path).map(({ id }) => id)
  return { ...known, revert: known.revert || how === 'revert', used: [...known.used, ...own] }
}

function isFree({ mode, violations }: Report, path: string): boolean {
  return (
    mode === 'ratchet' &&
    violations.every((violation) => violation.path !== path || violation.severity !== 'error')
  )
}
