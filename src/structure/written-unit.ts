import { type Edit, edited, takenOut } from './edit.ts'
import type { Node } from './node.ts'
import type { Outline } from './outline.ts'
import type { Range } from './place.ts'
import { Writer } from './serialise.ts'

/** Stands for a unit's own name in its hashes. */
export const UNNAMED = '["name"]'

/** What a unit is hashed by. */
export interface WrittenUnit {
  /** Without the units inside. */
  readonly own: () => string
  /** Of what is its own, its names left out: units that differ in names only are of the same length. */
  readonly length: number
  /** `references`: what stands for each unit inside. */
  readonly whole: (references: readonly string[]) => string
}

export function writeUnit({ nodes, nameNode, children }: Outline): WrittenUnit {
  const writer = new UnitWriter(nameNode, children)
  writer.statements(nodes)
  const { text, holes } = writer
  if (holes.length !== children.length) throw new TypeError('a unit that is not written')
  const all = { start: 0, end: text.length }
  const written = (edits: readonly Edit[]) => edited(text, all, edits)
  return {
    length: text.length - writer.ofNames,
    own: () => written(takenOut(text, holes)),
    whole: (references) => written(holes.map((hole, at) => ({ ...hole, by: references[at]! }))),
  }
}

/** Leaves the units inside out: what has their place is empty. */
class UnitWriter extends Writer {
  /** In the order of the units inside. */
  readonly holes: Range[] = []
  ofNames = 0
  readonly #nameNode: Node | null
  readonly #inside: ReadonlyMap<Node, 'first' | 'more'>

  constructor(nameNode: Node | null, children: readonly Outline[]) {
    super()
    this.#nameNode = nameNode
    this.#inside = new Map(
      children.flatMap(({ nodes }) => nodes.map((node, at) => [node, at === 0 ? 'first' : 'more'])),
    )
  }

  protected override isLeftOut(node: Node): boolean {
    return super.isLeftOut(node) || this.#inside.get(node) === 'more'
  }

  override statement(node: Node): void {
    if (this.#inside.has(node)) this.holes.push({ start: this.text.length, end: this.text.length })
    else this.node(node)
  }

  protected override name(node: Node, quoted: string): void {
    const name = node === this.#nameNode ? UNNAMED : quoted
    this.ofNames += name.length
    this.text += name
  }
}
