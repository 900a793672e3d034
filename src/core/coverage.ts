import type { Change } from './change.ts'
import type { Stretch } from './layout.ts'
import type { Undoing } from './path-case.ts'
import type { RuleId } from './policy.ts'
import type { Exempted, How, LineRange } from './report.ts'
import type { Unstructured } from './structure.ts'
import type { Write } from './trace.ts'

/** Why a record of the path cannot authorise the change. */
export interface Refusal {
  readonly rule: Extract<
    RuleId,
    'scope-violation' | 'intent-unknown' | 'intent-inactive' | 'intent-unreviewed'
  >
  readonly write: Write
  readonly message: string
  readonly remedy: string
}

/** A record that authorises only because the policy lets the change declare its own intent or scope. */
export interface Unreviewed {
  readonly intent: string
  /** What only the change under review declares. */
  readonly what: 'intent' | 'scope' | 'status'
}

/** Is one changed path explained by traced writes, and by which step of EVIDENCE.md? */
export interface Coverage {
  readonly change: Change
  /** null = not covered. */
  readonly how: How | null
  /** The intents whose records were used. */
  readonly intents: readonly string[]
  /** The records that were used. */
  readonly used: readonly Write[]
  /** Every record that names the path, as far as it had to be looked up. */
  readonly named: readonly Write[]
  readonly lines: { readonly changed: number; readonly covered: number } | null
  /** In the target; in the base where the path is deleted. */
  readonly uncovered: readonly LineRange[]
  /** Records that name the path but do not authorise it; only filled where the path is not covered without them. */
  readonly refusals: readonly Refusal[]
  /** The refused records would explain the whole change: nothing is left for `hash-mismatch` to say. */
  readonly explainedByRefused: boolean
  readonly unreviewed: readonly Unreviewed[]
  /** Claims that the blobs contradict; such records were not used. */
  readonly contradictions: readonly { readonly write: Write; readonly message: string }[]
  /** Recorded added lines that did not arrive. */
  readonly undelivered: number
  /** Covered by records without before and after. */
  readonly weak: boolean
  /** Set where `how` is revert, but for a range whose commits were covered one by one. */
  readonly undoing?: Undoing
  /** Where only the layout differs from what was traced: the target as it was traced. */
  readonly relaid: readonly Stretch[] | null
  /** Not covered, and why nobody can tell whether it was only laid out anew. */
  readonly blindness: Unstructured | null
  /** Set where `how` is exempt. */
  readonly exempted: Exempted | null
}
