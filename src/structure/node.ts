/** A node of TS-ESTree as the parser gives it: a plain tree without links to parents. */
export interface Node {
  readonly type: string
  /** UTF-16 offsets. */
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export function isNode(value: unknown): value is Node {
  // Asked for every field of every node: a field that is not there is faster to read than to look for.
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

/** A field that holds one node; null = empty. */
export function nodeIn(node: Node, field: string): Node | null {
  const value = node[field]
  return isNode(value) ? value : null
}

/** A field that holds nodes, holes left out. */
export function nodesIn(node: Node, field: string): readonly Node[] {
  const value = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** A field that holds text; null = anything else. */
export function textIn(node: Node, field: string): string | null {
  const value = node[field]
  return typeof value === 'string' ? value : null
}

/** The node that a wrapper of no meaning holds: a parenthesis of a type. */
export function unwrapped(node: Node): Node {
  const inner = node.type === 'TSParenthesizedType' ? nodeIn(node, 'typeAnnotation') : null
  return inner === null ? node : unwrapped(inner)
}

/** A name that is written down: of a function, a variable, a key in quotes or without. null = computed or a pattern. */
export function plainName(node: Node | null): string | null {
  if (node === null) return null
  if (node.type === 'Identifier') return textIn(node, 'name')
  if (node.type === 'PrivateIdentifier') return `#${textIn(node, 'name')}`
  return node.type === 'Literal' && ['string', 'number'].includes(typeof node.value)
    ? String(node.value)
    : null
}
