import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer'

/** What a part of a style sheet is: white space means other things in each. raw = its tokens as they are written, since a program can read a custom property. */
export type CssPart = 'selector' | 'prelude' | 'value' | 'raw'

/** The tokens of a text as CSS reads them, one way for those that are written in several. */
export function cssTokens(text: string, part: CssPart): string[] {
  const css =
    part === 'selector' ? text.replace(NTH, (nth) => nth.replace(/\s*([+-])\s*(?=\d)/g, '$1')) : text
  const words: Word[] = []
  let depth = 0
  for (const token of tokenize({ css })) {
    if (token[0] === TokenType.OpenSquare) depth++
    if (token[0] === TokenType.CloseSquare) depth--
    const word = wordOf(token, part)
    if (word !== null) words.push({ ...word, isInBrackets: depth > 0 })
  }
  return joined(words, part)
}

/** `2n + 1` is `2n+1`. */
const NTH = /:nth-[\w-]+\([^()]*\)/gi

interface Word {
  readonly text: string
  readonly type: TokenType
  readonly isInBrackets?: boolean
}

function wordOf(token: CSSToken, part: CssPart): Word | null {
  const [type, written] = token
  if (type === TokenType.Comment || type === TokenType.EOF) return null
  return {
    type,
    text: part === 'raw' && type !== TokenType.Whitespace ? written : plainText(token, part),
  }
}

function plainText(token: CSSToken, part: CssPart): string {
  switch (token[0]) {
    case TokenType.Whitespace:
      return ' '
    case TokenType.String:
      return JSON.stringify(token[4].value)
    case TokenType.Number:
      return plainNumber(token[1])
    case TokenType.Percentage:
      return `${plainNumber(token[1].slice(0, -1))}%`
    case TokenType.Dimension:
      return dimension(token[1], token[4].unit)
    case TokenType.Hash:
      return part === 'value' && /^#[0-9a-f]{3,8}$/i.test(token[1]) ? token[1].toLowerCase() : token[1]
    case TokenType.AtKeyword:
      return token[1].toLowerCase()
    default:
      return token[1]
  }
}

/** The unit ends the text, unless it is written with an escape. */
function dimension(written: string, unit: string): string {
  if (!written.endsWith(unit)) return written
  return plainNumber(written.slice(0, -unit.length)) + unit.toLowerCase()
}

/** `.50` is `0.5`, `1.0` is `1`, `1E+03` is `1e3`. */
function plainNumber(written: string): string {
  const parts = /^([+-]?)(\d*)(?:\.(\d+))?(?:e([+-]?)(\d+))?$/i.exec(written)
  if (parts === null) return written
  const [, sign = '', whole = '', fraction = '', minus = '', power = ''] = parts
  const after = fraction.replace(/0+$/, '')
  const exponent = power === '' ? '' : `e${minus === '-' ? '-' : ''}${power.replace(/^0+(?=\d)/, '')}`
  return `${sign}${whole.replace(/^0+(?=\d)/, '') || '0'}${after === '' ? '' : `.${after}`}${exponent}`
}

function joined(words: readonly Word[], part: CssPart): string[] {
  return words
    .filter((word, at) => word.type !== TokenType.Whitespace || isSeparator(words, at, part))
    .map((word, at, kept) => attributeText(word, kept[at - 1]) ?? importance(word, kept[at - 1]))
}

/** Does white space say something here? */
function isSeparator(words: readonly Word[], at: number, part: CssPart): boolean {
  const [before, after] = [words[at - 1], words[at + 1]]
  if (before === undefined || after === undefined || after.type === TokenType.Whitespace) return false
  if (CLOSED.has(after.type) || OPEN.has(before.type)) return false
  return !isLoose(before, part) && !isLoose(after, part) && before.text !== '!'
}

const OPEN = new Set([
  TokenType.OpenParen,
  TokenType.OpenSquare,
  TokenType.Function,
  TokenType.Comma,
  TokenType.Semicolon,
])
const CLOSED = new Set([TokenType.CloseParen, TokenType.CloseSquare, TokenType.Comma, TokenType.Semicolon])
const LOOSE: Readonly<Record<CssPart, ReadonlySet<string>>> = {
  selector: new Set(['>', '+', '~']),
  prelude: new Set([':', '<', '>', '=']),
  value: new Set(['/', '*', '!']),
  raw: new Set(),
}

/** Around these, white space says nothing. */
function isLoose({ text, type, isInBrackets }: Word, part: CssPart): boolean {
  if (type === TokenType.Colon) return part === 'prelude'
  if (type !== TokenType.Delim) return false
  return LOOSE[part].has(text) || (part === 'selector' && isInBrackets === true)
}

/** `[a=b]` is `[a="b"]`. */
function attributeText(word: Word, before: Word | undefined): string | null {
  const isValue = word.isInBrackets === true && word.type === TokenType.Ident && before?.text === '='
  return isValue ? JSON.stringify(word.text) : null
}

function importance(word: Word, before: Word | undefined): string {
  return before?.text === '!' && before.type === TokenType.Delim ? word.text.toLowerCase() : word.text
}
