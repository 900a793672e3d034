import { isUtf8 } from 'node:buffer'
import { GateError } from '../core/error.ts'
import { lineHash } from '../core/trace.ts'
import { endOfObject } from './json-scan.ts'

export const MAX_LINE_BYTES = 1024 * 1024
const NEWLINE = 0x0a
const BRACE = 0x7b

/** What is wrong with the bytes of a line. `ledger repair` mends the first three. */
export type Fault = 'glued' | 'padded' | 'unended' | 'too long' | 'not utf-8' | 'not json'

/** One JSON text of a ledger file, or a stretch of bytes that is none. Together they are everything but white space. */
export interface Piece {
  /** Counts from 1. */
  readonly line: number
  /** Byte offsets in the file. */
  readonly start: number
  readonly end: number
  /** Of these bytes: `sha256:<64 hex>`. Glue, line ends and white space around a piece do not change it. */
  readonly hash: string
  /** undefined where it cannot be read. */
  readonly value: unknown
  /** '' where it is not UTF-8, or too long. */
  readonly text: string
  readonly fault: Fault | null
}

// Far more records than a file of 256 MiB could hold.
const MAX_LINES = 2_000_000

/**
 * Finds every piece of a ledger file, in order. Whatever the bytes are, none that could be a record goes unnamed.
 * Throws INCOMPATIBLE_LEDGER after two million lines.
 */
export function* piecesOf(bytes: Uint8Array, file: string): Generator<Piece> {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    if (line > MAX_LINES)
      throw new GateError('INCOMPATIBLE_LEDGER', { path: file, message: 'more than two million lines' })
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline
    yield* piecesOfLine(bytes, line, start, end)
    start = end + 1
  }
}

/** The pieces of one line, whose bytes stand from `start` to `end`, newline left out. */
export function piecesOfLine(bytes: Uint8Array, line: number, start: number, end: number): Piece[] {
  const span = trim(bytes, start, end, isBlank)
  if (span.start === span.end) return []
  if (span.end - span.start > MAX_LINE_BYTES) return [piece(bytes, line, span, 'too long')]
  const whole = piece(bytes, line, span, end === bytes.length ? 'unended' : null)
  return whole.value === undefined ? salvage(bytes, line, span) : [whole]
}

interface Span {
  readonly start: number
  readonly end: number
}

function piece(bytes: Uint8Array, line: number, { start, end }: Span, fault: Fault | null): Piece {
  const own = bytes.subarray(start, end)
  const read: Parsed = fault === 'too long' ? { text: '', value: undefined, fault } : parse(own)
  const { text, value } = read
  return { line, start, end, hash: lineHash(own), value, text, fault: read.fault ?? fault }
}

interface Parsed {
  readonly text: string
  readonly value: unknown
  readonly fault: Fault | null
}

function parse(bytes: Uint8Array): Parsed {
  if (!isUtf8(bytes)) return { text: '', value: undefined, fault: 'not utf-8' }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
  try {
    return { text, value: JSON.parse(text) as unknown, fault: null }
  } catch {
    return { text, value: undefined, fault: 'not json' }
  }
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d
}

// A crash can leave NULs, an editor a byte order mark.
function isPadding(byte: number): boolean {
  return isBlank(byte) || byte === 0x00 || byte === 0xef || byte === 0xbb || byte === 0xbf
}

function trim(bytes: Uint8Array, start: number, end: number, isTrimmed: (byte: number) => boolean): Span {
  let [from, to] = [start, end]
  while (from < to && isTrimmed(bytes[from]!)) from++
  while (to > from && isTrimmed(bytes[to - 1]!)) to--
  return { start: from, end: to }
}

/** A line that is no JSON may be several records without the newlines between them, or one after half of another. */
function salvage(bytes: Uint8Array, line: number, span: Span): Piece[] {
  const found = objectsIn(bytes, span)
  if (found.length === 0) return [piece(bytes, line, span, null)]
  const fault: Fault = found.length > 1 ? 'glued' : 'padded'
  const pieces: Piece[] = []
  let at = span.start
  for (const object of found) {
    pieces.push(...rest(bytes, line, at, object.start), piece(bytes, line, object, fault))
    at = object.end
  }
  return [...pieces, ...rest(bytes, line, at, span.end)]
}

function rest(bytes: Uint8Array, line: number, start: number, end: number): Piece[] {
  const span = trim(bytes, start, end, isPadding)
  return span.start === span.end ? [] : [piece(bytes, line, span, null)]
}

// Hostile lines are all braces: reading on from each of them is given up after this many bytes.
const MAX_WORK = 4 * MAX_LINE_BYTES

function objectsIn(bytes: Uint8Array, { start, end }: Span): Span[] {
  const found: Span[] = []
  let work = 0
  for (
    let at = bytes.indexOf(BRACE, start);
    at !== -1 && at < end && work < MAX_WORK;
    at = bytes.indexOf(BRACE, at)
  ) {
    const close = endOfObject(bytes, at, end)
    work += (close === -1 ? end : close) - at
    if (close !== -1 && isRecordLike(bytes.subarray(at, close))) {
      found.push({ start: at, end: close })
      at = close
    } else at++
  }
  return found
}

// Half a record may hold whole objects of its own: only what carries a time of its own is taken for a record.
function isRecordLike(bytes: Uint8Array): boolean {
  const { value } = parse(bytes)
  return typeof value === 'object' && value !== null && 'timestamp' in value
}
