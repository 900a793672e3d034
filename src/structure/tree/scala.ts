import { type Dialect, type NamedImport, PLAIN, type Rule, type UnitShape } from './dialect.ts'
import { textOf } from './rules.ts'
import { childIn, childOf, namedChildren, type TreeNode } from './tree-node.ts'

/** `a.b.{C, D => E}` names `a.b.C` and `a.b.D`. */
function scalaImports(node: TreeNode, text: string): NamedImport[] {
  if (node.kind !== 'import_declaration') return []
  const list = childOf(node, 'namespace_selectors')
  const end = list?.start ?? node.end
  const path = text
    .slice(node.start, end)
    .replace(/^import\s+/, '')
    .replace(/\s+/g, '')
  if (list === null) return path.split(',').map((name) => ({ name, node }))
  return namedChildren(list).map((one) => ({
    name: path + textOf(childIn(one, 'name') ?? one, text),
    node: one,
  }))
}

const nowhere = () => null
const type: UnitShape = { kind: 'class', place: 'still' }
const method: UnitShape = { kind: 'function', body: nowhere, place: 'hoisted' }
const value: UnitShape = { kind: 'const', name: valueName, body: nowhere, place: 'acts' }

function valueName(node: TreeNode): TreeNode | null {
  const pattern = childIn(node, 'pattern')
  return pattern?.kind === 'identifier' ? pattern : null
}

/** White space in XML is text; the grammar reads its tags as operators. With them the whole file has to be the same. */
const operator: Rule = (node, { plain, text }) =>
  /<\/|\/>/.test(text(node))
    ? ['#xml', text({ ...node, start: 0, end: Number.MAX_SAFE_INTEGER })]
    : plain(node)

export const scala: Dialect = {
  ...PLAIN,
  comments: new Set(['comment', 'block_comment']),
  directive: /^\/\/\s*(?:scalafmt|scalafix|scalastyle|format:|\$COVERAGE|noinspection|>)|@nowarn/i,
  exact: new Set(['string', 'interpolated_string', 'character_literal']),
  code: new Set(['interpolation']),
  layout: 'lines',
  lineEnds: 'one',
  rules: { operator_identifier: operator },
  units: {
    class_definition: type,
    object_definition: type,
    trait_definition: type,
    enum_definition: { ...type, body: nowhere },
    function_definition: method,
    function_declaration: method,
    val_definition: value,
    var_definition: value,
    type_definition: { kind: 'type', body: nowhere, place: 'hoisted' },
  },
  // A later import can hide what an earlier one brought.
  isImport: ({ kind }) => kind === 'import_declaration',
  importsOf: scalaImports,
}
