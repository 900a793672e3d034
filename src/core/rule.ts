import type { Coverage } from './coverage.ts'
import type { Evidence, Need } from './evidence.ts'
import type { RuleId, Severity, SeverityOrOff } from './policy.ts'
import type { Snapshot } from './snapshot.ts'

/** What a rule reads. */
export interface Facts {
  readonly snapshot: Snapshot
  readonly evidence: Evidence
  /** One per changed path that needs a trace, in the order of the snapshot. */
  readonly coverage: readonly Coverage[]
}

/** What a rule yields. Lines count from 1, in the target; `path` null = the change as a whole. */
export interface Finding {
  readonly path: string | null
  readonly line?: number
  readonly endLine?: number
  readonly intent?: string
  readonly message: string
  readonly remedy: string
}

export interface Violation extends Finding {
  readonly rule: RuleId
  readonly severity: Severity
  /** The commit it was found in, where commits are judged one by one. */
  readonly commit?: string
  readonly docs: string
}

export interface Rule {
  readonly id: RuleId
  /** One sentence that is true when the rule finds nothing. */
  readonly summary: string
  /** The default; the policy may say otherwise per rule id. */
  readonly severity: SeverityOrOff | ((facts: Facts) => SeverityOrOff)
  /** What must be loaded before it can be checked. */
  readonly needs?: (facts: Facts) => Iterable<Need>
  /** Pure: it reads and yields; it cannot print, exit or throw. */
  readonly check: (facts: Facts) => Iterable<Finding>
}

/** Keeps a rule's literal types; a rule is its own documentation. */
export function defineRule(rule: Rule): Rule {
  return rule
}

export function docsOf(rule: RuleId): string {
  return `docs/rules/${rule}.md`
}
