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
  readonly shapes: Shape[]
}

interface Shape {
  readonly names: readonly string[]
  readonly fields: readonly Field[]
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly role: 'name' | 'key' | 'branch' | 'statements' | 'other'
  /** Empty, it still says something: `f()` is no `f`, `{}` no missing body. */
  readonly isList: boolean
}

const kinds = new Map<string, Kind>()

export function kindOf({ type }: Node): Kind {
  return kinds.get(type) ?? learnKind(type)
}

/** The fields that count, in the order in which they are written. */
export function fieldsOf(node: Node, { type, shapes }: Kind): readonly Field[] {
  for (const shape of shapes) if (isShaped(node, shape)) return shape.fields
  const names = Object.keys(node)
  const counting = names.filter((name) => !SKIPPED.has(name)).sort()
  const fields = counting.map((name) => fieldOf(type, name))
  shapes.push({ names, fields })
  return fields
}

function isShaped(node: Node, { names }: Shape): boolean {
  let at = 0
  for (const name in node) if (name !== names[at++]) return false
  return at === names.length
}

const PLACED = new Set(['ImportExpression', 'ImportDeclaration', 'TSImportType', 'MetaProperty'])

function learnKind(type: string): Kind {
  const isPlaced = PLACED.has(type) || type.startsWith('Export')
  const opening = `{"type":${JSON.stringify(type)}`
  const kind: Kind = { type, opening, rule: RULES.get(type), isPlaced, shapes: [] }
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

function fieldOf(type: string, name: string): Field {
  return { name, label: `,${JSON.stringify(name)}:`, role: roleOf(type, name), isList: LISTS.has(name) }
}

function roleOf(type: string, name: string): Field['role'] {
  if (name === 'name') return 'name'
  if ((name === 'key' || name === 'id') && KEYED.has(type)) return 'key'
  if (BRANCHING.has(type) && ['body', 'consequent', 'alternate'].includes(name)) return 'branch'
  return name === 'body' ? 'statements' : 'other'
}
