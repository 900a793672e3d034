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

/** One unit that differs, and what that makes of it. */
export interface UnitChange {
  /** INTENT_EVOLUTION: what the code does can differ. */
  readonly mutation: 'AST_REFACTOR' | 'INTENT_EVOLUTION'
  readonly class: string
  readonly why?: string
  readonly path: string
  readonly kind: string
  /** '' = it has none. */
  readonly name: string
  /** After the change; of what was removed: before it. From 1. */
  readonly startLine: number
  readonly endLine: number
  readonly difference?: UnitDifference
}

/** A whole change set, unit by unit. */
export interface UnitChanges {
  /** By path, then line. */
  readonly units: readonly UnitChange[]
  /** Paths that have no structure on some side; kind = a symbolic link or a submodule. */
  readonly linesOnly: readonly { readonly path: string; readonly why: Unstructured | 'kind' }[]
}
