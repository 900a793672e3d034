import type { Evidence } from './evidence.ts'
import type { Constraint, Intent, Intents } from './intent.ts'

export type ForbidImport = Extract<Constraint, { forbid_import: string }>
export type ForbidPattern = Extract<Constraint, { forbid_pattern: string }>
type RequireChange = Extract<Constraint, { require_change: string }>

/** The checkable constraints of an intent, by kind. */
interface Bounds {
  /** What no added import may name, in a change for this intent. */
  readonly forbidImports: readonly ForbidImport[]
  /** What no added line may match, in a change for this intent. */
  readonly forbidPatterns: readonly ForbidPattern[]
  /** What a change for this intent must also touch. */
  readonly requireChanges: readonly RequireChange[]
}

const NONE: Bounds = { forbidImports: [], forbidPatterns: [], requireChanges: [] }

/** Base and head must both allow it: what only one of them constrains is constrained. */
export function boundsOf({ intents }: Evidence, id: string): Bounds {
  const base = intents.base.get(id)
  const head = intents.head.get(id)
  const [one, other] = [head ?? base, base ?? head]
  return one === undefined || other === undefined ? NONE : boundsOfBoth(one, other)
}

/** Of the many commits of a range nearly all have the same two. */
const known = new WeakMap<Intent, WeakMap<Intent, Bounds>>()

function boundsOfBoth(head: Intent, base: Intent): Bounds {
  const byBase = known.get(head) ?? new WeakMap<Intent, Bounds>()
  known.set(head, byBase)
  const before = byBase.get(base)
  if (before !== undefined) return before
  const bounds = sorted([...(base.constraints ?? []), ...(head.constraints ?? [])])
  byBase.set(base, bounds)
  return bounds
}

const traits = new WeakMap<Intents, ReadonlySet<Trait>>()

type Trait = 'forbid_import' | 'forbid_pattern' | 'require_change' | 'refactor-only'

/** Does any intent, of base or head, ask for this? Where none does, the changes need not be looked at. */
export function isAskedFor({ intents }: Evidence, trait: Trait): boolean {
  return traitsOf(intents.base).has(trait) || traitsOf(intents.head).has(trait)
}

function traitsOf(intents: Intents): ReadonlySet<Trait> {
  const found = traits.get(intents) ?? new Set([...intents.values()].flatMap(traitsIn))
  traits.set(intents, found)
  return found
}

const CHECKABLE = ['forbid_import', 'forbid_pattern', 'require_change'] as const

function traitsIn({ constraints = [], mutation }: Intent): Trait[] {
  const kinds = CHECKABLE.filter((kind) =>
    constraints.some((entry) => typeof entry === 'object' && kind in entry),
  )
  return mutation === 'refactor-only' ? [...kinds, mutation] : kinds
}

function sorted(constraints: readonly Constraint[]): Bounds {
  const distinct = [...new Map(constraints.map((entry) => [JSON.stringify(entry), entry])).values()]
  const checkable = distinct.filter((entry) => typeof entry === 'object')
  return {
    forbidImports: checkable.filter((entry) => 'forbid_import' in entry),
    forbidPatterns: checkable.filter((entry) => 'forbid_pattern' in entry),
    requireChanges: checkable.filter((entry) => 'require_change' in entry),
  }
}
