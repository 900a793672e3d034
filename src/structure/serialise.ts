import { isNode, type Node, plainName } from './node.ts'
import { quote, quoteName } from './quote.ts'
import { type Field, type Kind, kindOf, shapeOf } from './shape.ts'

const DECLARATION = /^(?:Function|Class|TS\w+)Declaration$/

/** Writes trees as JSON of fixed order: equal for two trees if and only if they are the same after normalisation. */
export class Writer {
  text = ''
  /** The fields of the nodes that are being written, outer ones first: to ask a node for each by its name takes far longer. */
  readonly #values: unknown[] = []
  #top = 0
  raw(more: string): void {
    this.text += more
  }

  node(node: Node): void {
    const kind = kindOf(node)
    if (kind.isPlaced) this.place(node)
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
      const node = asNode(item)
      if (this.isLeftOut(node)) continue
      this.text += comma
      comma = ','
      this.statement(node)
    }
  }

  statement(node: Node): void {
    this.node(node)
  }

  protected isLeftOut(node: Node): boolean {
    return isEmptyStatement(node)
  }

  /** A node that depends on the file it stands in. */
  protected place(_node: Node): void {}

  /** The name that an identifier or a key is. */
  protected name(_node: Node, quoted: string): void {
    this.text += quoted
  }

  /** What an element is called is numbered after what is inside it. `write` writes the one, then the other. */
  element(opening: () => void, children: () => void): void {
    opening()
    children()
  }

  #fields(node: Node, kind: Kind): void {
    const values = this.#values
    const first = this.#top
    const shape = shapeOf(node, kind, values, first)
    this.#top = first + shape.names.length
    this.text += kind.opening
    for (const field of shape.fields) {
      const value = values[first + field.at]
      // Absent and false are the same: parsers differ in which of the two they write.
      if (value !== null && value !== undefined && value !== false) this.#field(node, field, value)
    }
    this.text += '}'
    this.#top = first
  }

  #field(node: Node, field: Field, value: unknown): void {
    if (typeof value === 'string') this.#string(node, field, value)
    else if (Array.isArray(value)) this.#array(field, value)
    else if (isNode(value)) this.#child(node, field, value)
    else this.text += field.label + scalarText(value)
  }

  #string(node: Node, { label, role }: Field, value: string): void {
    this.text += label
    if (role === 'name') this.name(node, node.type === 'Identifier' ? quoteName(value) : quote(value))
    else this.text += quote(value)
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

  #key(node: Node, key: Node): void {
    const text = keyText(node, key)
    if (text === null) this.node(key)
    else this.name(key, text)
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
}

/** The text of one node. */
export function textOf(node: Node): string {
  const writer = new Writer()
  writer.node(node)
  return writer.text
}

/** `{ a }`, `{ 'a': a }` and `{ a: a }` are one; but `{ __proto__ }` makes a property where `{ __proto__: x }` sets the prototype. */
function keyText(node: Node, key: Node): string | null {
  const name = plainName(key)
  if (name === null) return null
  if (key.type === 'PrivateIdentifier') return textOf(key)
  if (name === '__proto__' && node.shorthand === true) return '["shorthand"]'
  return key.type === 'Identifier' ? quoteName(name) : quote(name)
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
