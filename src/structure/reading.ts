// What is said of a structure: those who ask another process for one need no parser.
import type { Import } from './imports.ts'
import type { Unit } from './unit.ts'

/** Bytes. A larger file is judged by its lines and its blob alone. */
export const MAX_STRUCTURED_BYTES = 1_500_000

/** Why a file has no structure. */
export type Unstructured =
  | 'language' // no parser for it
  | 'large'
  | 'encoding' // not UTF-8, or it holds a NUL
  | 'syntax' // the parser found an error
  | 'depth' // nested deeper than can be walked
  | 'time' // not done in time
  | 'crash' // the parser died of it
  | 'parser' // the parser cannot be loaded here

export interface Unread {
  readonly kind: 'unstructured'
  readonly why: Unstructured
}

export type Reading =
  /** `norm`: hashes of different normalisations are never compared. Where it has an error, `unit` has no hash, and others in it may. */
  | {
      readonly kind: 'structured'
      readonly norm: string
      readonly unit: Unit
      readonly imports: readonly Import[]
    }
  | Unread

export function without(why: Unstructured): Unread {
  return { kind: 'unstructured', why }
}
