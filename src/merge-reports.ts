import type { Report } from './core/report.ts'
import type { Source } from './core/snapshot.ts'

export interface CommitReport {
  readonly commit: string
  readonly report: Report
}

/** One report for a range that was judged commit by commit; each finding names its commit. */
export function mergeReports(parts: readonly CommitReport[], source: Source): Report {
  const reports = parts.map(({ report }) => report)
  const tagged = <T>(pick: (report: Report) => readonly T[]) =>
    parts.flatMap(({ commit, report }) => pick(report).map((entry) => ({ ...entry, commit })))
  return {
    version: 1,
    verdict: reports.some(({ verdict }) => verdict === 'fail') ? 'fail' : 'pass',
    mode: reports.at(-1)?.mode ?? 'enforce',
    bootstrap: reports.length > 0 && reports.every(({ bootstrap }) => bootstrap),
    source: { ...source, policy: reports.at(-1)?.source.policy ?? null },
    checked: reports.reduce((sum, { checked }) => sum + checked, 0),
    violations: tagged(({ violations }) => violations),
    exempted: tagged(({ exempted }) => exempted),
    coverage: tagged(({ coverage }) => coverage),
    notes: [
      `${parts.length === 1 ? '1 commit' : `${parts.length} commits`} judged one by one`,
      ...new Set(reports.flatMap(({ notes }) => notes)),
    ],
  }
}
