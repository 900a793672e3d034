import { isDeepStrictEqual } from 'node:util'
import { isMap, isNode, isScalar, isSeq, type Node, parseDocument, stringify, type YAMLSeq } from 'yaml'
import { GateError } from '../core/error.ts'
import type { Intent, Intents } from '../core/intent.ts'
import { INTENTS_PATH } from '../core/sidecar.ts'
import { parseIntents } from './config.ts'

/**
 * Declares one more intent at the end of active_intents.yaml. Not a byte that stood there before is changed: comments, order and
 * quotes stay as people wrote them. Throws INVALID_FILE; USAGE where the file is written in a way that cannot be added to.
 */
export function addIntent(text: string, intent: Intent): string {
  const before = read(text)
  const after = insert(text, intent)
  try {
    return verified(after, new Map([...before, [intent.id, intent]]))
  } catch (error) {
    throw isInvalid(error) ? undeclarable(intent, error) : error
  }
}

/** Sets the status of a declared intent, and changes nothing else. Throws as `addIntent`. */
export function setStatus(text: string, id: string, status: Intent['status']): string {
  const before = read(text)
  const entry = entriesOf(text)?.items.find((item) => isMap(item) && item.get('id') === id)
  const value = isMap(entry) ? entry.get('status', true) : undefined
  const known = before.get(id)
  if (known === undefined || !isScalar(value) || !value.range) throw byHand()
  const [start, end] = value.range
  const written = text.slice(start, end)
  const quote = /^["']/.exec(written)?.[0] ?? ''
  const after = `${text.slice(0, start)}${quote}${status}${quote}${text.slice(end)}`
  return verified(after, new Map([...before, [id, { ...known, status }]]))
}

function isInvalid(error: unknown): error is GateError<'INVALID_FILE'> {
  return error instanceof GateError && error.code === 'INVALID_FILE'
}

// Of a text that nobody will see: the places in it would only mislead.
function undeclarable({ id }: Intent, { message }: GateError): GateError<'USAGE'> {
  const issues = message.split('\n').slice(1)
  const what = new Set(issues.map((issue) => issue.replace(/^\S+:\d+:\d+ /, '')))
  return new GateError('USAGE', {
    message: `${id} cannot be declared so: ${[...what].join('; ')}`,
    remedy: 'give it otherwise; nothing was written',
  })
}

function read(text: string): Intents {
  return parseIntents(Buffer.from(text), INTENTS_PATH)
}

/** Read back before it is written: what was not meant does not get into the file. */
function verified(text: string, meant: Intents): string {
  const found = read(text)
  if (!isDeepStrictEqual(found, meant)) throw byHand()
  return text
}

function byHand(): GateError<'USAGE'> {
  return new GateError('USAGE', {
    message: `${INTENTS_PATH} is written in a way that this command cannot edit`,
    remedy: `edit ${INTENTS_PATH} by hand`,
  })
}

function entriesOf(text: string): YAMLSeq | null {
  const list = listOf(text)
  return isSeq(list) ? list : null
}

function listOf(text: string): Node | null {
  const { contents } = parseDocument(text, { version: '1.2', schema: 'core', merge: false })
  const list = isMap(contents) ? contents.get('active_intents', true) : undefined
  return isNode(list) ? list : null
}

function insert(text: string, intent: Intent): string {
  const list = listOf(text)
  if (!list?.range) throw byHand()
  const [start, end] = list.range
  if (!isSeq(list)) return isScalar(list) && list.value === null ? afterKey(text, start, intent) : text
  if (list.items.length === 0) return inPlaceOfNone(text, [start, end], intent)
  return list.flow === true ? intoFlow(text, end, intent) : afterLast(text, list, intent)
}

// `active_intents:` with nothing but, perhaps, comments below it.
function afterKey(text: string, start: number, intent: Intent): string {
  const at = text.slice(0, start).search(/active_intents["']?[ \t]*:[^\n]*$/)
  const from = at === -1 ? text.search(/^["']?active_intents["']?[ \t]*:/m) : at
  const end = lineEnd(text, from)
  return inserted(text, end, block(intent, 2))
}

// `active_intents: []`
function inPlaceOfNone(text: string, [start, end]: readonly [number, number], intent: Intent): string {
  const key = text.slice(0, start).trimEnd()
  return inserted(`${key}${text.slice(end)}`, key.length, block(intent, 2))
}

function intoFlow(text: string, end: number, intent: Intent): string {
  const close = text.lastIndexOf(']', end)
  const isOpen = text.slice(0, close).trimEnd().endsWith(',')
  return replaced(text, {
    start: close,
    end: close,
    with: `${isOpen ? '' : ', '}${JSON.stringify(intent)}`,
  })
}

function afterLast(text: string, list: YAMLSeq, intent: Intent): string {
  const last = list.items.at(-1)
  const first = list.items[0]
  if (!isNode(last) || !last.range || !isNode(first) || !first.range) throw byHand()
  const dash = text.lastIndexOf('-', first.range[0] - 1)
  const indent = dash - (text.lastIndexOf('\n', dash) + 1)
  return inserted(text, withComments(text, last.range[1], indent), block(intent, indent))
}

/** The end of the last line that belongs to an entry: comments that are indented as its keys are stand in it. */
function withComments(text: string, valueEnd: number, indent: number): number {
  let end = text[valueEnd - 1] === '\n' ? valueEnd - 1 : lineEnd(text, valueEnd)
  for (;;) {
    const next = /^\r?\n([ \t]*)#[^\n]*/.exec(text.slice(end))
    if (next === null || next[1]!.length <= indent) return end
    end += next[0].length
  }
}

/** Where the line that holds `at` ends, before its newline. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** Whole lines after the line that ends at `end`. */
function inserted(text: string, end: number, lines: string): string {
  const added = `\n${lines}`
  return replaced(text, { start: end, end, with: end === text.length ? added : added.replace(/\n$/, '') })
}

function replaced(
  text: string,
  { start, end, with: by }: { start: number; end: number; with: string },
): string {
  const isCrlf = text.includes('\r\n')
  const before = text.slice(0, start)
  // At the end of a line the CR belongs to the newline that we put in front.
  const cut = isCrlf && by.startsWith('\n') && before.endsWith('\r') ? before.slice(0, -1) : before
  const added = isCrlf ? by.replaceAll('\n', '\r\n') : by
  const restored = cut === before ? '' : '\r'
  return `${cut}${added}${restored}${text.slice(end)}`
}

function block(intent: Intent, indent: number): string {
  const text = stringify([intent], {
    version: '1.2',
    schema: 'core',
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  })
  return text.replace(/^(?=.)/gm, ' '.repeat(indent))
}
