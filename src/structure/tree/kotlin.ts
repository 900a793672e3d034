import { type Dialect, type NamedImport, PLAIN } from './dialect.ts'
import { sortedNodes, textOf } from './rules.ts'
import { childIn, childOf, type TreeNode } from './tree-node.ts'

const classBody = (node: TreeNode) => childOf(node, 'class_body', 'enum_class_body')
const nowhere = () => null

function kotlinImports(node: TreeNode, text: string): NamedImport[] {
  if (node.kind !== 'import' || !node.isNamed) return []
  const written = textOf(node, text).replace(/^import\s+/, '')
  return [{ name: written.replace(/\s+as\s[\s\S]*$/, '').replace(/[\s;]+/g, ''), node }]
}

function propertyName(node: TreeNode): TreeNode | null {
  const variable = childOf(node, 'variable_declaration')
  return variable === null ? null : childOf(variable, 'identifier')
}

export const kotlin: Dialect = {
  ...PLAIN,
  comments: new Set(['line_comment', 'block_comment']),
  directive: /^(?:#!|\/\/\s*(?:noinspection|ktlint|detekt|language=|@formatter:))|@suppress/i,
  exact: new Set(['string_literal', 'multiline_string_literal', 'character_literal']),
  layout: 'lines',
  lineEnds: 'one',
  units: {
    class_declaration: { kind: 'class', body: classBody, place: 'hoisted' },
    object_declaration: { kind: 'class', body: classBody, place: 'hoisted' },
    companion_object: {
      kind: 'class',
      name: (node) => childIn(node, 'name') ?? 'companion',
      body: classBody,
      place: 'acts',
    },
    function_declaration: { kind: 'function', body: nowhere, place: 'hoisted' },
    property_declaration: { kind: 'const', name: propertyName, body: nowhere, place: 'acts' },
    type_alias: { kind: 'type', name: (node) => childIn(node, 'type'), body: nowhere, place: 'hoisted' },
  },
  isImport: ({ kind }) => kind === 'import',
  sortImports: sortedNodes,
  importsOf: kotlinImports,
}
