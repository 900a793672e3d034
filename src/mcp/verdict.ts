import type { Report } from '../core/report.ts'

const SHOWN = 50

/** A report for an agent: the verdict and what to mend, without the coverage of what is in order. */
export function describeReport({ verdict, mode, checked, violations, notes }: Report, scope: string): object {
  const more = violations.length - SHOWN
  return {
    verdict,
    scope,
    ...(mode === 'enforce' ? {} : { mode }),
    checked,
    ...(notes.length === 0 ? {} : { notes }),
    violations: violations
      .slice(0, SHOWN)
      .map(({ rule, severity, path, line, endLine, intent, message, remedy }) => ({
        rule,
        severity,
        path,
        line,
        endLine,
        intent,
        message,
        remedy,
      })),
    ...(more > 0 ? { more } : {}),
  }
}
