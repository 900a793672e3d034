import type { Import } from '../imports.ts'
import type { Dialect } from './dialect.ts'
import { textOf } from './rules.ts'
import { nodesBelow, type TreeNode } from './tree-node.ts'

/** Every import of a file, in the order of its text. In what is no code of the language an import may hide: it has no name. */
export function importsInTree(
  root: TreeNode,
  text: string,
  lineAt: (offset: number) => number,
  { importsOf, importWord }: Dialect,
): Import[] {
  return nodesBelow(root).flatMap((node) => {
    const found =
      node.kind === 'ERROR' && importWord.test(textOf(node, text))
        ? [{ name: null, node }]
        : importsOf(node, text)
    return found.map(({ name, node: { start } }) => ({ name, line: lineAt(start) }))
  })
}
