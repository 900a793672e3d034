import type { ChangeClass, UnitDifference } from '../core/unit-change.ts'
import type { UnitKind } from './outline.ts'
import type { Verdict } from './own-change.ts'
import type { Movable, Unit } from './unit.ts'

export interface UnitChange extends Verdict {
  /** INTENT_EVOLUTION: what the code does can differ. */
  readonly mutation: 'AST_REFACTOR' | 'INTENT_EVOLUTION'
  readonly path: string
  readonly kind: UnitKind
  readonly name: string
  /** After the change; of what was removed: before it. From 1. */
  readonly startLine: number
  readonly endLine: number
  /** Where it was, and its name there, if either differs. */
  readonly from?: { readonly path: string; readonly name: string }
  /** Its first line before the change; absent where it is new. */
  readonly fromLine?: number
  /** Of what evolved: where it first says something else, if that can be told. */
  readonly difference?: UnitDifference
}

export interface Placed<U extends Movable = Unit> {
  readonly path: string
  readonly unit: U
}

/** What a comparison finds on its way: what is on one side only may still be found to have moved. */
export interface Found<U extends Movable = Unit> {
  readonly changes: UnitChange[]
  readonly removed: Placed<U>[]
  readonly added: Placed<U>[]
}

const EVOLVING = new Set(['EVOLUTION', 'ADDED', 'REMOVED'])

export function asChange(
  verdict: Verdict,
  { path, unit }: Placed<Movable>,
  before?: Placed<Movable>,
): UnitChange {
  const isElsewhere = before !== undefined && (before.path !== path || before.unit.name !== unit.name)
  return {
    ...verdict,
    mutation: EVOLVING.has(verdict.class) ? 'INTENT_EVOLUTION' : 'AST_REFACTOR',
    path,
    kind: unit.kind,
    name: unit.name,
    startLine: unit.startLine,
    endLine: unit.endLine,
    ...(before === undefined ? {} : { fromLine: before.unit.startLine }),
    ...(isElsewhere ? { from: { path: before.path, name: before.unit.name } } : {}),
  }
}

/** Can what evolved here be a renaming across files? Then it is worth a second look. */
export function isRenamingCandidate(changes: readonly UnitChange[]): boolean {
  const has = (some: readonly ChangeClass[]) => changes.some((change) => some.includes(change.class))
  return (
    changes.some(({ from, class: found }) => from !== undefined && found === 'EVOLUTION') ||
    (has(['ADDED']) && has(['REMOVED']))
  )
}

/** Files of which it is proven that nothing but names differs, whoever uses them. */
export function withProven(
  changes: readonly UnitChange[],
  pairs: readonly { readonly before: { readonly path: string }; readonly after: { readonly path: string } }[],
): UnitChange[] {
  const stayed = new Set(
    pairs.filter(({ before, after }) => before.path === after.path).map(({ after }) => after.path),
  )
  const moved = pairs.filter(({ before, after }) => before.path !== after.path)
  const ends = new Set(moved.flatMap(({ before, after }) => [before.path, after.path]))
  const kept = changes
    .filter(({ path }) => !ends.has(path))
    .flatMap((change) => (stayed.has(change.path) ? renamed(change) : [change]))
  return [...kept, ...moved.map(movedFile)].sort(byPlace)
}

function renamed(change: UnitChange): UnitChange[] {
  if (change.mutation === 'AST_REFACTOR') return [change]
  if (change.class === 'REMOVED') return []
  const { why, ...rest } = change
  return [{ ...rest, class: 'RENAMED_SYMBOL', mutation: 'AST_REFACTOR' }]
}

function movedFile({
  before,
  after,
}: {
  readonly before: { readonly path: string }
  readonly after: { readonly path: string }
}): UnitChange {
  return {
    ...{ class: 'MOVED', mutation: 'AST_REFACTOR', path: after.path, kind: 'file', name: '' },
    ...{ startLine: 1, endLine: 1, fromLine: 1, from: { path: before.path, name: '' } },
  }
}

export function byPlace(a: UnitChange, b: UnitChange): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.startLine - b.startLine || b.endLine - a.endLine
}
