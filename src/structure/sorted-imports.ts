import { type Node, nodesIn } from './node.ts'
import { textOf } from './serialise.ts'

/** An import run with declarations and names in alphabetical order. What is imported for its effect alone stays where it is. */
export function sortedImports(nodes: readonly Node[]): string {
  const sorted: string[] = []
  let run: string[] = []
  const endRun = () => {
    sorted.push(...run.sort())
    run = []
  }
  for (const node of nodes) {
    const isEffect = node.type === 'ImportDeclaration' && nodesIn(node, 'specifiers').length === 0
    if (isEffect) endRun()
    run.push(withSortedNames(node))
    if (isEffect) endRun()
  }
  endRun()
  return sorted.join(',')
}

function withSortedNames(node: Node): string {
  const names = nodesIn(node, 'specifiers').map(textOf).sort()
  return `[${textOf({ ...node, specifiers: [] })},[${names.join(',')}]]`
}
