import type { Canoniser } from './canonical.ts'
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

/** `<?phpa()` calls `phpa`; the grammar takes it for `<?php a()`. */
function gluedTo(node: TreeNode, { text }: Canoniser): string {
  const next = text({ ...node, start: node.end, end: node.end + 1 })
  return /<\?php$/i.test(text(node)) && /\S/.test(next) ? next : ''
}

/** White space before the first tag is sent as it is; the grammar leaves it out. */
const openingTag: Rule = (node, canoniser) => {
  const before = canoniser.text({ ...node, start: 0, end: node.start })
  const marks = [before.trim() === '' ? before : '', gluedTo(node, canoniser)]
  return marks.every((mark) => mark === '')
    ? canoniser.plain(node)
    : ['#tag', ...marks, canoniser.plain(node)]
}

/** What stands between two tags, or behind the last one, but for the line break that PHP takes with it. */
const betweenTags: Rule = (node, canoniser) => {
  const { text } = canoniser
  const rest = text(node).endsWith('?>')
    ? text({ ...node, start: node.end, end: Number.POSITIVE_INFINITY })
    : ''
  return [node.kind, text(node), gluedTo(node, canoniser), rest.replace(/^\r?\n/, '')]
}

// A class that extends one further down is only there once it is reached.
const type: UnitShape = { kind: 'class', place: 'still' }
const nowhere = () => null

export const php: Dialect = {
  ...PLAIN,
  comments: new Set(['comment']),
  // Annotations in documentation are read by frameworks.
  directive: /^\/\*\*|^(?:\/\/|#|\/\*)\s*(?:phpcs|phpstan|psalm|@|noinspection|NOSONAR)/i,
  exact: new Set([...['string', 'encapsed_string', 'heredoc', 'nowdoc', 'shell_command_expression', 'text']]),
  rules: { php_tag: openingTag, text_interpolation: betweenTags },
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
