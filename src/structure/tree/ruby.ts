import { type Dialect, type NamedImport, PLAIN } from './dialect.ts'
import { textOf } from './rules.ts'
import { childIn, namedChildren, type TreeNode } from './tree-node.ts'

const LOADERS = new Set(['require', 'require_relative', 'load', 'autoload'])

function required(node: TreeNode, text: string): NamedImport[] {
  const method = node.kind === 'call' && childIn(node, 'receiver') === null ? childIn(node, 'method') : null
  if (method === null || !LOADERS.has(textOf(method, text))) return []
  const list = childIn(node, 'arguments')
  const last = list === null ? undefined : namedChildren(list).at(-1)
  const written = last?.kind === 'string' ? /^(['"])([^'"\\#]*)\1$/.exec(textOf(last, text)) : null
  return [{ name: written?.[2] ?? null, node }]
}

/** `self.a`: what it is a method of is a part of it. */
function singletonName(node: TreeNode, text: string): string | null {
  const object = childIn(node, 'object')
  const name = childIn(node, 'name')
  return object === null || name === null ? null : `${textOf(object, text)}.${textOf(name, text)}`
}

const nowhere = () => null

export const ruby: Dialect = {
  ...PLAIN,
  comments: new Set(['comment']),
  directive:
    /^#\s*(?:!|rubocop:|standard:|typed:|steep:|frozen_string_literal:|warn_indent:|shareable_constant_value:|:nocov:|:nodoc:|-\*-|(?:en)?coding[:=]|sorbet|reek:)/i,
  exact: new Set([
    ...['string', 'bare_string', 'bare_symbol', 'string_array', 'symbol_array', 'delimited_symbol', 'regex'],
    ...['subshell', 'heredoc_body', 'character', 'uninterpreted'],
  ]),
  code: new Set(['interpolation']),
  // `a +b` is not `a + b`, `defined? (a) && b` not `defined?(a) && b`, `a <<B` not `a<<B`: the grammar does not see it.
  layout: 'blanks',
  units: {
    module: { kind: 'namespace', place: 'acts' },
    class: { kind: 'class', place: 'acts' },
    method: { kind: 'function', body: nowhere, place: 'still' },
    singleton_method: { kind: 'function', name: singletonName, body: nowhere, place: 'still' },
  },
  importsOf: required,
}
