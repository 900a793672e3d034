/** Why a file has no structure. */
export type Unstructured =
  | 'missing' // no such object
  | 'language' // no parser for it
  | 'large'
  | 'encoding' // not UTF-8 text
  | 'syntax'
  | 'depth' // nested deeper than can be walked
  | 'time' // not parsed in time
  | 'crash' // the parser died of it
  | 'parser' // the parser cannot be loaded here

/** A file, an import run, a class, a function …: what its syntax is, whatever its layout. */
export interface CodeUnit {
  readonly kind: string
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
  /** As `hash`, with imports and what they name in alphabetical order; null = not an import run. */
  readonly sorted: string | null
  /** Digests of what is its own and not its units': the comments that tools obey, the others. */
  readonly directives: string
  readonly comments: string
  /** What is evaluated, in order: `*` = a statement, `!key` = a unit that may act, `~key` = one that does nothing. */
  readonly order: readonly string[]
  readonly children: readonly CodeUnit[]
}

/** A module that a file loads, or takes types from. */
export interface Import {
  /** As it is written; null = computed when the program runs. */
  readonly name: string | null
  /** Of the name, from 1. */
  readonly line: number
}

/** The structure of one content under one path, whose ending says its language. */
export type FileStructure =
  /** `norm`: hashes of different normalisations are never compared. `unit`: the whole file. */
  | {
      readonly kind: 'structured'
      readonly norm: string
      readonly unit: CodeUnit
      readonly imports: readonly Import[]
    }
  | { readonly kind: 'unstructured'; readonly why: Unstructured }

export function structureKey(path: string, oid: string): string {
  return `${oid} ${path}`
}
