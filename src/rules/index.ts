import type { Rule } from '../core/rule.ts'
import { constraint } from './constraint.ts'
import { controlPlane } from './control-plane.ts'
import { hashMismatch } from './hash-mismatch.ts'
import { intentInactive } from './intent-inactive.ts'
import { intentMapStale } from './intent-map-stale.ts'
import { intentUnknown } from './intent-unknown.ts'
import { intentUnreviewed } from './intent-unreviewed.ts'
import { intentsOverlap } from './intents-overlap.ts'
import { ledgerInvalid } from './ledger-invalid.ts'
import { ledgerRewritten } from './ledger-rewritten.ts'
import { mutationClass } from './mutation-class.ts'
import { partial } from './partial.ts'
import { reformatted } from './reformatted.ts'
import { revert } from './revert.ts'
import { scopeViolation } from './scope-violation.ts'
import { traceMissing } from './trace-missing.ts'
import { trailer } from './trailer.ts'
import { unsafePath } from './unsafe-path.ts'
import { waiverExpired } from './waiver-expired.ts'
import { weakEvidence } from './weak-evidence.ts'

/** Every rule, in the order they are reported. */
export const rules: readonly Rule[] = [
  traceMissing,
  hashMismatch,
  scopeViolation,
  intentUnknown,
  intentInactive,
  intentUnreviewed,
  controlPlane,
  ledgerInvalid,
  ledgerRewritten,
  mutationClass,
  constraint,
  unsafePath,
  revert,
  reformatted,
  weakEvidence,
  partial,
  intentMapStale,
  intentsOverlap,
  trailer,
  waiverExpired,
]
