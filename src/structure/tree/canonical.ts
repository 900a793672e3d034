import { obeyedComment } from '../comments.ts'
import type { Comment } from '../parse.ts'
import { countBefore } from '../ranges.ts'
import { type Dialect, ruleOf } from './dialect.ts'
import type { TreeNode } from './tree-node.ts'

/** A token, or a node: its kind and what is in it. */
export type Canon = string | readonly Canon[]

export interface Canoniser {
  /** null = nothing stands for it. */
  readonly node: (node: TreeNode, parent: TreeNode | null) => Canon | null
  /** What is in a node, without its kind. */
  readonly parts: (node: TreeNode) => Canon[]
  /** A node without a rule of its own. */
  readonly plain: (node: TreeNode) => Canon
  readonly text: (node: TreeNode) => string
  /** Comments that stand directly above a node, in their order. */
  readonly commentsAbove: (node: TreeNode) => readonly string[]
}

export interface Source {
  readonly text: string
  readonly comments: readonly Comment[]
  readonly dialect: Dialect
}

/** What stands for a node instead of what it is; null = nothing, undefined = what it is. */
export type Substitute = (node: TreeNode) => Canon | null | undefined

/** Equal for two trees only if they are the same after normalisation: labels stay, and all tokens but those that a rule drops. */
export function createCanoniser(source: Source, substitute: Substitute): Canoniser {
  const { text, comments, dialect } = source
  const canoniser: Canoniser = {
    node(node, parent) {
      const other = substitute(node)
      if (other !== undefined) return other
      if (dialect.comments.has(node.kind)) return heldDirective(canoniser.text(node), parent, dialect)
      const rule = ruleOf(dialect.rules, node.kind)
      return rule === undefined ? ordinary(node, source, canoniser) : rule(node, canoniser, parent)
    },
    parts: (node) => partsOf(node, source, canoniser),
    plain: (node) => [
      node.kind,
      ...(node.children.length === 0 ? [canoniser.text(node)] : partsOf(node, source, canoniser)),
    ],
    text: (node) => text.slice(node.start, node.end),
    commentsAbove: (node) => commentsAbove(node, text, comments),
  }
  return canoniser
}

/** What `//go:embed` is for depends on where it stands. */
function heldDirective(
  text: string,
  parent: TreeNode | null,
  { directive, looseDirectives }: Dialect,
): Canon | null {
  const isLoose = looseDirectives === 'all' || parent === null || looseDirectives.has(parent.kind)
  return isLoose || !directive.test(text) ? null : ['#directive', obeyedComment({ text, start: 0, end: 0 })]
}

function ordinary(node: TreeNode, source: Source, { plain, text }: Canoniser): Canon | null {
  if (source.dialect.exact.has(node.kind)) return [node.kind, ...exactParts(node, source, plain)]
  if (node.isNamed || node.children.length > 0) return plain(node)
  const token = text(node)
  return token.trim() === '' ? null : token
}

function partsOf(node: TreeNode, source: Source, canoniser: Canoniser): Canon[] {
  const found: Canon[] = []
  let at = node.start
  // Where the last one ended that something stands for.
  let said = node.start
  for (const child of node.children) {
    found.push(...between(at, child.start, source))
    at = Math.max(at, child.end)
    const canon = canoniser.node(child, node)
    if (canon === null) continue
    found.push(...layout(said, child.start, source), canon)
    said = child.end
  }
  found.push(...between(at, node.end, source))
  return found
}

function layout(start: number, end: number, { text, dialect }: Source): Canon[] {
  if (dialect.layout === 'free' || start === end) return []
  const written = text.slice(start, end)
  // Bash drops both characters: `a\⏎b` is one word.
  if (/^(?:\\\n)+$/.test(written)) return [['#joint']]
  // `a \⏎b` is one line; with a line break before the backslash it is two, and the grammar of bash reads on.
  if (written.replaceAll('\\\n', '').includes('\n')) return [['#line']]
  if (written.includes('\n')) return [['#joined']]
  return dialect.layout === 'blanks' ? [['#blank']] : []
}

/** Some grammars have no node for a part of a literal. */
function between(start: number, end: number, { text, dialect }: Source): Canon[] {
  const written = text.slice(start, end)
  const gap = (dialect.lineJoint === null ? written : written.replace(dialect.lineJoint, '')).trim()
  return gap === '' ? [] : [['#text', gap]]
}

function exactParts(node: TreeNode, { text, dialect }: Source, plain: Canoniser['plain']): Canon[] {
  const found: Canon[] = []
  let at = node.start
  for (const code of codeIn(node, dialect)) {
    found.push(text.slice(at, code.start), plain(code))
    at = code.end
  }
  return [...found, text.slice(at, node.end)]
}

function* codeIn(node: TreeNode, dialect: Dialect): Generator<TreeNode> {
  for (const child of node.children) {
    if (dialect.code.has(child.kind)) yield child
    else yield* codeIn(child, dialect)
  }
}

function commentsAbove(node: TreeNode, text: string, comments: readonly Comment[]): string[] {
  const found: string[] = []
  let start = node.start
  for (let at = countBefore(comments, start) - 1; at >= 0; at--) {
    const comment = comments[at]!
    if (/\S|\n[^\S\n]*\n/.test(text.slice(comment.end, start))) break
    found.unshift(comment.text)
    start = comment.start
  }
  return found
}
