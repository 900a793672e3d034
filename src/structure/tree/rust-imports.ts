import type { Canon, Canoniser } from './canonical.ts'
import type { NamedImport } from './dialect.ts'
import { inOrder, textOf } from './rules.ts'
import { childIn, namedChildren, type TreeNode } from './tree-node.ts'

/** `use`, `extern crate`, and `mod a;`. */
export function isRustImport(node: TreeNode): boolean {
  if (node.kind === 'mod_item') return childIn(node, 'body') === null
  return node.kind === 'use_declaration' || node.kind === 'extern_crate_declaration'
}

type Text = (node: TreeNode) => string

/** The paths of a tree of uses, `a::b as c` for `a::{b as c}`; null = it is written in a way that is not known here. */
export function useTree(node: TreeNode, text: Text): string[] | null {
  switch (node.kind) {
    case 'scoped_use_list':
      return scopedPaths(node, text)
    case 'use_list':
      return listedPaths(node, text)
    case 'use_as_clause':
      return aliasedPath(node, text)
    default:
      return PATHS.has(node.kind) ? [plain(text(node))] : null
  }
}

function scopedPaths(node: TreeNode, text: Text): string[] | null {
  const path = childIn(node, 'path')
  const list = childIn(node, 'list')
  const inner = list === null ? null : useTree(list, text)
  return inner?.map((one) => `${path === null ? '' : plain(text(path))}::${one}`) ?? null
}

function listedPaths(node: TreeNode, text: Text): string[] | null {
  const parts = namedChildren(node)
    .filter(({ kind }) => !/comment$/.test(kind))
    .map((child) => useTree(child, text))
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? [])
}

function aliasedPath(node: TreeNode, text: Text): string[] | null {
  const path = childIn(node, 'path')
  const alias = childIn(node, 'alias')
  return path === null || alias === null ? null : [`${plain(text(path))} as ${text(alias)}`]
}

const PATHS = new Set([
  'identifier',
  'scoped_identifier',
  'use_wildcard',
  'self',
  'crate',
  'super',
  'metavariable',
])

function plain(path: string): string {
  return path.replace(/\s+/g, '')
}

/** With their attributes; null where the order of macros counts. */
export function sortRustImports(imports: readonly TreeNode[], { node, text }: Canoniser): Canon[] | null {
  if (imports.some((one) => one.kind === 'attribute_item' && text(one).includes('macro_use'))) return null
  const groups: Canon[][] = [[]]
  for (const one of imports) {
    groups.at(-1)!.push(node(one, null) ?? [])
    if (one.kind !== 'attribute_item') groups.push([])
  }
  return inOrder(groups)
}

export function rustImports(node: TreeNode, text: string): NamedImport[] {
  const read = (one: TreeNode) => textOf(one, text)
  if (node.kind === 'extern_crate_declaration') {
    const name = childIn(node, 'name')
    return name === null ? [] : [{ name: read(name), node }]
  }
  const argument = node.kind === 'use_declaration' ? childIn(node, 'argument') : null
  if (argument === null) return []
  const paths = useTree(argument, read)
  return (paths ?? [null]).map((path) => ({
    name: path?.replace(/ as .*$/, '').replace(/^::/, '') ?? null,
    node,
  }))
}
