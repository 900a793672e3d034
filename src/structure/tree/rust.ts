import type { Canon } from './canonical.ts'
import { type Dialect, PLAIN, type Rule, type UnitShape } from './dialect.ts'
import { isKind, looseComma, ungrouped, withoutLastComma } from './rules.ts'
import { isRustImport, rustImports, sortRustImports, useTree } from './rust-imports.ts'
import { childIn, childOf, type TreeNode } from './tree-node.ts'

const COMMENTS = new Set(['line_comment', 'block_comment'])

const ungroup = ungrouped(COMMENTS)

/** `(a.b)()` calls what the field holds, `a.b()` a method. */
const parenthesised: Rule = (node, canoniser, parent) => {
  const isCallee = parent?.kind === 'call_expression' && childOf(node, 'field_expression') !== null
  return isCallee ? canoniser.plain(node) : ungroup(node, canoniser, parent)
}

/** `(a,)` is not `(a)`. */
const tuple: Rule = (node, { parts }) => {
  const inside = parts(node)
  const commas = inside.filter((part) => part === ',').length
  return [node.kind, ...(commas > 1 ? withoutLastComma(inside) : inside)]
}

/** `return a;` at the end of a block is `return a`, and a block-like expression needs no semicolon to be a statement. */
const statement: Rule = (node, { parts }) => {
  const inside = parts(node)
  const [only, ...rest] = inside
  if (only === undefined) return [node.kind]
  const isJump = JUMPS.some((kind) => isKind(only, kind))
  return rest.length === 0 || (isJump && rest.length === 1 && rest[0] === ';') ? only : [node.kind, ...inside]
}

const JUMPS = ['return_expression', 'break_expression', 'continue_expression']

/** `=> { a }` is `=> a`. */
const unblocked: Rule = (node, { parts }) => {
  const inside = withoutLastComma(parts(node))
  const last = inside.at(-1)
  return last === undefined ? [node.kind] : [node.kind, ...inside.slice(0, -1), onlyExpression(last) ?? last]
}

function onlyExpression(canon: Canon): Canon | null {
  if (!isKind(canon, 'block') || canon.length !== 4 || canon[1] !== '{') return null
  const inner = canon[2]!
  const kind = Array.isArray(inner) ? String(inner[0]) : ''
  return kind === '' || /^#|(?:_statement|_declaration|_item|_definition)$/.test(kind) ? null : inner
}

const useDeclaration: Rule = (node, canoniser) => {
  const argument = childIn(node, 'argument')
  const paths = argument === null ? null : useTree(argument, canoniser.text)
  if (paths === null) return canoniser.plain(node)
  const visibility = childOf(node, 'visibility_modifier')
  return [node.kind, visibility === null ? [] : canoniser.plain(visibility), ...paths.toSorted()]
}

/** `extern fn` is `extern "C" fn`. */
const externModifier: Rule = (node, { plain }) =>
  childOf(node, 'string_literal') === null ? [node.kind, 'extern', ['string_literal', '"C"']] : plain(node)

/** `impl A for B<C>`: what it is for is a part of it. */
function implName(node: TreeNode, text: string): string {
  const end = childOf(node, 'where_clause')?.start ?? childIn(node, 'body')?.start ?? node.end
  const header = text.slice(node.start, end).replace(/\s+/g, ' ').trim()
  return header.replace(/([<(]) /g, '$1').replace(/,? ?([>)])/g, '$1')
}

const nowhere = () => null
const item = (kind: UnitShape['kind']): UnitShape => ({ kind, body: nowhere, place: 'still' })
const LOOSE = [
  ...['arguments', 'parameters', 'array_expression', 'field_initializer_list', 'field_declaration_list'],
  ...['ordered_field_declaration_list', 'enum_variant_list', 'type_parameters', 'type_arguments'],
  ...['tuple_struct_pattern', 'struct_pattern', 'slice_pattern', 'where_clause', 'closure_parameters'],
  'token_tree',
]

export const rust: Dialect = {
  ...PLAIN,
  comments: COMMENTS,
  // Documentation is code: it is tested, and macros read it.
  directive: /^\/\/[/!@]|^\/\*[*!]/,
  // Between items it belongs to the next one.
  looseDirectives: new Set(['source_file', 'declaration_list']),
  exact: new Set(['string_literal', 'raw_string_literal', 'char_literal']),
  lineEnds: 'one',
  rules: {
    ...Object.fromEntries(LOOSE.map((kind) => [kind, looseComma])),
    parenthesized_expression: parenthesised,
    tuple_expression: tuple,
    tuple_pattern: tuple,
    tuple_type: tuple,
    expression_statement: statement,
    match_arm: unblocked,
    closure_expression: unblocked,
    use_declaration: useDeclaration,
    extern_modifier: externModifier,
  },
  units: {
    function_item: { kind: 'function', place: 'still' },
    function_signature_item: item('function'),
    struct_item: item('type'),
    enum_item: item('type'),
    union_item: item('type'),
    type_item: item('type'),
    trait_item: { kind: 'class', place: 'still' },
    impl_item: { kind: 'class', name: implName, place: 'still' },
    mod_item: { kind: 'namespace', place: 'acts' },
    const_item: item('const'),
    static_item: item('const'),
    // It is known to what follows it, and replaces one of the same name.
    macro_definition: { kind: 'function', body: nowhere, place: 'acts' },
  },
  prefixes: new Set(['attribute_item']),
  isImport: isRustImport,
  importOrder: 'free',
  sortImports: sortRustImports,
  importsOf: rustImports,
  importWord: /\b(?:use|extern|mod)\b/,
}
