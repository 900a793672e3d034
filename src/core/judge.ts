import { type Answer, settle } from './ask.ts'
import { cover } from './cover.ts'
import type { Coverage } from './coverage.ts'
import { diffKey, type Evidence, type Loaded, type Need } from './evidence.ts'
import { contextOf } from './path-case.ts'
import type { Exempted, PathCoverage, Report } from './report.ts'
import { docsOf, type Facts, type Rule, type Violation } from './rule.ts'
import { isSidecarsOwn } from './sidecar.ts'
import type { Snapshot } from './snapshot.ts'
import { structureKey } from './structure.ts'
import { applyWaivers } from './waiver.ts'

export type Judgement =
  | { readonly kind: 'verdict'; readonly report: Report; readonly facts: Facts }
  /** What must be loaded into the evidence before it can be judged. Never empty. */
  | { readonly kind: 'needs'; readonly needs: readonly Need[] }

/**
 * Holds a snapshot against the evidence. Pure: no clock, no disk, no network; so hook, CLI and Action cannot disagree,
 * and a verdict can be made again years later.
 */
export function judge(snapshot: Snapshot, evidence: Evidence, rules: readonly Rule[]): Judgement {
  const answers = coverAll(snapshot, evidence)
  const needs = answers.flatMap((answer) => (answer.kind === 'needs' ? answer.needs : []))
  if (needs.length > 0) return { kind: 'needs', needs: distinctNeeds(needs) }
  const coverage = answers.flatMap((answer) => (answer.kind === 'answer' ? [answer.value] : []))
  const facts: Facts = { snapshot, evidence, coverage }
  const open = openNeeds(rules, facts)
  if (open.length > 0) return { kind: 'needs', needs: open }
  return { kind: 'verdict', report: reportOf(facts, rules), facts }
}

function coverAll(snapshot: Snapshot, evidence: Evidence): Answer<Coverage>[] {
  const context = contextOf(snapshot, evidence)
  return snapshot.changes
    .filter((change) => !isSidecarsOwn(change))
    .map((change) => settle(cover(context, change)))
}

function openNeeds(rules: readonly Rule[], facts: Facts): Need[] {
  const needs = rules.flatMap((rule) => needsOf(rule, facts))
  return distinctNeeds(needs.filter((need) => !isLoaded(need, facts.evidence.loaded)))
}

function needsOf(rule: Rule, facts: Facts): Need[] {
  return rule.needs === undefined || severityOf(rule, facts) === 'off' ? [] : [...rule.needs(facts)]
}

function isLoaded(need: Need, loaded: Loaded): boolean {
  switch (need.kind) {
    case 'blob':
      return loaded.blobs.has(need.oid)
    case 'diff':
      return loaded.diffs.has(diffKey(need.from, need.to))
    case 'names':
      return loaded.names.has(need.folder)
    case 'ledger':
      return loaded.ledger !== null
    case 'outlines':
      return loaded.outlines !== null
    case 'unit-changes':
      return loaded.unitChanges !== null
    case 'patterns':
      return loaded.patterns !== null
    case 'recorded':
      return loaded.recorded.has(need.oid)
    case 'structure':
      return loaded.structures.has(structureKey(need.path, need.oid))
    default:
      return loaded[need.kind].has(need.path)
  }
}

function distinctNeeds(needs: readonly Need[]): Need[] {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()]
}

function severityOf(rule: Rule, facts: Facts) {
  const byDefault = typeof rule.severity === 'function' ? rule.severity(facts) : rule.severity
  return facts.evidence.policy.rules[rule.id] ?? byDefault
}

function reportOf(facts: Facts, rules: readonly Rule[]): Report {
  const { snapshot, evidence, coverage } = facts
  const { policy, adopted } = evidence
  const found = rules.flatMap((rule) => violationsOf(rule, facts))
  const { violations, exempted } = applyWaivers(ratchet(found, facts), policy, evidence.today)
  const bootstrap = !adopted.base
  const blocks =
    !bootstrap && policy.mode !== 'shadow' && violations.some(({ severity }) => severity === 'error')
  return {
    version: 1,
    verdict: blocks ? 'fail' : 'pass',
    mode: policy.mode,
    bootstrap,
    source: { ...snapshot.source, policy: evidence.policyBlob },
    checked: snapshot.changes.length,
    violations,
    exempted: [...exemptedPaths(coverage), ...exempted],
    coverage: coverage.map((entry) => pathCoverage(entry, exempted)),
    notes: notesOf(facts),
  }
}

function violationsOf(rule: Rule, facts: Facts): Violation[] {
  const severity = severityOf(rule, facts)
  if (severity === 'off') return []
  return Array.from(rule.check(facts), (finding) => ({
    rule: rule.id,
    severity,
    ...finding,
    docs: docsOf(rule.id),
  }))
}

/** Mode ratchet: a file from before, that no record has ever named, may still change without a trace; it is said. */
function ratchet(violations: readonly Violation[], { snapshot, evidence }: Facts): Violation[] {
  if (evidence.policy.mode !== 'ratchet') return [...violations]
  const old = new Set(snapshot.changes.filter(({ before }) => before !== null).map(({ path }) => path))
  return violations.map((violation) => {
    const { rule, path, message } = violation
    const isFree = path !== null && old.has(path) && isUntraced(evidence, rule, path)
    return isFree
      ? { ...violation, severity: 'notice', message: `${message} (free until first traced: mode ratchet)` }
      : violation
  })
}

/** A commit of a range is judged with the records of later ones as well; by the time it was made there were none. */
function isUntraced({ ledger, loaded }: Evidence, rule: Violation['rule'], path: string): boolean {
  if (rule !== 'hash-mismatch') return rule === 'trace-missing'
  // The net of a range: untraced lines of a commit that was free to make them, and records of later ones.
  if (loaded.each.get(path)?.free === true) return true
  const isInBase = (loaded.records.get(path) ?? []).some(({ inBase }) => inBase)
  return !isInBase && !ledger.added.some((write) => write.path === path)
}

function exemptedPaths(coverage: readonly Coverage[]): Exempted[] {
  return coverage.flatMap(({ exempted }) => exempted ?? [])
}

function pathCoverage(
  { change, how, intents, lines, uncovered }: Coverage,
  waived: readonly Exempted[],
): PathCoverage {
  const isWaived = how === null && waived.some(({ path }) => path === change.path)
  const counted = lines === null ? {} : { lines }
  return { path: change.path, intents, how: isWaived ? 'waived' : how, ...counted, uncovered }
}

export const PARSER_NOTE =
  'the parser cannot be loaded here, so code that was only reformatted or moved is judged by its lines: npm install, without --omit=optional'
export const SHADOW_NOTE = 'policy mode shadow: findings are reported, nothing blocks'

function notesOf({ snapshot, evidence }: Facts): string[] {
  const notes: string[] = []
  if (!evidence.adopted.base)
    notes.push('bootstrap: the base has no .orchestration/ yet, so everything is reported and nothing blocks')
  if (evidence.policy.mode === 'shadow') notes.push(SHADOW_NOTE)
  const isBlind = [...evidence.loaded.structures.values()].some(
    (structure) => structure.kind === 'unstructured' && structure.why === 'parser',
  )
  if (isBlind) notes.push(PARSER_NOTE)
  const { length } = snapshot.merged
  if (length > 0) notes.push(`${length === 1 ? '1 path is' : `${length} paths are`} the merge's own work`)
  return notes
}
