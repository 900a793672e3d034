import type { CodeUnit } from '../core/structure.ts'
import type { UnitKind } from './outline.ts'

/** With what only classification asks for. */
export interface Unit extends CodeUnit {
  readonly kind: UnitKind
  /** As `hash`, with the names bound inside numbered; null = a renaming could change what the code does. */
  readonly alpha: string | null
  /** What it takes from where it stands: moved elsewhere, these could mean something else. Sorted. */
  readonly outer: readonly string[]
  /** The text that is its own and not its units', or a digest of it. */
  readonly text: string
  /** What says all that it is, its place aside: its text, and how that is read; null = there is more to say. */
  readonly said: string | null
  /** Of two that have the same `alpha`, it is the same; null = nothing is known of it. The units inside left out. */
  readonly length: number | null
  readonly children: readonly Unit[]
}

/** Enough of a unit to know it again in another place. */
export interface Movable {
  readonly kind: UnitKind
  readonly name: string
  readonly startLine: number
  readonly endLine: number
  readonly hash: string | null
  readonly order: readonly string[]
  readonly children: readonly Movable[]
}

/** What judges ask for, as it is sent to another process. */
export function asCodeUnit(unit: CodeUnit): CodeUnit {
  const { kind, name, startLine, endLine, alone, hash, own, sorted, directives, comments, order } = unit
  const children = unit.children.map(asCodeUnit)
  return { kind, name, startLine, endLine, alone, hash, own, sorted, directives, comments, order, children }
}

export function asMovable({ kind, name, startLine, endLine, hash, order, children }: Movable): Movable {
  return { kind, name, startLine, endLine, hash, order, children: children.map(asMovable) }
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
