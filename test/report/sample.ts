import type { PathCoverage, Report } from '../../src/core/report.ts'
import type { Violation } from '../../src/core/rule.ts'
import type { Failure, Style } from '../../src/report/index.ts'

export const HEAD = '1a2b3c4d5e'.repeat(4)

export const plainStyle: Style = { colour: 'never', layout: 'grouped', width: 80, unicode: 'yes' }
export const lineStyle: Style = { ...plainStyle, layout: 'lines' }

export function violation(overrides: Partial<Violation> = {}): Violation {
  const rule = overrides.rule ?? 'hash-mismatch'
  return {
    rule,
    severity: 'error',
    path: 'src/a.ts',
    message: 'the one record does not explain these lines',
    remedy: 'npx intentgate adopt --intent INT-001 src/a.ts',
    docs: `docs/rules/${rule}.md`,
    ...overrides,
  }
}

export function traced(path: string, overrides: Partial<PathCoverage> = {}): PathCoverage {
  return { path, intents: ['INT-001'], how: 'chain', uncovered: [], ...overrides }
}

/** Passes, with nothing to say. */
export function report(overrides: Partial<Report> = {}): Report {
  return {
    version: 1,
    verdict: 'pass',
    mode: 'enforce',
    bootstrap: false,
    source: { kind: 'staged', base: HEAD, head: null, mergeBases: [], policy: null },
    checked: 3,
    violations: [],
    exempted: [],
    coverage: [traced('src/a.ts'), traced('src/b.ts'), traced('src/c.ts')],
    notes: [],
    ...overrides,
  }
}

export function failing(violations: readonly Violation[], overrides: Partial<Report> = {}): Report {
  return report({ verdict: 'fail', violations, checked: 5, ...overrides })
}

export const shallow: Failure = {
  code: 'SHALLOW',
  message: 'this clone is shallow, and the base lies beyond its edge',
  remedy: 'run: git fetch --unshallow',
  exit: 3,
}

export function numbered(
  count: number,
  overrides: (at: number) => Partial<Violation> = () => ({}),
): Violation[] {
  return Array.from({ length: count }, (_, at) => violation({ path: `src/${at}.ts`, ...overrides(at) }))
}
