import type { Node } from './node.ts'
import type { Outline } from './outline.ts'
import { siblingKeys, type Unit } from './unit.ts'

const MARKS = { still: '~', acts: '!' } as const

/** What a unit evaluates, in order: see `CodeUnit.order`. */
export function orderOf(
  { statements, children }: Outline,
  units: readonly Pick<Unit, 'kind' | 'name'>[],
): string[] {
  const marks = marksOf(children, units)
  const order: string[] = []
  for (const statement of statements) {
    const mark = statement.type === 'EmptyStatement' ? null : marks.get(statement)
    if (mark !== null) order.push(mark ?? '*')
  }
  return order
}

/** null = its place says nothing. */
function marksOf(
  children: readonly Outline[],
  units: readonly Pick<Unit, 'kind' | 'name'>[],
): Map<Node, string | null> {
  const marks = new Map<Node, string | null>()
  const keys = siblingKeys(units)
  for (const [at, { nodes, place }] of children.entries()) {
    for (const node of nodes) marks.set(node, null)
    if (place !== 'hoisted') marks.set(nodes[0]!, `${MARKS[place]}${keys[at]}`)
  }
  return marks
}
