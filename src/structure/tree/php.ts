import { type Dialect, type NamedImport, PLAIN, type Rule, type UnitShape } from './dialect.ts'
import { sortedNodes, textOf } from './rules.ts'
import { childIn, childOf, namedChildren, nodesBelow, type TreeNode } from './tree-node.ts'

/** `use A\{B, C as D};` names `A\B` and `A\C`. */
function usedNames(node: TreeNode, text: string): NamedImport[] {
  const before = childOf(node, 'namespace_name')
  const prefix = before === null ? '' : `${textOf(before, text)}\\`
  const clauses = nodesBelow(node).filter(({ kind }) => kind === 'namespace_use_clause')
  return clauses.flatMap((clause) => {
    const [name] = namedChildren(clause)
    return name === undefined
      ? []
      : [{ name: `${prefix}${textOf(name, text)}`.replace(/^\\/, ''), node: clause }]
  })
}

function phpImports(node: TreeNode, text: string): NamedImport[] {
  if (node.kind === 'namespace_use_declaration') return usedNames(node, text)
  if (!/^(?:require|include)(?:_once)?_expression$/.test(node.kind)) return []
  const [path] = namedChildren(node)
  const written = path === undefined ? null : /^\(?(['"])([^'"\\$]*)\1\)?$/.exec(textOf(path, text))
  return [{ name: written?.[2] ?? null, node }]
}

/** White space before the first of them is sent as it is, and `<?phpa()` calls `phpa`: the grammar takes them for `<?php a()`. */
const openingTag: Rule = (node, { plain, text }) => {
  const before = text({ ...node, start: 0, end: node.start })
  const next = text({ ...node, start: node.end, end: node.end + 1 })
  const sent = before.trim() === '' ? before : ''
  const isGlued = /^<\?php$/i.test(text(node)) && /\S/.test(next)
  return sent === '' && !isGlued ? plain(node) : ['#tag', sent, isGlued ? next : '', plain(node)]
}

// A class that extends one further down is only there once it is reached.
const type: UnitShape = { kind: 'class', place: 'still' }
const nowhere = () => null

export const php: Dialect = {
  ...PLAIN,
  comments: new Set(['comment']),
  // Annotations in documentation are read by frameworks.
  directive: /^\/\*\*|^(?:\/\/|#|\/\*)\s*(?:phpcs|phpstan|psalm|@|noinspection|NOSONAR)/i,
  exact: new Set([
    ...['string', 'encapsed_string', 'heredoc', 'nowdoc', 'shell_command_expression', 'text'],
    'text_interpolation',
  ]),
  rules: { php_tag: openingTag },
  units: {
    namespace_definition: { kind: 'namespace', name: namespaceName, place: 'acts' },
    class_declaration: type,
    interface_declaration: type,
    trait_declaration: type,
    enum_declaration: type,
    function_definition: { kind: 'function', body: nowhere, place: 'hoisted' },
    method_declaration: { kind: 'function', name: methodName, body: nowhere, place: 'hoisted' },
  },
  isImport: ({ kind }) => kind === 'namespace_use_declaration',
  sortImports: sortedNodes,
  importsOf: phpImports,
}

/** Without a block it is for the rest of the file. */
function namespaceName(node: TreeNode): TreeNode | null {
  return childIn(node, 'body') === null ? null : childIn(node, 'name')
}

/** What begins with two underscores means something to PHP. */
function methodName(node: TreeNode, text: string): TreeNode | string | null {
  const name = childIn(node, 'name')
  return name !== null && textOf(name, text).startsWith('__') ? textOf(name, text) : name
}
