import type { CodeUnit } from '../core/structure.ts'
import type { UnitKind } from './outline.ts'

/** With what only classification asks for. */
export interface Unit extends CodeUnit {
  readonly kind: UnitKind
  /** As `hash`, with the names bound inside numbered; null = a renaming could change what the code does. */
  readonly alpha: string | null
  /** What it takes from where it stands: moved elsewhere, these could mean something else. Sorted. */
  readonly outer: readonly string[]
  /** Digest of the text that is its own and not its units'. */
  readonly text: string
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
