import { splitLines } from './digest.ts'
import type { DiffHunk } from './evidence.ts'

/** A line as an editor shows it. `line` counts line feeds, as git and forges do; the text has no line end. */
export interface ShownLine {
  readonly line: number
  readonly text: string
}

/** How bytes may be read: each way that an editor or a program could take. Never empty. */
export interface Readings {
  /** No: no way of reading them gives text (NUL characters are left in each). */
  readonly isText: boolean
  readonly encodings: readonly Encoding[]
}

type Encoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'

/** Bytes that are not UTF-8 hide nothing from whoever opens the file: an editor guesses, and shows what they say. */
export function readingsOf(bytes: Uint8Array): Readings {
  const marked = markedEncoding(bytes)
  if (marked === null && !bytes.includes(0))
    return { isText: true, encodings: isValid(bytes, 'utf-8') ? ['utf-8'] : ['utf-8', 'windows-1252'] }
  const wide = marked === null ? (['utf-16le', 'utf-16be'] as const) : [marked]
  const fitting = wide.filter((encoding) => isValid(bytes, encoding))
  return { isText: fitting.length > 0, encodings: [...(marked === null ? fitting : wide), 'utf-8'] }
}

function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

function isValid(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    return !new TextDecoder(encoding, { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

// A lone carriage return is a new line in every editor; the other two are in JavaScript, and in many.
const LINE_END = /\r\n|[\n\r\u2028\u2029]/

/** The lines that the hunks add, as they read in this encoding. A row that is added in part is added. */
export function shownLines(bytes: Uint8Array, encoding: Encoding, hunks: readonly DiffHunk[]): ShownLine[] {
  const decoder = new TextDecoder(encoding)
  return addedRows(bytes, encoding, hunks).flatMap(({ line, start, end }) => {
    const text = decoder.decode(bytes.subarray(start, end)).replace(/\r?\n$/, '')
    return text.split(LINE_END).map((part) => ({ line, text: part }))
  })
}

/** What stands between two line feeds of the encoding, in bytes. */
interface Row {
  readonly line: number
  readonly start: number
  readonly end: number
}

function addedRows(bytes: Uint8Array, encoding: Encoding, hunks: readonly DiffHunk[]): Row[] {
  const rows = rowsOf(bytes, encoding)
  const added = new Set<number>()
  for (const [from, to] of addedBytes(bytes, encoding, hunks)) {
    for (let at = rowAt(rows, from); at < rows.length && rows[at]!.start < to; at++) added.add(at)
  }
  return [...added].map((at) => rows[at]!)
}

/** From, to: one pair for each hunk. */
function addedBytes(bytes: Uint8Array, encoding: Encoding, hunks: readonly DiffHunk[]): [number, number][] {
  const width = isWide(encoding) ? 2 : 1
  const ends = narrowEnds(bytes)
  // git cuts at every byte 0A: the half of a character that this leaves belongs to the line before.
  const endOf = (lines: number) => Math.ceil((ends[Math.min(lines, ends.length) - 1] ?? 0) / width) * width
  return hunks.map(([, , start, length]) => [endOf(start - 1), endOf(start - 1 + length)])
}

function rowsOf(bytes: Uint8Array, encoding: Encoding): Row[] {
  const ends = isWide(encoding) ? wideEnds(bytes, encoding) : narrowEnds(bytes)
  return ends.map((end, at) => ({ line: at + 1, start: ends[at - 1] ?? 0, end }))
}

/** The row that holds this byte, by halving: a file of many lines may have many hunks. */
function rowAt(rows: readonly Row[], byte: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.end <= byte) low = middle + 1
    else high = middle
  }
  return low
}

function isWide(encoding: Encoding): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be'
}

function narrowEnds(bytes: Uint8Array): number[] {
  let end = 0
  return splitLines(bytes).map((line) => {
    end += line.length
    return end
  })
}

function wideEnds(bytes: Uint8Array, encoding: Encoding): number[] {
  const [high, low] = encoding === 'utf-16be' ? [0, 1] : [1, 0]
  const ends: number[] = []
  for (let at = 0; at + 1 < bytes.length; at += 2)
    if (bytes[at + high] === 0 && bytes[at + low] === 0x0a) ends.push(at + 2)
  if (ends.at(-1) !== bytes.length && bytes.length > 0) ends.push(bytes.length)
  return ends
}
