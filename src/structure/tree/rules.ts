import type { Canon, Canoniser } from './canonical.ts'
import type { Rule } from './dialect.ts'
import type { TreeNode } from './tree-node.ts'

export const nothing: Rule = () => null

/** Its text in small letters: of a number. */
export const lowerCase: Rule = (node, { text }) => [node.kind, text(node).toLowerCase()]

/** As if it were of another kind. */
export function relabelled(kind: string): Rule {
  return (node, { parts }) => [kind, ...parts(node)]
}

/** Without a comma behind the last one. */
export const looseComma: Rule = (node, { parts }) => [node.kind, ...withoutLastComma(parts(node))]

/** The commas and the parentheses say nothing. */
export function listed(kind: string): Rule {
  return (node, { parts }) => [kind, ...withoutTokens(parts(node), ',', '(', ')')]
}

/** What is in a pair of parentheses that only groups. */
export function ungrouped(comments: ReadonlySet<string>): Rule {
  return (node, { node: canon, plain }, parent) => {
    const [inner, ...more] = node.children.filter(({ isNamed, kind }) => isNamed && !comments.has(kind))
    return inner === undefined || more.length > 0 ? plain(node) : canon(inner, parent)
  }
}

export function withoutLastComma(parts: readonly Canon[]): readonly Canon[] {
  const isClosed = CLOSING.has(String(parts.at(-1)))
  const at = parts.length - (isClosed ? 2 : 1)
  return parts[at] === ',' ? parts.toSpliced(at, 1) : parts
}

const CLOSING = new Set([')', ']', '}', '>', '|'])

export function withoutTokens(parts: readonly Canon[], ...tokens: readonly string[]): Canon[] {
  return parts.filter((part) => typeof part !== 'string' || !tokens.includes(part))
}

/** In the order of their text. */
export function inOrder(canons: readonly Canon[]): Canon[] {
  const keyed = canons.map((canon) => ({ canon, key: JSON.stringify(canon) }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ canon }) => canon)
}

/** Imports whose order says nothing. */
export function sortedNodes(imports: readonly TreeNode[], { node }: Canoniser): Canon[] {
  return inOrder(imports.flatMap((one) => node(one, null) ?? []))
}

export function isKind(canon: Canon | undefined, kind: string): canon is readonly Canon[] {
  return Array.isArray(canon) && canon[0] === kind
}

export function textOf(node: TreeNode, text: string): string {
  return text.slice(node.start, node.end)
}
