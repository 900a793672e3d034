import { type Change, stateKey } from '../core/change.ts'
import { isAskedFor } from '../core/constraint.ts'
import type { Coverage } from '../core/coverage.ts'
import type { Evidence, Need } from '../core/evidence.ts'
import { excerpt } from '../core/excerpt.ts'
import { withWayOn } from '../core/remedy.ts'
import { defineRule, type Facts, type Finding } from '../core/rule.ts'
import { AGENT_PATH } from '../core/sidecar.ts'
import type { Write } from '../core/trace.ts'
import { describeDifference, type UnitChange, type UnitChanges } from '../core/unit-change.ts'
import { WHY_UNSTRUCTURED } from '../core/unstructured.ts'

export const mutationClass = defineRule({
  id: 'mutation-class',
  summary:
    'A change that is said to be an `AST_REFACTOR` keeps the structure of the code, and a `refactor-only` intent makes no other.',
  severity: 'error',

  *needs(facts): Iterable<Need> {
    if (pledges(facts).length > 0) yield { kind: 'unit-changes' }
  },

  *check(facts) {
    const { unitChanges } = facts.evidence.loaded
    for (const pledge of pledges(facts)) {
      const broken = unitChanges === null ? UNREAD : breach(pledge.change, unitChanges)
      if (broken !== null) yield finding(facts, pledge, broken)
    }
  },
})

/** Somebody said that this change is a refactoring. */
interface Pledge {
  readonly change: Change
  readonly intent: string | null
  readonly said: string
  readonly remedy: string
}

function pledges({ evidence, coverage }: Facts): Pledge[] {
  const mayBind = isAskedFor(evidence, 'refactor-only')
  return coverage.flatMap((covered) => {
    const { change, intents } = covered
    // Lessons are no program; what may be written there is judged with the scope.
    if (change.path === AGENT_PATH) return []
    const bound = mayBind ? intents.find((id) => isRefactorOnly(evidence, id)) : undefined
    if (bound !== undefined)
      return [{ change, intent: bound, said: `${bound} is refactor-only`, remedy: OTHER_INTENT }]
    const claim = claimOf(covered)
    if (claim === null) return []
    return [{ change, intent: claim.intent, said: 'its record says AST_REFACTOR', remedy: OTHER_CLAIM }]
  })
}

const OTHER_INTENT = 'take that out of this change, and make it for an intent that is not refactor-only'
const OTHER_CLAIM = 'take that out of this change, or have it recorded as INTENT_EVOLUTION'

/** Base and head must both allow it. */
function isRefactorOnly({ intents }: Evidence, id: string): boolean {
  const [base, head] = [intents.base.get(id), intents.head.get(id)]
  return base?.mutation === 'refactor-only' || head?.mutation === 'refactor-only'
}

/** A record that says so of this very change, or of a step of it where all steps are said to be so. */
function claimOf({ change, used }: Coverage): Write | null {
  const claims = used.filter(({ path, mutation }) => path === change.path && mutation === 'AST_REFACTOR')
  if (claims.length === 0) return null
  const own = used.filter(({ path }) => path === change.path)
  if (claims.length === own.length) return claims[0]!
  return claims.find(({ edge }) => edge !== null && isSame(edge, change)) ?? null
}

function isSame(some: Pick<Change, 'before' | 'after'>, other: Pick<Change, 'before' | 'after'>): boolean {
  return stateKey(some.before) === stateKey(other.before) && stateKey(some.after) === stateKey(other.after)
}

/** What is no refactoring, at a line of the target where it has one. */
interface Breach {
  readonly what: string
  readonly line?: number
}

const UNREAD: Breach = { what: 'its structure could not be read' }

function breach({ path, before, after }: Change, { units, linesOnly }: UnitChanges): Breach | null {
  const blind = linesOnly.find((file) => file.path === path)
  if (blind !== undefined)
    return {
      what: `its structure is not known: ${blind.why === 'kind' ? LINK : WHY_UNSTRUCTURED[blind.why]}`,
    }
  if (before !== null && after !== null && before.mode !== after.mode)
    return { what: `its mode changed from ${before.mode} to ${after.mode}` }
  const evolved = units.filter((unit) => unit.path === path && unit.mutation === 'INTENT_EVOLUTION')
  const [first, ...more] = evolved
  if (first === undefined) return null
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  return { ...lineOf(first, after === null ? 'gone' : 'there'), what: `${whatOf(first)}${others}` }
}

const LINK = 'a symbolic link or a submodule'

function lineOf(
  { class: found, startLine, difference }: UnitChange,
  path: 'gone' | 'there',
): { line?: number } {
  if (path === 'gone' || found === 'REMOVED') return {}
  return { line: difference?.line ?? startLine }
}

function whatOf({ class: found, kind, name, why, difference }: UnitChange): string {
  const unit = name === '' ? kind : `${kind} ${excerpt(name)}`
  if (found === 'ADDED') return `${unit} is new`
  if (found === 'REMOVED') return `${unit} is gone`
  if (difference !== undefined) return `${unit} evolved, ${describeDifference(difference)}`
  return `${unit} evolved${why === undefined ? '' : `: ${why}`}`
}

function finding({ snapshot }: Facts, pledge: Pledge, { what, line }: Breach): Finding {
  return {
    path: pledge.change.path,
    ...(line !== undefined && { line }),
    ...(pledge.intent !== null && { intent: pledge.intent }),
    message: `${pledge.said}, but ${what}`,
    remedy: withWayOn(pledge.remedy, snapshot.operation),
  }
}
