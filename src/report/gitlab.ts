import { isUtf8Path } from '../core/path.ts'
import type { Severity } from '../core/policy.ts'
import type { Violation } from '../core/rule.ts'
import { INTENTS_PATH } from '../core/sidecar.ts'
import { jsonText, quotePath, visible } from './escape.ts'
import { describeCommit, placeOnLines } from './findings.ts'
import { createFingerprints } from './fingerprints.ts'
import type { Reporter } from './reporter.ts'

const SEVERITY = { error: 'major', warning: 'minor', notice: 'info' } as const satisfies Record<
  Severity,
  string
>

interface Issue {
  readonly description: string
  readonly check_name: string
  readonly fingerprint: string
  readonly severity: string
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } }
}

/** GitLab Code Quality: an array, empty when clean. Its widget does not show check_name, so the description names the rule. */
export const gitlab: Reporter = {
  report(report) {
    const fingerprintOf = createFingerprints()
    return jsonText(placeOnLines(report).map((violation) => toIssue(violation, fingerprintOf(violation))))
  },
  // An empty array would say "clean".
  failure({ code, message, remedy }) {
    const description = `intentgate cannot judge (${visible(code)}): ${message.split('\n').map(visible).join(' / ')} | fix: ${visible(remedy)}`
    const fingerprint = createFingerprints()({ rule: 'cannot-judge', path: code })
    const location = { path: INTENTS_PATH, lines: { begin: 1 } }
    return jsonText([
      { description, check_name: 'cannot-judge', fingerprint, severity: 'blocker', location } satisfies Issue,
    ])
  },
}

function toIssue(violation: Violation, fingerprint: string): Issue {
  const { rule, severity, path, line, message, remedy } = violation
  return {
    description: `${rule}: ${visible(message)}${describeCommit(violation)} | fix: ${visible(remedy)}`,
    check_name: rule,
    fingerprint,
    severity: SEVERITY[severity],
    location: { path: locate(path), lines: { begin: line ?? 1 } },
  }
}

// Every entry needs a file. A lone surrogate is valid JSON for us and makes other parsers refuse the whole file.
function locate(path: string | null): string {
  if (path === null) return INTENTS_PATH
  return isUtf8Path(path) ? path : quotePath(path)
}
