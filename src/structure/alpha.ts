import type { Names } from './names.ts'
import { isNode, type Node } from './node.ts'
import type { Range } from './place.ts'
import type { Binding } from './scope.ts'
import { createSerialiser } from './serialise.ts'

/** Stands for a unit's own name in its hashes. */
export const UNNAMED = '["name"]'

export interface Alpha {
  /**
   * Names bound inside are numbers, by first occurrence: two texts are equal if and only if a renaming of such names turns one
   * into the other. null = something inside reaches names by their text.
   */
  readonly text: string | null
  /** What it takes from where it stands, sorted: names that the file binds around it, and what depends on the file's place. */
  readonly outer: readonly string[]
}

/** In another folder these mean something else. */
const PLACED_NAMES = new Set(['require', 'module', 'exports', '__dirname', '__filename'])
const PLACED_NODES = new Set([
  'ImportExpression',
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TSImportType',
])

export function alphaOf(nodes: readonly Node[], range: Range, nameNode: Node | null, names: Names): Alpha {
  const { bindings, unsafe, isModule } = names
  const numbers = new Map<Binding, number>()
  // Strict in a module, the same function is not so in a script.
  const outer = new Set(isModule ? [] : ['this'])
  const own = nameNode === null ? undefined : bindings.get(nameNode)
  const nameText = (binding: Binding, name: string): string | null => {
    if (binding === own) return null
    if (!isBoundIn(binding, range)) outer.add(name)
    else if (!binding.isFixed) return numbered(binding, numbers)
    return null
  }
  const { list } = createSerialiser({
    node(node) {
      const placed = placedAs(node)
      if (placed !== null) outer.add(placed)
      return null
    },
    name(node) {
      if (node === nameNode) return UNNAMED
      const binding = bindings.get(node)
      if (binding !== undefined) return nameText(binding, String(node.name))
      if (PLACED_NAMES.has(String(node.name))) outer.add(String(node.name))
      return null
    },
  })
  const text = list(nodes).join(',')
  const isUnsafe = unsafe.some((offset) => offset >= range.start && offset < range.end)
  if (isUnsafe) outer.add('eval')
  return { text: isUnsafe ? null : text, outer: [...outer].sort() }
}

/** Where it stands is a part of what it means: what it imports, and whoever imports it. */
function placedAs({ type, meta }: Node): string | null {
  if (type.startsWith('Export')) return 'export'
  return PLACED_NODES.has(type) || (isNode(meta) && meta.name === 'import') ? 'import' : null
}

function isBoundIn({ scope: { node } }: Binding, { start, end }: Range): boolean {
  return node.start >= start && node.end <= end
}

function numbered(binding: Binding, numbers: Map<Binding, number>): string {
  const number = numbers.get(binding) ?? numbers.size
  numbers.set(binding, number)
  return `["bound",${number}]`
}
