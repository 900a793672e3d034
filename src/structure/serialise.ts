import { SPECIAL } from './canonical.ts'
import { isNode, type Node, plainName } from './node.ts'

export interface Substitutes {
  /** What stands for a node instead of its own text, as JSON; '' = nothing, in a list; null = its own text. */
  readonly node: (node: Node) => string | null
  /** What stands for the name that an identifier or a key is, as JSON; null = the name. */
  readonly name: (node: Node) => string | null
}

export interface Serialiser {
  /** JSON of fixed order: equal for two trees if and only if they are the same after normalisation. */
  readonly node: (node: Node) => string
  readonly list: (nodes: readonly unknown[]) => string[]
  /** All fields that count, for a node whose type has no rule of its own. */
  readonly plain: (node: Node) => string
}

/** Where the text stands, and how it was written, is no part of the structure. */
const SKIPPED = new Set([
  'type',
  'start',
  'end',
  'loc',
  'range',
  'parent',
  'hashbang',
  'comments',
  'shorthand',
])
const KEYED = new Set([
  ...['Property', 'MethodDefinition', 'PropertyDefinition', 'AccessorProperty', 'TSEnumMember'],
  ...['TSPropertySignature', 'TSMethodSignature', 'ImportAttribute'],
  ...['TSAbstractMethodDefinition', 'TSAbstractPropertyDefinition', 'TSAbstractAccessorProperty'],
])
const BRANCHING = new Set([
  ...['IfStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement'],
  ...['DoWhileStatement', 'WithStatement'],
])
/** Empty, they still say something: `f()` is no `f`, `{}` no missing body. */
const LISTS = new Set(['elements', 'body', 'properties', 'params', 'arguments', 'members', 'children'])
const DECLARATION = /^(?:Function|Class|TS\w+)Declaration$/

export function createSerialiser(substitutes: Substitutes): Serialiser {
  const serialiser: Serialiser = {
    node(node) {
      return substitutes.node(node) ?? SPECIAL[node.type]?.(node, serialiser) ?? serialiser.plain(node)
    },
    list(nodes) {
      const texts: string[] = []
      for (const item of nodes) {
        const text = itemText(item, serialiser)
        if (text !== '') texts.push(text)
      }
      return texts
    },
    plain(node) {
      let text = `{"type":${JSON.stringify(node.type)}`
      for (const { field, label } of shapeOf(node).fields) {
        const value = fieldText(node, field)
        if (value !== null) text += label + value
      }
      return `${text}}`
    },
  }

  function fieldText(node: Node, field: string): string | null {
    const value = node[field]
    if (field === 'name') return substitutes.name(node) ?? nameText(value, serialiser)
    if (Array.isArray(value)) return arrayText(field, value, serialiser)
    return isNode(value) ? childText(node, field, value) : scalarText(value)
  }

  function childText(node: Node, field: string, child: Node): string {
    if (isPlainKey(node, field))
      return substitutes.name(child) ?? keyText(node, child) ?? serialiser.node(child)
    return isBranch(node, field) ? branchText(child, serialiser) : serialiser.node(child)
  }

  return serialiser
}

/** What the fields of a node are called, and in which order they are written. */
interface Shape {
  readonly names: readonly string[]
  readonly fields: readonly { readonly field: string; readonly label: string }[]
}

/** By type: nearly every type has one shape only, and a file has many nodes. */
const shapes = new Map<string, Shape[]>()

function shapeOf(node: Node): Shape {
  const names = Object.keys(node)
  const known = shapes.get(node.type) ?? []
  const found = known.find((shape) => isSame(shape.names, names))
  if (found !== undefined) return found
  const counting = names.filter((name) => !SKIPPED.has(name)).sort()
  const shape = { names, fields: counting.map((field) => ({ field, label: `,${JSON.stringify(field)}:` })) }
  shapes.set(node.type, [...known, shape])
  return shape
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, at) => name === others[at])
}

function arrayText(field: string, items: readonly unknown[], { list }: Serialiser): string | null {
  return items.length > 0 || LISTS.has(field) ? `[${list(items).join(',')}]` : null
}

/** '' = nothing. */
function itemText(item: unknown, { node }: Serialiser): string {
  if (item === null) return 'null' // a hole: [,a] is not [a]
  if (!isNode(item)) throw new TypeError(`a list holds ${typeof item}`)
  return item.type === 'EmptyStatement' ? '' : node(item)
}

/** In JSX and in type parameters a name is a node. */
function nameText(name: unknown, { node }: Serialiser): string | null {
  return isNode(name) ? node(name) : scalarText(name)
}

/** Absent and false are the same: parsers differ in which of the two they write. */
function scalarText(value: unknown): string | null {
  if (value === null || value === undefined || value === false) return null
  if (typeof value === 'string' || typeof value === 'number' || value === true) return JSON.stringify(value)
  throw new TypeError(`a field holds ${typeof value}`)
}

function isPlainKey(node: Node, field: string): boolean {
  return (field === 'key' || field === 'id') && KEYED.has(node.type) && node.computed !== true
}

/** `{ a }`, `{ 'a': a }` and `{ a: a }` are one; but `{ __proto__ }` makes a property where `{ __proto__: x }` sets the prototype. */
function keyText(node: Node, key: Node): string | null {
  const name = key.type === 'PrivateIdentifier' ? null : plainName(key)
  if (name === null) return null
  return name === '__proto__' && node.shorthand === true ? '["shorthand"]' : JSON.stringify(name)
}

function isBranch(node: Node, field: string): boolean {
  return BRANCHING.has(node.type) && ['body', 'consequent', 'alternate'].includes(field)
}

/** `if (a) b` is `if (a) { b }`. A declaration is not wrapped: a block would be a scope of its own. */
function branchText(branch: Node, { node }: Serialiser): string {
  if (branch.type === 'EmptyStatement') return block([])
  const isItself = branch.type === 'BlockStatement' || DECLARATION.test(branch.type)
  return isItself ? node(branch) : block([node(branch)])
}

function block(statements: readonly string[]): string {
  return `{"type":"BlockStatement","body":[${statements.join(',')}]}`
}
