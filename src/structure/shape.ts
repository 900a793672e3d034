import { RULES, type Rule } from './canonical.ts'
import type { Node } from './node.ts'

/** How nodes of a type are written. */
export interface Kind {
  readonly type: string
  readonly opening: string
  readonly rule: Rule | undefined
  /** What it means depends on the file that it stands in. */
  readonly isPlaced: boolean
  /** By the fields that a node has: nearly every type has one, and a file has many nodes. */
  readonly shapes: Map<string, Shape>
  /** That of the node before. */
  latest: Shape
}

export interface Shape {
  /** All that a node has, in its order. */
  readonly names: readonly string[]
  /** Those that count, in the order in which they are written. */
  readonly fields: readonly Field[]
}

export interface Field {
  /** In the order of the node. */
  readonly at: number
  readonly label: string
  readonly role: 'name' | 'key' | 'branch' | 'statements' | 'other'
  /** Empty, it still says something: `f()` is no `f`, `{}` no missing body. */
  readonly isList: boolean
}

const kinds = new Map<string, Kind>()
const NONE: Shape = { names: [], fields: [] }

export function kindOf({ type }: Node): Kind {
  return kinds.get(type) ?? learnKind(type)
}

/** What fields a node has; their values are put into `values`, from `first` on. */
export function shapeOf(node: Node, kind: Kind, values: unknown[], first: number): Shape {
  const { latest } = kind
  let count = 0
  let isLatest = true
  for (const name in node) {
    if (name !== latest.names[count]) isLatest = false
    values[first + count] = node[name]
    count++
  }
  if (isLatest && count === latest.names.length) return latest
  kind.latest = findShape(node, kind)
  return kind.latest
}

function findShape(node: Node, { type, shapes }: Kind): Shape {
  const names = Object.keys(node)
  const key = names.join(' ')
  const known = shapes.get(key)
  if (known !== undefined) return known
  const counting = names.filter((name) => !SKIPPED.has(name)).sort()
  const fields = counting.map((name) => fieldOf(type, name, names.indexOf(name)))
  const shape = { names, fields }
  shapes.set(key, shape)
  return shape
}

const PLACED = new Set(['ImportExpression', 'ImportDeclaration', 'TSImportType', 'MetaProperty'])

function learnKind(type: string): Kind {
  const isPlaced = PLACED.has(type) || type.startsWith('Export')
  const opening = `{"type":${JSON.stringify(type)}`
  const kind: Kind = { type, opening, rule: RULES.get(type), isPlaced, shapes: new Map(), latest: NONE }
  kinds.set(type, kind)
  return kind
}

/** Where the text stands, and how it was written, is no part of the structure. */
const SKIPPED = new Set([
  ...['type', 'start', 'end', 'loc', 'range', 'parent'],
  ...['hashbang', 'comments', 'shorthand'],
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
const LISTS = new Set(['elements', 'body', 'properties', 'params', 'arguments', 'members', 'children'])

function fieldOf(type: string, name: string, at: number): Field {
  return { at, label: `,${JSON.stringify(name)}:`, role: roleOf(type, name), isList: LISTS.has(name) }
}

function roleOf(type: string, name: string): Field['role'] {
  if (name === 'name') return 'name'
  if ((name === 'key' || name === 'id') && KEYED.has(type)) return 'key'
  if (BRANCHING.has(type) && ['body', 'consequent', 'alternate'].includes(name)) return 'branch'
  return name === 'body' ? 'statements' : 'other'
}
