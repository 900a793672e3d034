import { type Dialect, type NamedImport, PLAIN, type UnitShape } from './dialect.ts'
import { sortedNodes, textOf } from './rules.ts'
import { childIn, type TreeNode } from './tree-node.ts'

function javaImports(node: TreeNode, text: string): NamedImport[] {
  if (node.kind !== 'import_declaration') return []
  const written = textOf(node, text).replace(/^import\s+(?:static\s+)?/, '')
  return [{ name: written.replace(/[\s;]+/g, ''), node }]
}

const type: UnitShape = { kind: 'class', place: 'hoisted' }

/** Its name is the class's. */
const constructorShape: UnitShape = {
  kind: 'method',
  name: (node, text) => textOf(childIn(node, 'name') ?? node, text),
  body: () => null,
  place: 'hoisted',
}

export const java: Dialect = {
  ...PLAIN,
  comments: new Set(['line_comment', 'block_comment']),
  // An escape is read before comments are: `// \u000a a();` runs.
  directive:
    /\\u+[0-9a-f]{4}|NOSONAR|noinspection|CHECKSTYLE|@formatter:|\$NON-NLS|@deprecated|^\/\/\s*language=/i,
  exact: new Set(['string_literal', 'character_literal', 'template_expression']),
  lineEnds: 'one',
  units: {
    class_declaration: type,
    interface_declaration: type,
    enum_declaration: type,
    record_declaration: type,
    annotation_type_declaration: type,
    method_declaration: { kind: 'function', body: () => null, place: 'hoisted' },
    constructor_declaration: constructorShape,
    compact_constructor_declaration: constructorShape,
  },
  lists: new Set(['enum_body_declarations']),
  isImport: ({ kind }) => kind === 'import_declaration',
  sortImports: sortedNodes,
  importsOf: javaImports,
}
