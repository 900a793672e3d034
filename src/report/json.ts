import type { Exempted, PathCoverage, Report } from '../core/report.ts'
import type { Violation } from '../core/rule.ts'
import { jsonText } from './escape.ts'
import type { Failure, Reporter } from './reporter.ts'

/**
 * FORMATS.md, "JSON report". Beyond its keys some appear only where they say something: `mode` (not enforce),
 * `bootstrap` (true), `notes`, `source.mergeBases` and `coverage[].intents` (more than one), `commit`, `uncovered`.
 * Paths keep the bytes that are not UTF-8 as lone surrogates, one to one.
 */
export const json: Reporter = {
  report: (report) => jsonText(describeReport(report)),
  failure: (failure) => jsonText(describeFailure(failure)),
}

// `undefined` leaves a key out of JSON; the order of the keys here is the order in the output.
function describeReport(report: Report): object {
  return {
    version: report.version,
    verdict: report.verdict,
    mode: report.mode === 'enforce' ? undefined : report.mode,
    bootstrap: report.bootstrap || undefined,
    source: describeSource(report),
    checked: report.checked,
    notes: report.notes.length === 0 ? undefined : report.notes,
    violations: report.violations.map(describeViolation),
    exempted: report.exempted.map(describeExempted),
    coverage: report.coverage.map(describeCoverage),
  }
}

function describeSource({ source: { kind, base, head, mergeBases, policy } }: Report): object {
  const mergeBase = mergeBases[0] ?? null
  return { kind, base, head, mergeBase, mergeBases: mergeBases.length > 1 ? mergeBases : undefined, policy }
}

function describeViolation(violation: Violation): object {
  const { rule, severity, path, commit, line, endLine, intent, message, remedy, docs } = violation
  return { rule, severity, path, commit, line, endLine, intent, message, remedy, docs }
}

function describeExempted({ path, by, rule, id, reason, until, commit }: Exempted): object {
  return { path, by, rule, id, reason, until, commit }
}

function describeCoverage({ path, commit, intents, how, lines, uncovered }: PathCoverage): object {
  return {
    path,
    commit,
    intent: intents[0] ?? null,
    intents: intents.length > 1 ? intents : undefined,
    how,
    lines: lines && { changed: lines.changed, covered: lines.covered },
    uncovered: uncovered.length === 0 ? undefined : uncovered.map(({ line, endLine }) => ({ line, endLine })),
  }
}

// The lists are there, empty, so that a reader of `violations` does not crash; the verdict is never a pass.
function describeFailure({ code, message, remedy }: Failure): object {
  return {
    version: 1,
    verdict: 'fail',
    source: null,
    checked: 0,
    violations: [],
    exempted: [],
    error: { code, message, remedy },
    coverage: [],
  }
}
