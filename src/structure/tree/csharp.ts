import { type Dialect, type NamedImport, PLAIN, type UnitShape } from './dialect.ts'
import { sortedNodes, textOf } from './rules.ts'
import { childIn, namedChildren, type TreeNode } from './tree-node.ts'

function usings(node: TreeNode, text: string): NamedImport[] {
  const name = node.kind === 'using_directive' ? namedChildren(node).at(-1) : undefined
  return name === undefined ? [] : [{ name: textOf(name, text).replace(/\s+/g, ''), node }]
}

const type: UnitShape = { kind: 'class', place: 'hoisted' }
const nowhere = () => null

export const csharp: Dialect = {
  ...PLAIN,
  comments: new Set(['comment']),
  directive: /^\/\/\s*(?:ReSharper|<auto-?generated|NOSONAR|language=)/i,
  exact: new Set([
    ...['string_literal', 'verbatim_string_literal', 'raw_string_literal', 'character_literal'],
    ...['interpolated_string_expression', 'interpolation_format_clause'],
  ]),
  code: new Set(['interpolation']),
  units: {
    namespace_declaration: { kind: 'namespace', place: 'hoisted' },
    class_declaration: type,
    struct_declaration: type,
    interface_declaration: type,
    record_declaration: type,
    enum_declaration: { kind: 'type', body: nowhere, place: 'hoisted' },
    delegate_declaration: { kind: 'type', body: nowhere, place: 'hoisted' },
    method_declaration: { kind: 'function', body: nowhere, place: 'hoisted' },
    // Its name is the class's.
    constructor_declaration: {
      kind: 'method',
      name: (node, text) => textOf(childIn(node, 'name') ?? node, text),
      body: nowhere,
      place: 'hoisted',
    },
  },
  isImport: ({ kind }) => kind === 'using_directive',
  sortImports: sortedNodes,
  importsOf: usings,
}
