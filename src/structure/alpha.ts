import { type Edit, edited } from './edit.ts'
import { isPlacedName, type NamedWriter, type WrittenName } from './named-writer.ts'
import { isNode, type Node } from './node.ts'
import type { Range } from './place.ts'
import { countBefore, startingIn } from './ranges.ts'
import type { Binding } from './scope.ts'
import { UNNAMED } from './written-unit.ts'

/** A unit in its file, and in what was written of it. */
export interface Place {
  readonly source: Range
  readonly written: Range
  readonly nameNode: Node | null
}

export interface Alpha {
  /**
   * Names bound inside are numbers, by first occurrence: two texts are equal if and only if a renaming of such names turns one
   * into the other.
   */
  readonly text: string
  /** What it takes from where it stands: names that the file binds around it, and what depends on the file's place. */
  readonly outer: Set<string>
}

export function alphaOf({ source, written, nameNode }: Place, writer: NamedWriter): Alpha {
  const [first, last] = [countBefore(writer.names, written.start), countBefore(writer.names, written.end)]
  const names = writer.names.slice(first, last)
  const own = names.find(({ node }) => node === nameNode)?.binding ?? null
  const isInner = (binding: Binding) => binding === own || isBoundIn(binding, source)
  const stands = numbered(writer.counted.slice(first, last), (binding) => binding !== own && isInner(binding))
  const edits: Edit[] = []
  const outer = new Set(startingIn(writer.placed, written).flatMap(({ node }) => placedAs(node) ?? []))
  for (const name of names) {
    const by = name.node === nameNode ? UNNAMED : stands.get(name.binding)
    if (by !== undefined) edits.push({ start: name.start, end: name.end, by })
    else if (isOuter(name, isInner)) outer.add(String(name.node.name))
  }
  return { text: edited(writer.text, written, edits), outer }
}

function isOuter({ node, binding }: WrittenName, isInner: (binding: Binding) => boolean): boolean {
  return binding === null ? isPlacedName(node) : !isInner(binding)
}

/** What stands for the bindings that may be renamed, by first occurrence. */
function numbered(
  names: readonly WrittenName[],
  isInner: (binding: Binding) => boolean,
): Map<Binding | null, string> {
  const stands = new Map<Binding | null, string>()
  for (const { binding } of names) {
    if (binding === null || binding.isFixed || stands.has(binding)) continue
    if (isInner(binding)) stands.set(binding, `["bound",${stands.size}]`)
  }
  return stands
}

/** Where it stands is a part of what it means: what it imports, and whoever imports it. */
function placedAs({ type, meta }: Node): string | null {
  if (type.startsWith('Export')) return 'export'
  return type !== 'MetaProperty' || (isNode(meta) && meta.name === 'import') ? 'import' : null
}

function isBoundIn({ scope: { node } }: Binding, { start, end }: Range): boolean {
  return node.start >= start && node.end <= end
}
