import { jsxAttributeText, jsxElementText } from './jsx.ts'
import { isNode, type Node, nodeIn, nodesIn, textIn, unwrapped } from './node.ts'
import type { Serialiser } from './serialise.ts'

type Rule = (node: Node, serialiser: Serialiser) => string | null

/** What is written in more than one way, in one way. null = as any other node. */
export const SPECIAL: Readonly<Record<string, Rule>> = {
  Literal: literalText,
  TemplateElement: (node) => tagged('raw', rawOf(node).replace(/\r\n?/g, '\n'), String(node.tail)),
  TemplateLiteral: (node) => plainTemplate(node),
  TaggedTemplateExpression: taggedTemplate,
  // As a type it stays a template: there its parts are types.
  TSTemplateLiteralType: (node, { plain }) => plain(node),
  TSParenthesizedType: (node, { node: text }) => text(unwrapped(node)),
  TSUnionType: flatTypes,
  TSIntersectionType: flatTypes,
  LogicalExpression: (node, { node: text }) =>
    `{"type":"Logical","operator":${JSON.stringify(node.operator)},"of":[${logicalParts(node).map(text).join(',')}]}`,
  JSXElement: jsxElementText,
  JSXFragment: jsxElementText,
  JSXAttribute: jsxAttributeText,
}

function tagged(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

function literalText(node: Node): string {
  const { value, regex, bigint } = node
  if (isRegex(regex)) return tagged('regex', regex.pattern, [...regex.flags].sort().join(''))
  if (typeof bigint === 'string') return tagged('bigint', bigint)
  return tagged(value === null ? 'null' : typeof value, String(value))
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
function plainTemplate(node: Node): string | null {
  const [quasi] = nodesIn(node, 'quasis')
  if (quasi === undefined || nodesIn(node, 'expressions').length > 0) return null
  const { value } = quasi
  if (typeof value !== 'object' || value === null || !('cooked' in value)) return null
  return typeof value.cooked === 'string' ? tagged('string', value.cooked) : null
}

/** A tag sees the raw text, so its template is never a mere string. */
function taggedTemplate(node: Node, { node: text, list }: Serialiser): string {
  const quasi = nodeIn(node, 'quasi')
  const tag = nodeIn(node, 'tag')
  if (quasi === null || tag === null) throw new TypeError('a tagged template without its parts')
  const types = nodeIn(node, 'typeArguments')
  const parts = [
    `"tag":${text(tag)}`,
    `"types":${types === null ? 'null' : text(types)}`,
    `"quasis":[${list(nodesIn(quasi, 'quasis')).join(',')}]`,
    `"expressions":[${list(nodesIn(quasi, 'expressions')).join(',')}]`,
  ]
  return `{"type":"Tagged",${parts.join(',')}}`
}

/** `a && (b && c)` is `(a && b) && c`. */
function logicalParts(node: Node): readonly Node[] {
  return [nodeIn(node, 'left'), nodeIn(node, 'right')].filter(isNode).flatMap((side) => {
    const isSame = side.type === node.type && textIn(side, 'operator') === node.operator
    return isSame ? logicalParts(side) : [side]
  })
}

/** A leading `|` and parentheses around a part say nothing. */
function flatTypes(node: Node, { node: text }: Serialiser): string {
  const parts = typeParts(node)
  const [only] = parts
  if (only !== undefined && parts.length === 1) return text(only)
  return `{"type":"${node.type}","types":[${parts.map(text).join(',')}]}`
}

function typeParts(node: Node): readonly Node[] {
  return nodesIn(node, 'types').flatMap((part) => {
    const inner = unwrapped(part)
    return inner.type === node.type ? typeParts(inner) : [inner]
  })
}
