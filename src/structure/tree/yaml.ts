import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type ParsedNode,
  parseAllDocuments,
} from 'yaml'
import type { Comment } from '../parse.ts'
import type { Canon } from './canonical.ts'
import type { Entry, Values } from './values.ts'

/**
 * What stands without quotes stays as it is written: whether `on`, `1.0` or `012` is a text depends on who reads it. Anchors, tags
 * and keys that stand twice stay. null = it is not YAML.
 */
export function yamlValues(text: string): Values | null {
  const documents = [...parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' })]
  if (documents.some(({ errors }) => errors.length > 0)) return null
  const comments = commentsIn(text)
  const [only, ...more] = documents
  const contents = only?.contents
  if (only === undefined || more.length > 0 || !isMap(contents))
    return { rest: documents.map(documentValue), entries: [], comments }
  const entries = contents.items.map((pair): Entry => {
    const [start] = rangeIn(pair.key)
    const [, end] = rangeIn(pair.value ?? pair.key)
    return { name: nameOf(pair.key), canon: pairValue(pair), start, end }
  })
  return { rest: [directives(only), 'map', ...marks(contents)], entries, comments }
}

function documentValue(document: Document.Parsed): Canon {
  return [directives(document), canonOf(document.contents)]
}

/** `%YAML 1.1` makes other values of the same text. */
function directives({ directives: { yaml, tags } }: Document.Parsed): Canon {
  return ['directives', yaml.explicit === true ? yaml.version : '', JSON.stringify(tags)]
}

function canonOf(node: unknown): Canon {
  if (isAlias(node)) return ['alias', node.source]
  if (isScalar(node)) return scalarValue(node)
  if (isMap(node)) return ['map', ...marks(node), ...node.items.map(pairValue)]
  if (isSeq(node)) return ['list', ...marks(node), ...node.items.map(canonOf)]
  if (isPair(node)) return pairValue(node)
  if (node === null) return ['nothing']
  throw new TypeError('a value of YAML that is not known here')
}

function pairValue({ key, value }: { readonly key: unknown; readonly value: unknown }): Canon {
  return [canonOf(key), canonOf(value)]
}

function scalarValue(node: {
  readonly value: unknown
  readonly type?: string
  readonly source?: string
}): Canon {
  const { value, type, source = '' } = node
  const isPlain = type === 'PLAIN' || typeof value !== 'string'
  return [isPlain ? 'plain' : 'text', ...marks(node), isPlain ? source : value]
}

/** Its anchor and its tag. */
function marks(node: object): Canon[] {
  const anchor = 'anchor' in node && typeof node.anchor === 'string' ? [['anchor', node.anchor]] : []
  const tag = 'tag' in node && typeof node.tag === 'string' ? [['tag', node.tag]] : []
  return [...anchor, ...tag]
}

function nameOf(key: ParsedNode): string {
  return isScalar(key) ? String(key.value) : JSON.stringify(canonOf(key))
}

function rangeIn({ range }: ParsedNode): readonly [number, number] {
  return [range[0], range[1]]
}

const SCALAR = '\x1f'
/** Signs that the lexer puts between what it read. */
const SIGNS = new Set(['\x02', '\x18', SCALAR])

function commentsIn(text: string): Comment[] {
  const found: Comment[] = []
  let start = 0
  let before = ''
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith('#') && before !== SCALAR)
      found.push({ text: lexeme.trimEnd(), start, end: start + lexeme.length })
    if (!SIGNS.has(lexeme)) start += lexeme.length
    before = lexeme
  }
  return found
}
