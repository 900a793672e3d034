import type { UnitKind } from './outline.ts'

export interface Unit {
  readonly kind: UnitKind
  /** With those around it, dotted: `Cart.total`. '' = it has none. */
  readonly name: string
  /** From 1, comments directly above included. */
  readonly startLine: number
  readonly endLine: number
  /** Nothing else stands on its first and its last line. */
  readonly alone: boolean
  /** `sha256:<64 hex>` of the normalised tree, without the unit's own name; null = there is a syntax error in it. */
  readonly hash: string | null
  /** As `hash`, without the units inside; null = there is a syntax error outside of them. */
  readonly own: string | null
  /** As `hash`, with the names bound inside numbered; null = a renaming could change what the code does. */
  readonly alpha: string | null
  /** What it takes from where it stands: moved elsewhere, these could mean something else. Sorted. */
  readonly outer: readonly string[]
  /** As `hash`, with imports and what they name in alphabetical order; null = not an import run. */
  readonly sorted: string | null
  /** Digests of what is its own and not its units': the text, the comments that tools obey, the others. */
  readonly text: string
  readonly directives: string
  readonly comments: string
  /** What is evaluated, in order: `*` = a statement, `!key` = a unit that may act, `~key` = one that does nothing. */
  readonly order: readonly string[]
  readonly children: readonly Unit[]
}

/** Unequal for siblings: the k-th of the same kind and name. */
export function siblingKeys(siblings: readonly Pick<Unit, 'kind' | 'name'>[]): string[] {
  const seen = new Map<string, number>()
  return siblings.map(({ kind, name }) => {
    const base = `${kind} ${name}`
    const times = (seen.get(base) ?? 0) + 1
    seen.set(base, times)
    return `${base} ${times}`
  })
}

/** The innermost unit that a line (from 1) is part of; null = outside of the file. */
export function unitAtLine(unit: Unit, line: number): Unit | null {
  if (line < unit.startLine || line > unit.endLine) return null
  const inner = unit.children.map((child) => unitAtLine(child, line)).find((found) => found !== null)
  return inner ?? unit
}
