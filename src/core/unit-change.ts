import type { Unstructured } from './structure.ts'

/** Where two units first say something else, as each is written; null = there is nothing. */
export interface UnitDifference {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
  /** After the change, from 1. */
  readonly line: number
}

/** `operator: "<" became "<="`. Text of the files stands in it as it is. */
export function describeDifference({ field, before, after }: UnitDifference): string {
  if (before === null) return `${field}: ${after} is new`
  return after === null ? `${field}: ${before} is gone` : `${field}: ${before} became ${after}`
}

export type ChangeClass =
  | 'MOVED'
  | 'FORMAT'
  | 'COMMENT'
  | 'IMPORT_ORDER'
  | 'RENAMED_LOCAL'
  | 'RENAMED_SYMBOL'
  | 'EVOLUTION'
  | 'ADDED'
  | 'REMOVED'

/** One unit that differs, and what that makes of it. */
export interface UnitChange {
  /** INTENT_EVOLUTION: what the code does can differ. */
  readonly mutation: 'AST_REFACTOR' | 'INTENT_EVOLUTION'
  readonly class: ChangeClass
  readonly why?: string
  readonly path: string
  readonly kind: string
  /** '' = it has none. */
  readonly name: string
  /** After the change; of what was removed: before it. From 1. */
  readonly startLine: number
  readonly endLine: number
  /** Where it was, and its name there, if either differs. */
  readonly from?: { readonly path: string; readonly name: string }
  readonly difference?: UnitDifference
}

/** A path that has no structure on some side; kind = a symbolic link or a submodule. */
export interface LinesOnly {
  readonly path: string
  readonly why: Unstructured | 'kind'
}

/** A whole change set, unit by unit. */
export interface UnitChanges {
  /** By path, then line. */
  readonly units: readonly UnitChange[]
  readonly linesOnly: readonly LinesOnly[]
}
