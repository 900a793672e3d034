import { matchGlobs } from './glob.ts'
import type { Policy, Waiver } from './policy.ts'
import type { Exempted } from './report.ts'
import { docsOf, type Violation } from './rule.ts'
import { POLICY_PATH } from './sidecar.ts'

/** Does something that ends on `until` still hold? Both are YYYY-MM-DD, UTC; the day itself counts to its end. */
export function holdsOn(until: string | undefined, today: string): boolean {
  return until === undefined || until >= today
}

interface Waived {
  readonly violations: readonly Violation[]
  readonly exempted: readonly Exempted[]
}

/**
 * Lifts the violations that a waiver of the base policy names. A waiver past its date lifts nothing: as long as it
 * would still match, it is a violation of its own.
 */
export function applyWaivers(violations: readonly Violation[], policy: Policy, today: string): Waived {
  const valid = policy.waivers.filter(({ until }) => holdsOn(until, today))
  const kept: Violation[] = []
  const exempted: Exempted[] = []
  for (const violation of violations) {
    const waiver = valid.find((candidate) => waives(candidate, violation))
    if (waiver === undefined) kept.push(violation)
    else exempted.push(exemptedBy(waiver, violation))
  }
  return { violations: [...kept, ...expiredWaivers(kept, policy, today)], exempted }
}

/** One `waiver-expired` violation per waiver that is past its date and would still match. */
function expiredWaivers(violations: readonly Violation[], policy: Policy, today: string): Violation[] {
  const severity = policy.rules['waiver-expired'] ?? 'error'
  if (severity === 'off') return []
  return policy.waivers
    .filter(({ until }) => !holdsOn(until, today))
    .flatMap((waiver) => {
      const match = violations.find((violation) => waives(waiver, violation))
      return match === undefined ? [] : [{ ...expiry(waiver, match), severity }]
    })
}

function expiry(waiver: Waiver, { path, rule }: Violation): Omit<Violation, 'severity'> {
  return {
    rule: 'waiver-expired',
    path,
    message: `waiver ${waiver.id} of ${rule} ended on ${waiver.until}, and this still needs it`,
    remedy: `correct what it waived; or renew it in ${POLICY_PATH}, or take it out, in a change of its own`,
    docs: docsOf('waiver-expired'),
  }
}

function waives({ rule, paths }: Waiver, violation: Violation): boolean {
  if (rule !== violation.rule) return false
  // The change as a whole has no path: only a waiver for everything can mean it.
  return violation.path === null ? paths.includes('**') : matchGlobs(paths, violation.path)
}

function exemptedBy({ id, reason, until }: Waiver, { path, rule, commit }: Violation): Exempted {
  return {
    path: path ?? '',
    by: 'waiver',
    rule,
    id,
    reason,
    until,
    ...(commit === undefined ? {} : { commit }),
  }
}
