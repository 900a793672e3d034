import { type ParserPlugin, parse } from '@babel/parser'

/** One small change to a text, and whether Babel takes the two for different programs. */
export interface Mutant {
  readonly kind: string
  readonly text: string
  readonly isChange: boolean
}

interface Token {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Up to `count` mutants that Babel can parse; none where it cannot parse the text itself. */
export function* mutantsOf(
  path: string,
  text: string,
  count: number,
  random: () => number,
): Generator<Mutant> {
  const original = meaning(path, text)
  if (original === null) return
  const tokens = tokensOf(path, text)
  for (let at = 0; at < count && tokens.length > 2; at++) {
    const { kind, mutate } = pick(MUTATIONS, random)
    const mutated = mutate(text, tokens, random)
    if (mutated === null || mutated === text) continue
    const changed = meaning(path, mutated)
    if (changed !== null) yield { kind, text: mutated, isChange: changed !== original }
  }
}

const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '&&',
  '||',
  '??',
  '===',
  '!==',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '=',
  '+=',
]
const BEFORE = ['!', '-', 'await ', 'typeof ', 'void ', 'async ', '...']

type Mutate = (text: string, tokens: readonly Token[], random: () => number) => string | null

const MUTATIONS: readonly { readonly kind: string; readonly mutate: Mutate }[] = [
  { kind: 'edit', mutate: onToken(editToken) },
  { kind: 'edit', mutate: onToken(editToken) },
  { kind: 'edit', mutate: onToken(editToken) },
  { kind: 'delete', mutate: onToken(() => '') },
  { kind: 'double', mutate: onToken(({ text }) => `${text} ${text}`) },
  { kind: 'replace', mutate: onToken((_token, random, tokens) => pick(tokens, random).text) },
  { kind: 'line break', mutate: onToken(({ text }) => `\n${text}`) },
  { kind: 'blanks', mutate: onToken(({ text }) => `  ${text}`) },
  { kind: 'before', mutate: onToken(({ text }, random) => `${pick(BEFORE, random)}${text}`) },
  { kind: 'chain', mutate: onToken(({ text }) => (text === '.' ? '?.' : text === '?.' ? '.' : null)) },
  {
    kind: 'swap',
    mutate(text, tokens, random) {
      const at = Math.floor(random() * (tokens.length - 1))
      const [first, second] = [tokens[at]!, tokens[at + 1]!]
      const between = text.slice(first.end, second.start)
      return `${text.slice(0, first.start)}${second.text}${between}${first.text}${text.slice(second.end)}`
    },
  },
  {
    kind: 'join',
    mutate(text, tokens, random) {
      const at = text.indexOf('\n', pick(tokens, random).end)
      return at === -1 ? null : `${text.slice(0, at)} ${text.slice(at + 1)}`
    },
  },
  {
    kind: 'parentheses',
    mutate(text, tokens, random) {
      const from = Math.floor(random() * tokens.length)
      const to = Math.min(tokens.length - 1, from + Math.floor(random() * 7))
      const [first, last] = [tokens[from]!, tokens[to]!]
      return `${text.slice(0, first.start)}(${text.slice(first.start, last.end)})${text.slice(last.end)}`
    },
  },
]

function onToken(
  change: (token: Token, random: () => number, tokens: readonly Token[]) => string | null,
): Mutate {
  return (text, tokens, random) => {
    const token = pick(tokens, random)
    const by = change(token, random, tokens)
    return by === null ? null : text.slice(0, token.start) + by + text.slice(token.end)
  }
}

function editToken({ text }: Token, random: () => number): string {
  if (OPERATORS.includes(text)) return pick(OPERATORS, random)
  if (/^[\d.]+$/.test(text)) return `${text}1`
  if (/^['"`]/.test(text))
    return random() < 0.5 ? `${text.slice(0, -1)} ${text.slice(-1)}` : text.replace(/[a-z]/, 'Q')
  if (/^[\w$]+$/.test(text)) return `${text}X`
  return pick(['(', ')', '{', '}', '[', ']', ',', ';', '.', '?.', '?', ':'], random)
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)]!
}

function parserOptions(path: string) {
  const typed: ParserPlugin[] = ['typescript', 'decorators']
  const plugins: ParserPlugin[] = /\.[mc]?ts$/.test(path)
    ? typed
    : /\.tsx$/.test(path)
      ? [...typed, 'jsx']
      : ['jsx']
  return { sourceType: 'unambiguous', plugins, createParenthesizedExpressions: false } as const
}

function tokensOf(path: string, text: string): Token[] {
  const { tokens } = parse(text, { ...parserOptions(path), tokens: true })
  return (tokens ?? [])
    .filter(({ type }: { type: unknown }) => type !== 'CommentLine' && type !== 'CommentBlock')
    .map(({ start, end }: { start: number; end: number }) => ({ start, end, text: text.slice(start, end) }))
    .filter(({ text }: Token) => text.trim() !== '')
}

/** The program as Babel reads it, without what no reading of JavaScript tells apart; null = it cannot be parsed. */
export function meaning(path: string, text: string): string | null {
  try {
    const meant = JSON.stringify(parse(text, parserOptions(path)).program, withoutPlaces)
    // `export type⏎A = B` is an error, which Babel does not see.
    return /"declaration":\{"type":"ExpressionStatement"/.test(meant) ? null : meant
  } catch {
    return null
  }
}

const PLACES = new Set(['start', 'end', 'loc', 'range', 'errors', 'comments', 'interpreter'])

function withoutPlaces(this: unknown, key: string, value: unknown): unknown {
  if (PLACES.has(key) || /Comments$/.test(key)) return undefined
  if (key === 'extra') return undefined
  if (Array.isArray(value)) return value.filter((item) => !isNothing(item)).map(seenText)
  return withoutWrapper(value)
}

function isNothing(item: unknown): boolean {
  if (!isTyped(item)) return false
  return item.type === 'EmptyStatement' || (item.type === 'JSXText' && jsxText(String(item.value)) === '')
}

/** JSX trims lines and joins them by one blank. */
function seenText(item: unknown): unknown {
  return isTyped(item) && item.type === 'JSXText'
    ? { type: 'JSXText', value: jsxText(String(item.value)) }
    : item
}

function jsxText(value: string): string {
  const lines = value.split(/\r\n|\n|\r/).map((line) => line.replace(/\t/g, ' '))
  return lines
    .map((line, at) => (at === 0 ? line : line.trimStart()))
    .map((line, at) => (at === lines.length - 1 ? line : line.trimEnd()))
    .filter((line) => line !== '')
    .join(' ')
    .replace(/ +/g, ' ')
}

function withoutWrapper(value: unknown): unknown {
  if (!isTyped(value)) return value
  if (value.type === 'TSParenthesizedType') return withoutWrapper(value.typeAnnotation)
  if (value.type === 'TSUnionType' || value.type === 'TSIntersectionType') {
    const types = typesIn(value, value.type)
    return types.length === 1 ? withoutWrapper(types[0]) : { type: value.type, types }
  }
  // A directive is its text as written.
  if (value.type === 'DirectiveLiteral') return { type: value.type, value: rawOf(value) }
  if (isClassList(value) && isTyped(value.value) && value.value.type === 'StringLiteral')
    return { type: value.type, value: String(value.value.value).trim().replace(/\s+/g, ' ') }
  return value
}

/** Parentheses in a union, or in an intersection, group nothing. */
function typesIn(value: unknown, type: string): unknown[] {
  if (!isTyped(value)) return [value]
  if (value.type === 'TSParenthesizedType') return typesIn(value.typeAnnotation, type)
  return value.type === type && Array.isArray(value.types)
    ? value.types.flatMap((part) => typesIn(part, type))
    : [value]
}

/** White space between the classes of an element says nothing. */
function isClassList({ type, name }: Record<string, unknown>): boolean {
  return type === 'JSXAttribute' && isTyped(name) && ['class', 'className'].includes(String(name.name))
}

function rawOf({ extra, value }: Record<string, unknown>): unknown {
  return typeof extra === 'object' && extra !== null && 'raw' in extra ? extra.raw : value
}

function isTyped(value: unknown): value is Record<string, unknown> & { readonly type: string } {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
