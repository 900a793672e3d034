import { isNode, type Node, plainName } from './node.ts'
import type { Range } from './place.ts'
import type { Binding } from './scope.ts'
import { type Field, fieldsOf, type Kind, kindOf } from './shape.ts'

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
const DECLARATION = /^(?:Function|Class|TS\w+)Declaration$/

/** Writes trees as JSON of fixed order: equal for two trees if and only if they are the same after normalisation. */
export class Writer {
  text = ''
  /** In their order: names that are bound, those that every module has of its own, and those that were asked for. */
  readonly names: WrittenName[] = []
  /** The same, in the order in which they are numbered. */
  readonly counted: WrittenName[] = []
  /** In their order: nodes that depend on the file they stand in. */
  readonly placed: WrittenNode[] = []
  readonly statementAt = new Map<Node, Range>()
  readonly nameAt = new Map<Node, Range>()
  readonly #marks: Marks
  readonly #quoted = new Map<string, string>()

  constructor(marks: Marks) {
    this.#marks = marks
  }

  raw(more: string): void {
    this.text += more
  }

  node(node: Node): void {
    const kind = kindOf(node)
    if (kind.isPlaced) this.placed.push({ node, start: this.text.length })
    if (kind.rule === undefined || !kind.rule(node, this)) this.#fields(node, kind)
  }

  /** Parted by commas; empty statements are left out. */
  list(items: readonly unknown[]): void {
    let comma = ''
    for (const item of items) {
      if (isEmptyStatement(item)) continue
      this.text += comma
      comma = ','
      if (item === null)
        this.text += 'null' // a hole: [,a] is not [a]
      else this.node(asNode(item))
    }
  }

  /** A list of statements, or of the members of a class. */
  statements(items: readonly unknown[]): void {
    let comma = ''
    for (const item of items) {
      if (isEmptyStatement(item)) continue
      this.text += comma
      comma = ','
      const start = this.text.length
      const node = asNode(item)
      this.node(node)
      if (this.#marks.statements.has(node)) this.statementAt.set(node, { start, end: this.text.length })
    }
  }

  /** Of the names from `first` on, the first `count` get their numbers after the others: an element's own, after those inside it. */
  countLast(first: number, count: number): void {
    if (count > 0) this.counted.push(...this.counted.splice(first, count))
  }

  #fields(node: Node, kind: Kind): void {
    this.text += kind.opening
    for (const field of fieldsOf(node, kind)) {
      const value = node[field.name]
      // Absent and false are the same: parsers differ in which of the two they write.
      if (value !== null && value !== undefined && value !== false) this.#field(node, field, value)
    }
    this.text += '}'
  }

  #field(node: Node, field: Field, value: unknown): void {
    if (typeof value === 'string') this.#string(node, field, value)
    else if (Array.isArray(value)) this.#array(field, value)
    else if (isNode(value)) this.#child(node, field, value)
    else this.text += field.label + scalarText(value)
  }

  #string(node: Node, { label, role }: Field, value: string): void {
    this.text += label
    if (role === 'name') this.#name(node, this.#quote(value))
    else this.text += this.#quote(value)
  }

  #child(node: Node, { label, role }: Field, child: Node): void {
    this.text += label
    if (role === 'key' && node.computed !== true) this.#key(node, child)
    else if (role === 'branch') this.#branch(child)
    else this.node(child)
  }

  #array({ label, role, isList }: Field, items: readonly unknown[]): void {
    if (items.length === 0 && !isList) return
    this.text += `${label}[`
    if (role === 'statements') this.statements(items)
    else this.list(items)
    this.text += ']'
  }

  #name(node: Node, quoted: string): void {
    const start = this.text.length
    this.text += quoted
    const binding = this.#marks.bindings.get(node) ?? null
    const isWanted = this.#marks.names.has(node)
    if (binding === null && !isWanted && !isPlacedName(node)) return
    const name = { node, binding, start, end: this.text.length }
    this.names.push(name)
    this.counted.push(name)
    if (isWanted) this.nameAt.set(node, name)
  }

  #key(node: Node, key: Node): void {
    const text = this.#keyText(node, key)
    if (text === null) this.node(key)
    else this.#name(key, text)
  }

  /** `{ a }`, `{ 'a': a }` and `{ a: a }` are one; but `{ __proto__ }` makes a property where `{ __proto__: x }` sets the prototype. */
  #keyText(node: Node, key: Node): string | null {
    const name = plainName(key)
    if (name === null) return null
    if (key.type === 'PrivateIdentifier') return textOf(key)
    return name === '__proto__' && node.shorthand === true ? '["shorthand"]' : this.#quote(name)
  }

  /** `if (a) b` is `if (a) { b }`. A declaration is not wrapped: a block would be a scope of its own. */
  #branch(branch: Node): void {
    if (branch.type === 'BlockStatement' || DECLARATION.test(branch.type)) this.node(branch)
    else {
      this.text += '{"type":"BlockStatement","body":['
      this.list([branch])
      this.text += ']}'
    }
  }

  #quote(value: string): string {
    const known = this.#quoted.get(value)
    if (known !== undefined) return known
    const quoted = JSON.stringify(value)
    this.#quoted.set(value, quoted)
    return quoted
  }
}

export function isPlacedName({ name }: Node): boolean {
  return typeof name === 'string' && PLACED_NAMES.has(name)
}

export const NOTHING: Marks = { bindings: new Map(), statements: new Set(), names: new Set() }

/** The text of one node. */
export function textOf(node: Node): string {
  const writer = new Writer(NOTHING)
  writer.node(node)
  return writer.text
}

function isEmptyStatement(item: unknown): boolean {
  return isNode(item) && item.type === 'EmptyStatement'
}

function asNode(item: unknown): Node {
  if (isNode(item)) return item
  throw new TypeError(`a list holds ${typeof item}`)
}

function scalarText(value: unknown): string {
  if (typeof value === 'number' || value === true) return JSON.stringify(value)
  throw new TypeError(`a field holds ${typeof value}`)
}
