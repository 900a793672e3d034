import type { Canon, Canoniser } from './canonical.ts'
import type { TreeNode } from './tree-node.ts'

/**
 * What a string, or several that stand side by side, hold: `'a'` is `"a"`, `r'\d'` is `'\\d'`. Of a docstring the indentation
 * does not count.
 */
export function pythonString(
  strings: readonly TreeNode[],
  canoniser: Canoniser,
  parent: TreeNode | null,
): Canon {
  const parts: Canon[] = []
  const kinds = new Set<string>()
  for (const node of strings) {
    const prefix = /^[a-z]*/i.exec(canoniser.text(node))![0].toLowerCase()
    for (const letter of prefix.replace(/[ru]/g, '')) kinds.add(letter)
    for (const part of stringParts(node, prefix, canoniser)) append(parts, part)
  }
  const kind = [...kinds].sort().join('')
  const [only] = parts
  const isDocstring = parent?.kind === 'expression_statement' && kind === '' && parts.length === 1
  return ['string', kind, ...(isDocstring && typeof only === 'string' ? [docstring(only)] : parts)]
}

function append(parts: Canon[], part: Canon): void {
  const last = parts.at(-1)
  if (typeof last === 'string' && typeof part === 'string') parts[parts.length - 1] = last + part
  else if (part !== '') parts.push(part)
}

/** Up to its last quotes: the grammar can take what stands before them for a part of them. */
function* stringParts(node: TreeNode, prefix: string, canoniser: Canoniser): Generator<Canon> {
  const source = canoniser.text(node)
  const opening = node.children[0]?.kind === 'string_start' ? canoniser.text(node.children[0]) : prefix
  const quotes = opening.length - prefix.length
  const textBetween = (from: number, to: number) =>
    literalParts(source.slice(from - node.start, to - node.start), prefix)
  let at = node.start + opening.length
  for (const child of node.children) {
    if (child.kind !== 'interpolation') continue
    yield* textBetween(at, child.start)
    yield canoniser.node(child, node) ?? ''
    at = child.end
  }
  yield* textBetween(at, node.end - quotes)
}

function literalParts(written: string, prefix: string): Canon[] {
  const text = /[ft]/.test(prefix) ? written.replaceAll('{{', '{').replaceAll('}}', '}') : written
  return prefix.includes('r') ? [text] : decoded(text, prefix.includes('b') ? 'bytes' : 'text')
}

const ESCAPE =
  /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|N\{([^}]*)\}|(\n)|([0-7]{1,3})|([\s\S]))/g

const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"' },
}

/** The text that an escaped one stands for; what has no text of its own stays a part by itself. */
function decoded(written: string, holds: 'bytes' | 'text'): Canon[] {
  const parts: Canon[] = []
  let at = 0
  for (const match of written.matchAll(ESCAPE)) {
    append(parts, written.slice(at, match.index))
    append(parts, escapeOf(match, holds))
    at = match.index + match[0].length
  }
  append(parts, written.slice(at))
  return parts
}

function escapeOf(
  [whole, x, u, U, name, lineBreak, octal, letter]: RegExpMatchArray,
  holds: 'bytes' | 'text',
): Canon {
  if (x !== undefined) return character(Number.parseInt(x, 16))
  if (octal !== undefined) return character(Number.parseInt(octal, 8))
  if (letter !== undefined) return LETTERS[letter] ?? whole
  if (lineBreak !== undefined) return ''
  return holds === 'text' ? unicode(u ?? U, name) : whole
}

function unicode(hex: string | undefined, name: string | undefined): Canon {
  return hex === undefined ? ['#named', String(name).toUpperCase()] : character(Number.parseInt(hex, 16))
}

/** Half of a pair is a character by itself in Python, and two halves are no whole one. */
function character(code: number): Canon {
  const isText = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isText ? String.fromCodePoint(code) : ['#code', code.toString(16)]
}

/** As tools show it: without the indentation that all its lines have, and without white space at their ends. */
function docstring(text: string): string {
  const [first = '', ...others] = text.split('\n').map(withoutTabs)
  const depths = others.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)![0].length)
  const depth = Math.min(...depths)
  const lines = [first.trimStart(), ...others.map((line) => line.slice(depth))]
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

function withoutTabs(line: string): string {
  let blanks = ''
  for (const sign of /^[ \t]*/.exec(line)![0])
    blanks += sign === ' ' ? ' ' : ' '.repeat(8 - (blanks.length % 8))
  return blanks + line.trimStart()
}
