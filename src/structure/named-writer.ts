import type { Node } from './node.ts'
import type { Range } from './place.ts'
import type { Binding } from './scope.ts'
import { Writer } from './serialise.ts'

/** What to look out for while a tree is written. */
export interface Marks {
  /** The binding that an identifier means or declares. */
  readonly bindings: ReadonlyMap<Node, Binding>
  /** Statements and members whose place in the text is wanted. */
  readonly statements: ReadonlySet<Node>
  /** Identifiers and keys whose place in the text is wanted, bound or not. */
  readonly names: ReadonlySet<Node>
}

/** Offsets are those of the text that is written. */
export interface WrittenName extends Range {
  readonly node: Node
  readonly binding: Binding | null
}

interface WrittenNode {
  readonly node: Node
  readonly start: number
}

/** Words for what every module has of its own. */
const PLACED_NAMES = new Set(['require', 'module', 'exports', '__dirname', '__filename'])

export const NOTHING: Marks = { bindings: new Map(), statements: new Set(), names: new Set() }

/** Writes the same text, and says where its names stand. */
export class NamedWriter extends Writer {
  /** In their order: names that are bound, those that every module has of its own, and those that were asked for. */
  readonly names: WrittenName[] = []
  /** The same, in the order in which they are numbered. */
  readonly counted: WrittenName[] = []
  /** In their order: nodes that depend on the file they stand in. */
  readonly placed: WrittenNode[] = []
  readonly statementAt = new Map<Node, Range>()
  readonly #marks: Marks

  constructor(marks: Marks) {
    super()
    this.#marks = marks
  }

  override statement(node: Node): void {
    const start = this.text.length
    this.node(node)
    if (this.#marks.statements.has(node)) this.statementAt.set(node, { start, end: this.text.length })
  }

  override element(opening: () => void, children: () => void): void {
    const before = this.names.length
    opening()
    const count = this.names.length - before
    children()
    if (count > 0) this.counted.push(...this.counted.splice(before, count))
  }

  protected override place(node: Node): void {
    this.placed.push({ node, start: this.text.length })
  }

  protected override name(node: Node, quoted: string): void {
    const start = this.text.length
    this.text += quoted
    const binding = this.#marks.bindings.get(node) ?? null
    if (binding === null && !this.#marks.names.has(node) && !isPlacedName(node)) return
    const name = { node, binding, start, end: this.text.length }
    this.names.push(name)
    this.counted.push(name)
  }
}

export function isPlacedName({ name }: Node): boolean {
  return typeof name === 'string' && PLACED_NAMES.has(name)
}
