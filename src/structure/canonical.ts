import { writeJsxAttribute, writeJsxElement } from './jsx.ts'
import { isNode, type Node, nodeIn, nodesIn, textIn, unwrapped } from './node.ts'
import { quote } from './quote.ts'
import type { Writer } from './serialise.ts'

/** Writes a node; false = it is written as any other node. */
export type Rule = (node: Node, writer: Writer) => boolean

/** What is written in more than one way, in one way. */
export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['Literal', text(literalText)],
  ['TemplateElement', text(quasiText)],
  ['TemplateLiteral', writePlainTemplate],
  ['TaggedTemplateExpression', writeTaggedTemplate],
  // As a type, a template stays one: there its parts are types.
  ['TSParenthesizedType', writeUnwrapped],
  ['TSUnionType', writeTypes],
  ['TSIntersectionType', writeTypes],
  ['LogicalExpression', writeLogical],
  ['JSXElement', writeJsxElement],
  ['JSXFragment', writeJsxElement],
  ['JSXAttribute', writeJsxAttribute],
])

function text(textOf: (node: Node) => string): Rule {
  return (node, writer) => {
    writer.raw(textOf(node))
    return true
  }
}

function writeUnwrapped(node: Node, writer: Writer): boolean {
  writer.node(unwrapped(node))
  return true
}

function tagged(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

function literalText(node: Node): string {
  const { value, regex, bigint } = node
  if (isRegex(regex)) return tagged('regex', regex.pattern, [...regex.flags].sort().join(''))
  if (typeof bigint === 'string') return tagged('bigint', bigint)
  if (typeof value === 'string') return `["string",${quote(value)}]`
  return tagged(value === null ? 'null' : typeof value, String(value))
}

function quasiText(node: Node): string {
  return tagged('raw', rawOf(node).replace(/\r\n?/g, '\n'), String(node.tail))
}

function isRegex(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value
}

function rawOf(quasi: Node): string {
  const { value } = quasi
  if (typeof value !== 'object' || value === null || !('raw' in value) || typeof value.raw !== 'string')
    throw new TypeError('a template without its text')
  return value.raw
}

/** A template without substitutions is a string. */
function writePlainTemplate(node: Node, writer: Writer): boolean {
  const [quasi] = nodesIn(node, 'quasis')
  if (quasi === undefined || nodesIn(node, 'expressions').length > 0) return false
  const { value } = quasi
  if (typeof value !== 'object' || value === null || !('cooked' in value)) return false
  if (typeof value.cooked !== 'string') return false
  writer.raw(tagged('string', value.cooked))
  return true
}

/** A tag sees the raw text, so its template is never a mere string. */
function writeTaggedTemplate(node: Node, writer: Writer): boolean {
  const quasi = nodeIn(node, 'quasi')
  const tag = nodeIn(node, 'tag')
  if (quasi === null || tag === null) throw new TypeError('a tagged template without its parts')
  const types = nodeIn(node, 'typeArguments')
  writer.raw('{"type":"Tagged","tag":')
  writer.node(tag)
  writer.raw(',"types":')
  if (types === null) writer.raw('null')
  else writer.node(types)
  writer.raw(',"quasis":[')
  writer.list(nodesIn(quasi, 'quasis'))
  writer.raw('],"expressions":[')
  writer.list(nodesIn(quasi, 'expressions'))
  writer.raw(']}')
  return true
}

function writeLogical(node: Node, writer: Writer): boolean {
  writer.raw(`{"type":"Logical","operator":${JSON.stringify(node.operator)},"of":[`)
  writer.list(logicalParts(node))
  writer.raw(']}')
  return true
}

/** `a && (b && c)` is `(a && b) && c`. */
function logicalParts(node: Node): readonly Node[] {
  return [nodeIn(node, 'left'), nodeIn(node, 'right')].filter(isNode).flatMap((side) => {
    const isSame = side.type === node.type && textIn(side, 'operator') === node.operator
    return isSame ? logicalParts(side) : [side]
  })
}

/** A leading `|` and parentheses around a part say nothing. */
function writeTypes(node: Node, writer: Writer): boolean {
  const parts = typeParts(node)
  const [only] = parts
  if (only !== undefined && parts.length === 1) {
    writer.node(only)
    return true
  }
  writer.raw(`{"type":"${node.type}","types":[`)
  writer.list(parts)
  writer.raw(']}')
  return true
}

function typeParts(node: Node): readonly Node[] {
  return nodesIn(node, 'types').flatMap((part) => {
    const inner = unwrapped(part)
    return inner.type === node.type ? typeParts(inner) : [inner]
  })
}
