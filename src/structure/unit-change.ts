import type { Difference } from './difference.ts'
import type { UnitKind } from './outline.ts'
import type { Verdict } from './own-change.ts'
import type { Unit } from './unit.ts'

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
  readonly difference?: Difference
}

export interface Placed {
  readonly path: string
  readonly unit: Unit
}

/** What a comparison finds on its way: what is on one side only may still be found to have moved. */
export interface Found {
  readonly changes: UnitChange[]
  readonly removed: Placed[]
  readonly added: Placed[]
}

const EVOLVING = new Set(['EVOLUTION', 'ADDED', 'REMOVED'])

export function asChange(verdict: Verdict, { path, unit }: Placed, before?: Placed): UnitChange {
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
