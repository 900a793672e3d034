import type { TreeCursor } from 'web-tree-sitter'
import { GrammarError, loadGrammar } from './grammar.ts'
import type { TreeNode } from './tree-node.ts'

export interface ParsedTree {
  readonly root: TreeNode
  readonly norm: string
}

/** Every text has a tree: what the grammar does not know is `isBroken` in it. Rejects with GrammarError. */
export async function parseTree(text: string, grammar: string): Promise<ParsedTree> {
  const { parser, norm } = await loadGrammar(grammar)
  const tree = parser.parse(text)
  if (tree === null) throw new GrammarError(`no tree of the grammar '${grammar}'`)
  // Its memory is the runtime's, and never collected.
  try {
    const cursor = tree.walk()
    try {
      return { root: copyNode(cursor), norm }
    } finally {
      cursor.delete()
    }
  } finally {
    tree.delete()
  }
}

function copyNode(cursor: TreeCursor): TreeNode {
  const { nodeType: kind, nodeIsNamed: isNamed, currentFieldName: field } = cursor
  const { startIndex: start, endIndex: end } = cursor
  // Every question costs; what is missing has no length.
  const isMissing = start === end && cursor.nodeIsMissing
  const children: TreeNode[] = []
  if (cursor.gotoFirstChild()) {
    do children.push(copyNode(cursor))
    while (cursor.gotoNextSibling())
    cursor.gotoParent()
  }
  const isBroken = isMissing || kind === 'ERROR' || children.some((child) => child.isBroken)
  return { kind, isNamed, field, start, end, isBroken, children }
}
