import { type Dialect, type NamedImport, PLAIN, type Rule } from './dialect.ts'
import { inOrder, isKind, looseComma, lowerCase, nothing, sortedNodes, textOf, ungrouped } from './rules.ts'
import { childIn, nodesBelow, type TreeNode } from './tree-node.ts'

const COMMENTS = new Set(['comment'])

/** Where a semicolon stands between parts that may be empty. */
const HEADERS = new Set([
  'for_clause',
  'for_statement',
  'if_statement',
  'expression_switch_statement',
  'type_switch_statement',
])

const semicolon: Rule = (_node, _canoniser, parent) =>
  parent !== null && HEADERS.has(parent.kind) ? ';' : null

const importSpecs: Rule = (node, { parts }) => [
  node.kind,
  ...inOrder(parts(node).filter((part) => isKind(part, 'import_spec'))),
]

/** What stands above `import "C"` is a program in C. */
const importDeclaration: Rule = (node, { plain, text, commentsAbove }) => {
  const ofC = specsIn(node).filter(
    (spec) => childIn(spec, 'path') !== null && text(childIn(spec, 'path')!) === '"C"',
  )
  const preamble = ofC.flatMap((spec) => [...commentsAbove(node), ...commentsAbove(spec)])
  return preamble.length === 0 ? plain(node) : ['#cgo', plain(node), ...preamble]
}

/** Above the package it says when the file is built; below, nothing. */
const packageClause: Rule = (node, { plain, text }) => {
  const above = text({ ...node, start: 0, end: node.start })
  const constraints = above.match(/^[ \t]*\/\/(?:go:build|[ \t]*\+build)[^\n]*/gm) ?? []
  return constraints.length === 0
    ? plain(node)
    : ['#built', plain(node), ...constraints.map((one) => one.trim())]
}

const ungroup = ungrouped(COMMENTS)

/** The grammar reads `chan<- chan int` as `chan (<-chan int)`, which is another type. */
const groupedType: Rule = (node, canoniser, parent) =>
  parent?.kind === 'channel_type' ? canoniser.plain(node) : ungroup(node, canoniser, parent)

/** Behind these a line break ends what stands before it, one in a comment as well. */
const ENDS = /[\w"'`)\]}\x80-\uffff]$|\+\+$|--$/

/** The grammar may read on there: `A[B]⏎(c)` is two statements. */
const ended: Rule = (node, { plain, text }) => {
  const said = node.children.filter(({ kind }) => !COMMENTS.has(kind) && kind !== 'switch')
  const isEnded = said.some((part, at) => {
    const next = said[at + 1]
    if (next === undefined || (BODIED.has(node.kind) && next.kind !== '{')) return false
    return text({ ...node, start: part.end, end: next.start }).includes('\n') && ENDS.test(text(part))
  })
  return isEnded ? ['#ended', plain(node)] : plain(node)
}

/** `switch f()⏎{` has no value to compare with: `f()` is its first statement. */
const BODIED = new Set(['expression_switch_statement', 'type_switch_statement'])

/** What can go on behind a whole statement, field or declaration. */
const CONTINUING = [
  ...['call_expression', 'type_conversion_expression', 'type_instantiation_expression', 'generic_type'],
  ...['index_expression', 'slice_expression', 'composite_literal', 'binary_expression', 'send_statement'],
  ...['return_statement', 'break_statement', 'continue_statement'],
  ...BODIED,
  ...['field_declaration', 'method_elem', 'const_spec', 'var_spec', 'type_spec', 'type_alias', 'type_elem'],
]

function specsIn(node: TreeNode): TreeNode[] {
  return nodesBelow(node).filter(({ kind }) => kind === 'import_spec')
}

function goImports(node: TreeNode, text: string): NamedImport[] {
  const path = node.kind === 'import_spec' ? childIn(node, 'path') : null
  return path === null ? [] : [{ name: textOf(path, text).slice(1, -1), node: path }]
}

/** `T.M`: methods of several types stand side by side. */
function methodName(node: TreeNode, text: string): string | null {
  const name = childIn(node, 'name')
  const receiver = childIn(node, 'receiver')
  const type =
    receiver === null ? undefined : nodesBelow(receiver).find(({ kind }) => kind === 'type_identifier')
  if (name === null || type === undefined) return null
  return `${textOf(type, text)}.${textOf(name, text)}`
}

/** What these are called is what they do. */
function functionName(node: TreeNode, text: string): TreeNode | string | null {
  const name = childIn(node, 'name')
  if (name === null) return null
  const written = textOf(name, text)
  return /^(?:main|init|Test\w*|Benchmark\w*|Example\w*|Fuzz\w*)$/.test(written) ? written : name
}

/** Of one declaration its name, of several in a group all of them. */
function declaredName(node: TreeNode, text: string): TreeNode | string | null {
  const specs = nodesBelow(node).filter(({ kind }) => SPECS.has(kind))
  const names = specs.flatMap((spec) => spec.children.filter(({ field }) => field === 'name'))
  const [only, ...more] = names
  if (only === undefined) return null
  return more.length === 0 ? only : names.map((name) => textOf(name, text)).join(', ')
}

const SPECS = new Set(['type_spec', 'type_alias', 'const_spec', 'var_spec'])

const nowhere = () => null

export const go: Dialect = {
  ...PLAIN,
  comments: COMMENTS,
  directive:
    /^\/\/(?:go:|export |extern |line |sys|\s*\+build|\s*nolint|\s*lint:|\s*#nosec|\s*Code generated)|^\/\*line /,
  // Between declarations it belongs to the next one.
  looseDirectives: new Set(['source_file']),
  // The output that an example must have.
  directiveBlock: /^\/\/\s*(?:unordered )?output:/i,
  exact: new Set(['interpreted_string_literal', 'raw_string_literal', 'rune_literal']),
  lineEnds: 'one',
  rules: {
    ...Object.fromEntries(CONTINUING.map((kind) => [kind, ended])),
    ';': semicolon,
    package_clause: packageClause,
    empty_statement: nothing,
    parenthesized_expression: ungroup,
    parenthesized_type: groupedType,
    int_literal: lowerCase,
    float_literal: lowerCase,
    imaginary_literal: lowerCase,
    literal_value: looseComma,
    argument_list: looseComma,
    parameter_list: looseComma,
    type_parameter_list: looseComma,
    type_arguments: looseComma,
    import_spec_list: importSpecs,
    import_declaration: importDeclaration,
  },
  units: {
    function_declaration: {
      kind: 'function',
      name: functionName,
      body: nowhere,
      place: (node, text) => (textOf(childIn(node, 'name') ?? node, text) === 'init' ? 'acts' : 'hoisted'),
    },
    method_declaration: { kind: 'method', name: methodName, body: nowhere, place: 'hoisted' },
    type_declaration: { kind: 'type', name: declaredName, body: nowhere, place: 'hoisted' },
    const_declaration: { kind: 'const', name: declaredName, body: nowhere, place: 'hoisted' },
    var_declaration: { kind: 'const', name: declaredName, body: nowhere, place: 'acts' },
  },
  isImport: ({ kind }) => kind === 'import_declaration',
  importOrder: 'free',
  sortImports: sortedNodes,
  importsOf: goImports,
  importWord: /\bimport\b/,
}
