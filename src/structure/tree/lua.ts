import { type Dialect, type NamedImport, PLAIN } from './dialect.ts'
import { textOf } from './rules.ts'
import { childIn, namedChildren, type TreeNode } from './tree-node.ts'

const LOADERS = new Set(['require', 'dofile', 'loadfile'])

function required(node: TreeNode, text: string): NamedImport[] {
  const callee = node.kind === 'function_call' ? childIn(node, 'name') : null
  if (callee === null || !LOADERS.has(textOf(callee, text))) return []
  const list = childIn(node, 'arguments')
  const [first] = list === null ? [] : namedChildren(list)
  const written = first?.kind === 'string' ? /^(['"])([^'"\\]*)\1$/.exec(textOf(first, text)) : null
  return [{ name: written?.[2] ?? null, node }]
}

export const lua: Dialect = {
  ...PLAIN,
  comments: new Set(['comment', 'hash_bang_line']),
  directive: /^#!|^--+\s*(?:luacheck:|selene:|stylua:|@|\[\[@)/,
  exact: new Set(['string']),
  lineEnds: 'one',
  units: {
    function_declaration: {
      kind: 'function',
      body: () => null,
      // Only what follows a local function can see it.
      place: (node) => (node.children.some(({ kind }) => kind === 'local') ? 'acts' : 'still'),
    },
  },
  importsOf: required,
}
