import type { Outline, UnitKind } from '../outline.ts'
import type { Canon, Canoniser } from './canonical.ts'
import type { TreeNode } from './tree-node.ts'

type Place = Outline['place']

/** How a node of some kind is a unit. */
export interface UnitShape {
  readonly kind: UnitKind
  /** Its name; a text = one that is a part of its structure. Without: the field `name`, and no unit where there is none. */
  readonly name?: (node: TreeNode, text: string) => TreeNode | string | null
  /** Where the units inside stand; null = nowhere. Without: the field `body`. */
  readonly body?: (node: TreeNode) => TreeNode | null
  readonly place: Place | ((node: TreeNode, text: string) => Place)
}

/** What stands in another form than as it is written. null = nothing stands for it. */
export type Rule = (node: TreeNode, canoniser: Canoniser, parent: TreeNode | null) => Canon | null

/** A module as it is named where it is imported. */
export interface NamedImport {
  /** null = computed when the program runs. */
  readonly name: string | null
  readonly node: TreeNode
}

/** What there is to know of a language beside its grammar. */
export interface Dialect {
  readonly comments: ReadonlySet<string>
  /** Comments that a tool obeys, with their delimiters. */
  readonly directive: RegExp
  /** Kinds around a directive in which its place says nothing, since formatters move it; all = in every kind. */
  readonly looseDirectives: ReadonlySet<string> | 'all'
  /** As `directive`, of the first of several comments without a blank line between, all of which are obeyed; null = none. */
  readonly directiveBlock: RegExp | null
  /** Kinds whose text counts as it is written, white space and line breaks included. */
  readonly exact: ReadonlySet<string>
  /** Kinds of code inside of such. */
  readonly code: ReadonlySet<string>
  /**
   * What the tree does not show: lines = where one line ends between two tokens, which can end a statement; blanks = whether
   * there is white space between them at all.
   */
  readonly layout: 'free' | 'lines' | 'blanks'
  /** What joins two lines, outside of literals. */
  readonly lineJoint: RegExp | null
  /** Whether `\r\n` in a literal means what `\n` means; newline only = a text with `\r` has no structure. */
  readonly lineEnds: 'kept' | 'one' | 'newline only'
  readonly rules: Readonly<Record<string, Rule>>
  readonly units: Readonly<Record<string, UnitShape>>
  /** Kinds that hold a unit and what belongs to it: decorators, `export`. */
  readonly wrappers: ReadonlySet<string>
  /** Kinds that stand before what they belong to, as siblings. */
  readonly prefixes: ReadonlySet<string>
  /** Kinds around statements that are no place of their own. */
  readonly lists: ReadonlySet<string>
  /** Is it a part of an import run? */
  readonly isImport: (node: TreeNode, text: string) => boolean
  /** free: an import run has the same hash in every order. */
  readonly importOrder: 'free' | 'kept'
  /** An import run, attributes included, in an order of its own; null = its order counts. */
  readonly sortImports: (imports: readonly TreeNode[], canoniser: Canoniser) => readonly Canon[] | null
  /** The modules that this very node imports. */
  readonly importsOf: (node: TreeNode, text: string) => readonly NamedImport[]
  /** What an import is written with, to be looked for where there is no tree. */
  readonly importWord: RegExp
}

/** What a table has for a kind of node: `constructor` is one, too. */
export function ruleOf<T>(table: Readonly<Record<string, T>>, kind: string): T | undefined {
  return Object.hasOwn(table, kind) ? table[kind] : undefined
}

/** What most languages have in common. */
export const PLAIN = {
  looseDirectives: 'all',
  directiveBlock: null,
  exact: new Set<string>(),
  code: new Set<string>(),
  layout: 'free',
  lineJoint: null,
  lineEnds: 'kept',
  rules: {},
  wrappers: new Set<string>(),
  prefixes: new Set<string>(),
  lists: new Set<string>(),
  isImport: () => false,
  importOrder: 'kept',
  sortImports: () => null,
  importsOf: () => [],
  importWord: /\b(?:import|require|include|use|using|source)\b/,
} as const satisfies Partial<Dialect>
