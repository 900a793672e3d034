import type { Report } from '../core/report.ts'

export const formats = ['text', 'json', 'github', 'sarif', 'markdown', 'gitlab'] as const
export type Format = (typeof formats)[number]

/** Where the text will be read; only `text` looks at it. */
export interface Style {
  readonly colour: 'always' | 'never'
  /** grouped: for people. lines: one line per finding, for agents and logs. */
  readonly layout: 'grouped' | 'lines'
  /** Columns. */
  readonly width: number
  readonly unicode: 'yes' | 'no'
}

/** Why there is no report: a check could not judge. A GateError is one. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly remedy: string
  readonly exit: number
}

/** Both return whole lines; an answer is never empty, and a failure never looks like a pass. */
export interface Reporter {
  report(report: Report, style: Style): string
  failure(failure: Failure, style: Style): string
}

/** What a format may say about a rule beyond its id. */
export interface RuleInfo {
  readonly id: string
  readonly summary: string
  readonly docs: string
}
