import type { Canon } from './canonical.ts'
import type { NamedImport } from './dialect.ts'
import { inOrder, textOf } from './rules.ts'
import { childIn, namedChildren, type TreeNode } from './tree-node.ts'

const KINDS = new Set(['import_statement', 'import_from_statement', 'future_import_statement'])

export function isPythonImport({ kind }: TreeNode): boolean {
  return KINDS.has(kind)
}

/** One name that an import binds. */
interface Bound {
  readonly name: string
  readonly module: string
  /** null = the module itself. */
  readonly member: string | null
}

/** By name; null where the order decides what a name means, or which names there are. */
export function sortPythonImports(
  imports: readonly TreeNode[],
  { text }: { readonly text: (node: TreeNode) => string },
): Canon[] | null {
  const all = imports.flatMap((node) => boundBy(node, text))
  if (all.some(({ name }) => name === '*') || isFutureLate(all)) return null
  const meant = new Map<string, string>()
  for (const bound of all) {
    const source = sourceOf(bound)
    if ((meant.get(bound.name) ?? source) !== source) return null
    meant.set(bound.name, source)
  }
  return inOrder(all.map(({ name, module, member }) => ['import', module, member ?? [], name]))
}

/** Python runs no file in which something stands before these. */
function isFutureLate(all: readonly Bound[]): boolean {
  const others = all.findIndex(({ module }) => module !== '__future__')
  return others >= 0 && all.slice(others).some(({ module }) => module === '__future__')
}

/** `import a.b` binds `a`, to the module `a`. */
function sourceOf({ name, module, member }: Bound): string {
  const isRoot = member === null && name === module.split('.')[0]
  return isRoot ? name : JSON.stringify([module, member])
}

function boundBy(node: TreeNode, text: (node: TreeNode) => string): Bound[] {
  const named = node.children.filter(({ field }) => field === 'name')
  const parts = named.map((one) => ({
    name: plain(text(childIn(one, 'name') ?? one)),
    alias: one.kind === 'aliased_import' ? text(childIn(one, 'alias') ?? one) : null,
  }))
  if (node.kind === 'import_statement')
    return parts.map(({ name, alias }) => ({
      name: alias ?? name.split('.')[0]!,
      module: name,
      member: null,
    }))
  const module = moduleOf(node, text)
  const bound = parts.map(({ name, alias }) => ({ name: alias ?? name, module, member: name }))
  const isAll = node.children.some(({ kind }) => kind === 'wildcard_import')
  return isAll ? [...bound, { name: '*', module, member: '*' }] : bound
}

function moduleOf(node: TreeNode, text: (node: TreeNode) => string): string {
  const module = childIn(node, 'module_name')
  return module === null ? '__future__' : plain(text(module))
}

/** `a . b`, and over lines. */
function plain(name: string): string {
  return name.replace(/[\s\\]+/g, '')
}

/** `from a import b` can import `a.b`: both are named. */
export function pythonImports(node: TreeNode, text: string): NamedImport[] {
  if (node.kind === 'call') return loaded(node, text)
  if (!isPythonImport(node)) return []
  const bound = boundBy(node, (one) => textOf(one, text))
  const names = bound.flatMap(({ module, member }) =>
    member === null || member === '*'
      ? [module]
      : [module, `${module}${module.endsWith('.') ? '' : '.'}${member}`],
  )
  return [...new Set(names)].map((name) => ({ name, node }))
}

const LOADERS = /^(?:__import__|(?:importlib\.)?import_module)$/

function loaded(call: TreeNode, text: string): NamedImport[] {
  const callee = childIn(call, 'function')
  if (callee === null || !LOADERS.test(textOf(callee, text))) return []
  const list = childIn(call, 'arguments')
  const [first] = list === null ? [] : namedChildren(list)
  const written = first?.kind === 'string' ? /^(['"])([\w.]*)\1$/.exec(textOf(first, text)) : null
  return [{ name: written?.[2] ?? null, node: first ?? call }]
}
