import { type Document, Lexer, LineCounter, parseDocument } from 'yaml'
import { printable } from './printable.ts'
import { suspectBytes } from './text-bytes.ts'
import { MAX_ALIASES, type OffsetIssue, offsetOf, structureIssues } from './yaml-structure.ts'

export const MAX_YAML_BYTES = 5 * 1024 * 1024
// The parser needs half a minute and gigabytes for five megabytes of brackets; the lexer tells in time.
const MAX_TOKENS = 400_000
const MAX_NESTING = 64

/** Both count from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface YamlIssue extends Place {
  readonly message: string
}

export type YamlPath = readonly PropertyKey[]

export interface YamlText {
  /** null where the file holds nothing, or has issues. */
  readonly value: unknown
  readonly issues: readonly YamlIssue[]
  /** Where the value at a path stands, or its key; where there is no such thing, its nearest parent. */
  locate(path: YamlPath, what: 'key' | 'value'): Place
}

/** Reads one YAML 1.2 document (core schema). Whatever is wrong with it is an issue; nothing is guessed. */
export function readYaml(bytes: Uint8Array): YamlText {
  if (bytes.length > MAX_YAML_BYTES) return unreadable({ line: 1, column: 1, message: 'larger than 5 MiB' })
  const suspect = suspectBytes(bytes)
  if (suspect !== null) return unreadable(suspect)
  const source = new TextDecoder().decode(bytes)
  const excess = excessOf(source)
  return excess === null ? readSource(source) : unreadable(excess)
}

function unreadable(issue: YamlIssue): YamlText {
  return { value: null, issues: [issue], locate: () => issue }
}

function excessOf(source: string): YamlIssue | null {
  let tokens = 0
  let offset = 0
  let depth = 0
  for (const token of new Lexer().lex(source)) {
    depth += nesting(token)
    const message = tokens++ > MAX_TOKENS ? 'too large: more than 400,000 YAML tokens' : tooDeep(depth)
    if (message !== null) return { ...placeOf(source, offset), message }
    offset += token.length
  }
  return null
}

function nesting(token: string): number {
  if (token === '[' || token === '{') return 1
  return token === ']' || token === '}' ? -1 : 0
}

function tooDeep(depth: number): string | null {
  return depth > MAX_NESTING ? `brackets nested deeper than ${MAX_NESTING}` : null
}

// The lexer's marks for a document, a scalar and so on are one character each that the source does not have: close enough for a place.
function placeOf(source: string, offset: number): Place {
  const lines = source.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

function readSource(source: string): YamlText {
  const lineCounter = new LineCounter()
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  // uniqueKeys: the library compares every key with every other one; structureIssues looks them up.
  const document = parseDocument(source, {
    version: '1.2',
    schema: 'core',
    merge: false,
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
    lineCounter,
  })
  const { value, issues } = contentOf(document)
  return {
    value,
    issues: issues.map(({ offset, message }) => ({ ...placeAt(offset), message: printable(message) })),
    locate: (path, what) => placeAt(offsetOf(document, path, what)),
  }
}

function contentOf(document: Document.Parsed): { value: unknown; issues: readonly OffsetIssue[] } {
  const grammar = [...document.errors, ...document.warnings].map(({ pos, code, message }) => ({
    offset: pos[0],
    message: code === 'MULTIPLE_DOCS' ? 'a second document starts here; the file must hold one' : message,
  }))
  const issues = grammar.length > 0 ? grammar : structureIssues(document)
  if (issues.length > 0) return { value: null, issues }
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }), issues }
  } catch (cause) {
    // The library's answer to aliases of aliases.
    if (!(cause instanceof ReferenceError)) throw cause
    return { value: null, issues: [{ offset: 0, message: 'aliases expand too far' }] }
  }
}
