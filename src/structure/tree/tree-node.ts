/** A node of tree-sitter, copied out of the parser's memory: a plain tree without links to parents. */
export interface TreeNode {
  readonly kind: string
  /** false = a token that the grammar writes literally: `(`, `def`. */
  readonly isNamed: boolean
  /** What it is to its parent; null = nothing in particular. */
  readonly field: string | null
  /** UTF-16 offsets. */
  readonly start: number
  readonly end: number
  /** There is something in it that the grammar does not know. */
  readonly isBroken: boolean
  readonly children: readonly TreeNode[]
}

export function childIn(node: TreeNode, field: string): TreeNode | null {
  return node.children.find((child) => child.field === field) ?? null
}

export function childOf(node: TreeNode, ...kinds: readonly string[]): TreeNode | null {
  return node.children.find(({ kind }) => kinds.includes(kind)) ?? null
}

export function namedChildren(node: TreeNode): readonly TreeNode[] {
  return node.children.filter(({ isNamed }) => isNamed)
}

/** The node and all below it, outer ones first. */
export function nodesBelow(node: TreeNode, into: TreeNode[] = []): TreeNode[] {
  into.push(node)
  for (const child of node.children) nodesBelow(child, into)
  return into
}
