import { encodePath } from '../core/path.ts'
import { RULE_IDS, type Severity } from '../core/policy.ts'
import type { Exempted, Report } from '../core/report.ts'
import { docsOf, type Violation } from '../core/rule.ts'
import { INTENTS_PATH } from '../core/sidecar.ts'
import { jsonText, visible } from './escape.ts'
import { describeCommit, LEVELS, placeOnLines } from './findings.ts'
import { createFingerprints } from './fingerprints.ts'
import type { Failure, Reporter, RuleInfo } from './reporter.ts'
import { describePardon, outcome, plural } from './summary.ts'

const LEVEL = { error: 'error', warning: 'warning', notice: 'note' } as const satisfies Record<
  Severity,
  string
>
const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
/** What GitHub keeps of one run. */
const MOST_RESULTS = 5000
const ROOT = '%SRCROOT%'

/** SARIF 2.1.0, one run. Waived findings are results with a suppression. */
export function createSarif(known: readonly RuleInfo[]): Reporter {
  const rules = RULE_IDS.map((id) =>
    describeRule(
      id,
      known.find((rule) => rule.id === id),
    ),
  )
  return {
    report: (report) => jsonText(log(rules, describeRun(report))),
    failure: (failure) => jsonText(log(rules, { results: [], invocations: [describeFailure(failure)] })),
  }
}

function log(rules: readonly object[], run: object): object {
  const tool = { driver: { name: 'intentgate', rules } }
  const identity = { automationDetails: { id: 'intentgate/' }, columnKind: 'utf16CodeUnits' }
  return { $schema: SCHEMA, version: '2.1.0', runs: [{ tool, ...identity, ...run }] }
}

function describeRule(id: (typeof RULE_IDS)[number], info: RuleInfo | undefined): object {
  const summary = info?.summary ?? id
  const docs = info?.docs ?? docsOf(id)
  const links = docs.startsWith('https://') ? { helpUri: docs } : {}
  return { id, shortDescription: { text: summary }, help: { text: `${summary} See ${docs}.` }, ...links }
}

function describeRun(report: Report): object {
  const fingerprintOf = createFingerprints()
  const violations = placeOnLines(report)
  const findings = LEVELS.flatMap((level) => violations.filter(({ severity }) => severity === level))
  const waived = report.exempted.filter(isWaived)
  const results = [
    ...findings.map((violation) => toResult(violation, fingerprintOf(violation))),
    ...waived.map((exempted) => toSuppressed(exempted, fingerprintOf(exempted))),
  ]
  return {
    results: results.slice(0, MOST_RESULTS),
    invocations: [describeInvocation(report, results.length)],
  }
}

function toResult(violation: Violation, fingerprint: string): object {
  const { rule, severity, message, remedy } = violation
  return {
    ruleId: rule,
    ruleIndex: RULE_IDS.indexOf(rule),
    level: LEVEL[severity],
    message: { text: plainText(`${visible(message)}${describeCommit(violation)}\nfix: ${visible(remedy)}`) },
    locations: locationsOf(violation),
    partialFingerprints: { 'intentgate/v1': fingerprint },
  }
}

type Waived = Exempted & { readonly rule: (typeof RULE_IDS)[number] }

function isWaived(exempted: Exempted): exempted is Waived {
  return exempted.by === 'waiver' && RULE_IDS.some((id) => id === exempted.rule)
}

function toSuppressed(exempted: Waived, fingerprint: string): object {
  return {
    ruleId: exempted.rule,
    ruleIndex: RULE_IDS.indexOf(exempted.rule),
    level: 'note',
    message: { text: plainText(describePardon(exempted)) },
    locations: locationsOf(exempted),
    partialFingerprints: { 'intentgate/v1': fingerprint },
    suppressions: [{ kind: 'external', status: 'accepted', justification: visible(exempted.reason) }],
  }
}

// `[words](1)` is a link in a SARIF message, even in a plain one.
function plainText(text: string): string {
  return text.replaceAll('](', '] (')
}

// GitHub refuses a whole file in which one result has no location or no line.
function locationsOf({
  path,
  line = 1,
  endLine = line,
}: Pick<Violation, 'path' | 'line' | 'endLine'>): readonly object[] {
  const artifactLocation = { uri: uriOf(path ?? INTENTS_PATH), uriBaseId: ROOT }
  const region = { startLine: line, endLine: Math.max(line, endLine) }
  return [{ physicalLocation: { artifactLocation, region } }]
}

/** The bytes git knows, percent-encoded: a relative reference whatever the name holds. */
function uriOf(path: string): string {
  return Array.from(encodePath(path), (byte) => {
    const char = String.fromCharCode(byte)
    return /[\w./~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

function describeInvocation(report: Report, results: number): object {
  const left = results - MOST_RESULTS
  const cut = left > 0 ? [`and ${plural(left, 'more result')}: use --format json`] : []
  const notes = [...report.notes.map(visible), ...cut]
  return {
    executionSuccessful: true,
    toolExecutionNotifications: notes.map((text) => ({ level: 'note', message: { text: plainText(text) } })),
    properties: { verdict: report.verdict, outcome: outcome(report) },
  }
}

function describeFailure({ code, message, remedy, exit }: Failure): object {
  const said = `${message.split('\n').map(visible).join('\n')}\nfix: ${visible(remedy)}`
  return {
    executionSuccessful: false,
    exitCode: exit,
    toolExecutionNotifications: [
      { level: 'error', descriptor: { id: visible(code) }, message: { text: plainText(said) } },
    ],
  }
}
