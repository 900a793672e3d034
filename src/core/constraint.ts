import type { Evidence } from './evidence.ts'
import type { Constraint } from './intent.ts'

export type ForbidImport = Extract<Constraint, { forbid_import: string }>
export type ForbidPattern = Extract<Constraint, { forbid_pattern: string }>
type RequireChange = Extract<Constraint, { require_change: string }>

/** What no added import may name, in a change for this intent. */
export function forbidImportsOf(evidence: Evidence, intent: string): ForbidImport[] {
  return constraintsOf(evidence, intent).flatMap((entry) =>
    typeof entry === 'object' && 'forbid_import' in entry ? [entry] : [],
  )
}

/** What no added line may match, in a change for this intent. */
export function forbidPatternsOf(evidence: Evidence, intent: string): ForbidPattern[] {
  return constraintsOf(evidence, intent).flatMap((entry) =>
    typeof entry === 'object' && 'forbid_pattern' in entry ? [entry] : [],
  )
}

/** What a change for this intent must also touch. */
export function requireChangesOf(evidence: Evidence, intent: string): RequireChange[] {
  return constraintsOf(evidence, intent).flatMap((entry) =>
    typeof entry === 'object' && 'require_change' in entry ? [entry] : [],
  )
}

/** Base and head must both allow it: what only one of them constrains is constrained. */
function constraintsOf({ intents }: Evidence, intent: string): Constraint[] {
  const declared = [intents.base.get(intent), intents.head.get(intent)]
  const all = declared.flatMap((version) => version?.constraints ?? [])
  return [...new Map(all.map((entry) => [JSON.stringify(entry), entry])).values()]
}
