import { type Change, kindOf } from '../core/change.ts'
import { boundsOf, type ForbidPattern, isAskedFor } from '../core/constraint.ts'
import {
  type DiffHunk,
  diffKey,
  type Evidence,
  type Loaded,
  type Need,
  type Pattern,
  type PatternEngine,
} from '../core/evidence.ts'
import { excerpt } from '../core/excerpt.ts'
import { forbiddenImports, importNeeds } from '../core/forbidden-imports.ts'
import { matchGlob } from '../core/glob.ts'
import { withWayOn } from '../core/remedy.ts'
import { defineRule, type Facts, type Finding } from '../core/rule.ts'
import { readingsOf, type ShownLine, shownLines } from '../core/shown-lines.ts'
import { INTENTS_PATH } from '../core/sidecar.ts'

export const constraint = defineRule({
  id: 'constraint',
  summary: 'No change breaks a checkable constraint of an intent it is for.',
  severity: 'error',

  *needs(facts): Iterable<Need> {
    if (isAskedFor(facts.evidence, 'forbid_import')) yield* importNeeds(facts)
    if (!isAskedFor(facts.evidence, 'forbid_pattern')) return
    if (namesPattern(facts)) yield { kind: 'patterns' }
    for (const { change } of patternUses(facts)) {
      yield { kind: 'blob', oid: change.after.blob }
      yield { kind: 'diff', from: textBlob(change), to: change.after.blob }
    }
  },

  *check(facts) {
    if (isAskedFor(facts.evidence, 'forbid_pattern')) {
      yield* invalidPatterns(facts)
      yield* forbiddenLines(facts)
    }
    if (isAskedFor(facts.evidence, 'forbid_import')) yield* forbiddenImports(facts)
    if (isAskedFor(facts.evidence, 'require_change')) yield* missingChanges(facts)
  },
})

interface PatternUse {
  readonly change: Change & { readonly after: NonNullable<Change['after']> }
  readonly intent: string
  readonly entry: ForbidPattern
}

function patternUses({ evidence, coverage }: Facts): PatternUse[] {
  return coverage.flatMap(({ change: { path, before, after }, intents }) => {
    if (after === null || kindOf(after.mode) !== 'file') return []
    return intents.flatMap((intent) => {
      const entries = boundsOf(evidence, intent).forbidPatterns
      const meant = entries.filter((entry) => entry.in === undefined || matchGlob(entry.in, path))
      return meant.map((entry) => ({ change: { path, before, after }, intent, entry }))
    })
  })
}

function textBlob({ before }: Change): string | null {
  return before === null || kindOf(before.mode) !== 'file' ? null : before.blob
}

function* forbiddenLines(facts: Facts): Iterable<Finding> {
  const budget = { steps: MAX_STEPS }
  for (const use of patternUses(facts)) {
    const pattern = compile(facts.evidence.loaded, use.entry.forbid_pattern)
    if (pattern !== null) yield* matches(facts, use, pattern, budget)
  }
}

function matches(facts: Facts, use: PatternUse, pattern: Pattern, budget: { steps: number }): Finding[] {
  const content = facts.evidence.loaded.blobs.get(use.change.after.blob)
  if (!(content instanceof Uint8Array) || budget.steps < 0) return [unchecked(facts, use, CANNOT_READ)]
  const { isText, encodings } = readingsOf(content)
  const hunks = hunksOf(facts.evidence, use.change)
  for (const encoding of encodings) {
    const hits = hitsOf(shownLines(content, encoding, hunks), pattern, budget)
    if (hits === null) return [unchecked(facts, use, CANNOT_READ)]
    if (hits.length > 0) return hits.map((line) => forbidden(facts, use, line))
  }
  return isText ? [] : [unchecked(facts, use, NOT_TEXT)]
}

/** null = more than may be checked. */
function hitsOf(
  lines: readonly ShownLine[],
  pattern: Pattern,
  budget: { steps: number },
): readonly ShownLine[] | null {
  budget.steps -= pattern.programSize() * lines.reduce((sum, { text }) => sum + text.length + 1, 0)
  return budget.steps < 0 ? null : lines.filter(({ text }) => pattern.test(text))
}

const CANNOT_READ = 'it is too large, or cannot be read, to'
const NOT_TEXT = 'it is not text, so that nobody can'

/** Where there is no diff, all lines count as added. */
function hunksOf({ loaded }: Evidence, change: PatternUse['change']): readonly DiffHunk[] {
  const all: DiffHunk = [0, 0, 1, Number.MAX_SAFE_INTEGER]
  return loaded.diffs.get(diffKey(textBlob(change), change.after.blob)) ?? [all]
}

// RE2 is linear in pattern × text, and both come from the change under review: about ten seconds at most.
const MAX_STEPS = 5e8

function unchecked({ snapshot }: Facts, { change, intent, entry }: PatternUse, why: string): Finding {
  return {
    path: change.path,
    intent,
    message: `${why} check it against ${intent}'s forbid_pattern ${excerpt(entry.forbid_pattern)}`,
    remedy: withWayOn(
      `say with "in:" which files the constraint is meant for (${INTENTS_PATH})`,
      snapshot.operation,
    ),
  }
}

function forbidden({ snapshot }: Facts, { change, intent, entry }: PatternUse, added: ShownLine): Finding {
  const remedy = 'write it another way; or have the constraint changed first, in a change of its own'
  return {
    path: change.path,
    line: added.line,
    intent,
    message: `${intent} forbids lines that match ${excerpt(entry.forbid_pattern)}: ${excerpt(added.text)}`,
    remedy: withWayOn(remedy, snapshot.operation),
  }
}

const compiled = new Map<string, Pattern | null>()

/** null = RE2 does not take it. */
function compile({ patterns }: Loaded, pattern: string): Pattern | null {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  // Without it no line would match, ever.
  if (patterns === null) throw new Error('a forbid_pattern is checked before its engine is loaded')
  const fresh = compileFresh(patterns, pattern)
  compiled.set(pattern, fresh)
  return fresh
}

function compileFresh(patterns: PatternEngine, pattern: string): Pattern | null {
  try {
    return patterns.compile(pattern)
  } catch {
    return null
  }
}

/** A pattern that cannot be compiled forbids nothing, silently: it is said where it is used, and where it is declared. */
function* invalidPatterns(facts: Facts): Iterable<Finding> {
  const { snapshot, evidence } = facts
  for (const intent of namedIntents(facts)) {
    for (const { forbid_pattern: pattern } of boundsOf(evidence, intent).forbidPatterns) {
      if (compile(evidence.loaded, pattern) !== null) continue
      yield {
        path: INTENTS_PATH,
        intent,
        message: `forbid_pattern ${excerpt(pattern)} of ${intent} is not a valid RE2 pattern`,
        remedy: withWayOn('correct it; RE2 has no look-around and no back references', snapshot.operation),
      }
    }
  }
}

function namesPattern(facts: Facts): boolean {
  return namedIntents(facts).some((intent) => boundsOf(facts.evidence, intent).forbidPatterns.length > 0)
}

/** Intents that the change is for, and those that it may declare. */
function namedIntents({ snapshot, evidence, coverage }: Facts): string[] {
  const isDeclaredHere = snapshot.changes.some(({ path }) => path === INTENTS_PATH)
  const declared = isDeclaredHere ? [...evidence.intents.head.keys()] : []
  return [...new Set([...coverage.flatMap(({ intents }) => intents), ...declared])]
}

function* missingChanges(facts: Facts): Iterable<Finding> {
  if (isPartOfMore(facts)) return
  const { snapshot, evidence, coverage } = facts
  for (const intent of new Set(coverage.flatMap(({ intents }) => intents))) {
    for (const { require_change: glob } of boundsOf(evidence, intent).requireChanges) {
      if (snapshot.changes.some(({ path }) => matchGlob(glob, path))) continue
      yield {
        path: coverage.find(({ intents }) => intents.includes(intent))!.change.path,
        intent,
        message: `${intent} requires that a change for it also touches ${glob}, and this one does not`,
        remedy: withWayOn(`add a change in ${glob} to this one`, snapshot.operation),
      }
    }
  }
}

/** What one commit lacks another one can bring, unless each is to pass by itself. */
function isPartOfMore({ snapshot: { source }, evidence: { policy } }: Facts): boolean {
  return (source.kind === 'staged' || source.kind === 'commit') && policy.commits === 'net'
}
