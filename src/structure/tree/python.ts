import { type Dialect, PLAIN, type Rule } from './dialect.ts'
import { isPythonImport, pythonImports, sortPythonImports } from './python-imports.ts'
import { pythonString } from './python-strings.ts'
import {
  isKind,
  listed,
  looseComma,
  lowerCase,
  nothing,
  relabelled,
  textOf,
  ungrouped,
  withoutLastComma,
  withoutTokens,
} from './rules.ts'
import { childIn, childOf, namedChildren, type TreeNode } from './tree-node.ts'

const COMMENTS = new Set(['comment'])

const ungroup = ungrouped(COMMENTS)

/** `(a): int = 1` annotates nothing, where `a: int = 1` does. */
const parenthesised: Rule = (node, canoniser, parent) =>
  isAnnotated(node, parent) ? canoniser.plain(node) : ungroup(node, canoniser, parent)

function isAnnotated(node: TreeNode, parent: TreeNode | null): boolean {
  return parent?.kind === 'assignment' && node.field === 'left' && childIn(parent, 'type') !== null
}

/** `(a)` is `a`, and `(a,)` is not. */
const tuplePattern: Rule = (node, canoniser, parent) => {
  const parts = withoutTokens(canoniser.parts(node), '(', ')')
  if (isAnnotated(node, parent)) return canoniser.plain(node)
  return parts.length === 1 ? parts[0]! : listed('#targets')(node, canoniser, parent)
}

const emptyBases: Rule = (node, { parts }) => [
  node.kind,
  ...parts(node).filter((part) => !isKind(part, 'argument_list') || part.length > 3),
]

/** `a[b, c,]` is `a[b, c]`, but `a[b,]` is not `a[b]`. */
const subscript: Rule = (node, { parts }) => {
  const inside = parts(node).flatMap((part) => (isKind(part, 'type_parameter') ? part.slice(1) : [part]))
  const commas = inside.filter((part) => part === ',').length
  return ['subscript', ...(commas > 1 ? withoutLastComma(inside) : inside)]
}

const importFrom: Rule = (node, { parts }) => [
  node.kind,
  ...withoutLastComma(withoutTokens(parts(node), '(', ')')),
]

/** `{a = }` is printed as it is written. */
const interpolation: Rule = (node, { plain, text }) =>
  node.children.some(({ kind }) => kind === '=') ? [node.kind, text(node)] : plain(node)

const LITERALS = new Set(['integer', 'float', 'true', 'false', 'none'])
const BUILTIN_TYPE = /^(?:int|str|float|bool|bytes|complex|object|None|dict|list|set|tuple|type)$/

function functionPlace(node: TreeNode, text: string): 'still' | 'acts' {
  const parameters = childIn(node, 'parameters')
  const annotations = [
    childIn(node, 'return_type'),
    ...namedChildren(parameters ?? node).map((one) => childIn(one, 'type')),
  ]
  const defaults = namedChildren(parameters ?? node).map((one) => childIn(one, 'value'))
  const isPlain =
    parameters !== null &&
    annotations.every((one) => one === null || BUILTIN_TYPE.test(textOf(one, text))) &&
    defaults.every((one) => one === null || LITERALS.has(one.kind))
  return node.kind === 'function_definition' && isPlain ? 'still' : 'acts'
}

function classPlace(node: TreeNode, text: string): 'still' | 'acts' {
  const body = childIn(node, 'body')
  const isStill = (member: TreeNode) =>
    ['comment', 'pass_statement'].includes(member.kind) ||
    (member.kind === 'expression_statement' && childOf(member, 'string') !== null) ||
    functionPlace(member, text) === 'still'
  const isPlain = node.kind === 'class_definition' && childIn(node, 'superclasses') === null
  return isPlain && body !== null && namedChildren(body).every(isStill) ? 'still' : 'acts'
}

/** `a = …`: one name, and nothing else. */
function assignedName(node: TreeNode): TreeNode | null {
  const [only, ...more] = namedChildren(node)
  const left = only?.kind === 'assignment' && more.length === 0 ? childIn(only, 'left') : null
  return left?.kind === 'identifier' ? left : null
}

function assignmentPlace(node: TreeNode): 'still' | 'acts' {
  const [assignment] = namedChildren(node)
  const right = assignment === undefined ? null : childIn(assignment, 'right')
  const isPlain = right !== null && LITERALS.has(right.kind) && childIn(assignment!, 'type') === null
  return isPlain ? 'still' : 'acts'
}

export const python: Dialect = {
  ...PLAIN,
  comments: COMMENTS,
  directive:
    /^#\s*(?:!|type:|noqa|no\s?qa|pylint:|pyright:|mypy:|ruff:|flake8[:-]|fmt:|yapf:|isort:|pragma:|nopycln|pytype:|ty:|autopep8:|skylos:|bandit:|pyre-|coverage:|doctest:|cython:|distutils:|.*?coding[:=])/i,
  // PEP 723: what a script depends on.
  directiveBlock: /^# \/\/\/ \w/,
  exact: new Set(['format_specifier']),
  code: new Set(['format_expression', 'interpolation']),
  lineJoint: /\\\n/g,
  lineEnds: 'one',
  rules: {
    line_continuation: nothing,
    ';': nothing,
    'not in': () => 'not in',
    'is not': () => 'is not',
    string: (node, canoniser, parent) => pythonString([node], canoniser, parent),
    concatenated_string: (node, canoniser, parent) =>
      pythonString(
        node.children.filter(({ kind }) => kind === 'string'),
        canoniser,
        parent,
      ),
    interpolation,
    integer: lowerCase,
    float: lowerCase,
    parenthesized_expression: parenthesised,
    tuple: listed('#tuple'),
    expression_list: listed('#tuple'),
    pattern_list: listed('#targets'),
    tuple_pattern: tuplePattern,
    with_clause: listed('with_clause'),
    // How a type is parsed depends on its line breaks.
    type: (node, canoniser, parent) => ungroup(node, canoniser, parent),
    generic_type: subscript,
    subscript,
    member_type: relabelled('attribute'),
    union_type: relabelled('binary_operator'),
    argument_list: looseComma,
    parameters: looseComma,
    list: looseComma,
    dictionary: looseComma,
    set: looseComma,
    list_pattern: looseComma,
    import_from_statement: importFrom,
    future_import_statement: importFrom,
    class_definition: emptyBases,
  },
  units: {
    function_definition: { kind: 'function', place: functionPlace },
    class_definition: { kind: 'class', place: classPlace },
    type_alias_statement: { kind: 'type', name: (node) => childIn(node, 'left'), place: 'acts' },
    expression_statement: { kind: 'const', name: assignedName, body: () => null, place: assignmentPlace },
  },
  wrappers: new Set(['decorated_definition']),
  isImport: isPythonImport,
  sortImports: sortPythonImports,
  importsOf: pythonImports,
  importWord: /import/,
}
