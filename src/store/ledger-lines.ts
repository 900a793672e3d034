import type { LedgerProblem } from '../core/evidence.ts'
import { LEDGER_FILE } from '../core/sidecar.ts'
import type { LedgerPlace, TraceRecord, Write } from '../core/trace.ts'
import { readRecord, TRACE_AGAIN } from './dialects.ts'
import { shapeOfJson } from './json-scan.ts'
import { conflictProblem, conflictsAmong } from './ledger-conflicts.ts'
import { type Fault, type Piece, piecesOf } from './ledger-pieces.ts'
import type { Fields } from './record-content.ts'

/** One record, and where it stands. Glued lines hold several. */
export interface LedgerLine {
  /** Counts from 1. */
  readonly line: number
  /** Byte offsets in the file. */
  readonly start: number
  readonly end: number
  /** `sha256:<64 hex>` of the record's own bytes: what the next line's `previous` says. */
  readonly hash: string
  readonly id: string
  /** The JSON value; `contentDigest` tells whether two lines of one id say the same. */
  readonly said: Fields
  readonly writes: readonly Write[]
  /** Only of the canonical dialect. */
  readonly record?: TraceRecord
}

export interface LedgerFile {
  readonly lines: readonly LedgerLine[]
  readonly problems: readonly LedgerProblem[]
  /** Of every piece, readable or not. */
  readonly hashes: ReadonlySet<string>
}

/**
 * Reads a ledger file (root-relative path) and never loses a line: what can be read is in `lines`,
 * what cannot or must not be believed is in `problems`. Records whose hash is in `known` are in `hashes` only.
 * Throws INCOMPATIBLE_LEDGER after two million lines.
 */
export function parseLedger(
  bytes: Uint8Array,
  file: string,
  known: ReadonlySet<string> = new Set(),
): LedgerFile {
  const lines: LedgerLine[] = []
  const problems: LedgerProblem[] = []
  const hashes = new Set<string>()
  for (const piece of piecesOf(bytes, file)) {
    hashes.add(piece.hash)
    if (known.has(piece.hash)) continue
    const read = readPiece(bytes, piece, file)
    problems.push(...read.problems)
    if (read.line !== null) lines.push(read.line)
  }
  return {
    lines,
    hashes,
    problems: inOrder([
      ...problems,
      ...brokenChains(lines, hashes, file),
      ...conflictsAmong(lines.map((line) => ({ file, line }))).map(conflictProblem),
    ]),
  }
}

/** One piece as a record, with what is wrong about it. */
export function readPiece(
  bytes: Uint8Array,
  piece: Piece,
  file: string,
): { readonly line: LedgerLine | null; readonly problems: readonly LedgerProblem[] } {
  const place = { file, line: piece.line }
  const damage = piece.fault === null ? [] : [{ place, ...DAMAGE[piece.fault] }]
  if (piece.value === undefined) return { line: null, problems: damage }
  const trick = trickIn(bytes.subarray(piece.start, piece.end), piece)
  if (trick !== null) return { line: null, problems: [...damage, untrue(place, trick)] }
  const { id, problem, ...read } = readRecord(piece.value, place)
  const { line, start, end, hash } = piece
  return {
    line: id === null ? null : { line, start, end, hash, id, ...read },
    problems: problem === undefined ? damage : [...damage, problem],
  }
}

const REPAIR = 'run: npx intentgate ledger repair'

const DAMAGE: Readonly<Record<Fault, { readonly message: string; readonly remedy: string }>> = {
  glued: { message: 'several records on one line', remedy: REPAIR },
  padded: { message: 'something else stands on the line of this record', remedy: REPAIR },
  unended: {
    message: 'no newline after the last line: the next record would be glued to it',
    remedy: REPAIR,
  },
  'too long': { message: 'longer than 1 MiB: no record is', remedy: TRACE_AGAIN },
  'not utf-8': { message: 'not UTF-8', remedy: TRACE_AGAIN },
  'not json': { message: 'not JSON', remedy: TRACE_AGAIN },
}

function untrue(place: LedgerPlace, message: string): LedgerProblem {
  return { place, message, remedy: TRACE_AGAIN }
}

const MAX_DEPTH = 64

/** What two readers could read as two different records. */
function trickIn(bytes: Uint8Array, { text, value }: Piece): string | null {
  if (isPlainlyTold(text, value)) return null
  const { depth, keys } = shapeOfJson(bytes)
  if (depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH}`
  const read = countKeys(value)
  if (read === null) return 'has a key __proto__'
  return read === keys ? null : 'gives a key twice'
}

// A key that is given twice, or a name that is spelled with escapes, does not come out of JSON.stringify again. Our own writer's lines do.
function isPlainlyTold(text: string, value: unknown): boolean {
  return !text.includes('__proto__') && opensAtMost(text, MAX_DEPTH) && JSON.stringify(value) === text
}

/** Whatever opens, nests no deeper than that. */
function opensAtMost(text: string, most: number): boolean {
  return (text.match(/[[{]/g)?.length ?? 0) <= most
}

/** null = one of them is __proto__. */
function countKeys(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return countBelow(value)
  if (Object.hasOwn(value, '__proto__')) return null
  const parts = Object.values(value)
  const below = countBelow(parts)
  return below === null ? null : parts.length + below
}

function countBelow(parts: readonly unknown[]): number | null {
  let count = 0
  for (const part of parts) {
    const below = countKeys(part)
    if (below === null) return null
    count += below
  }
  return count
}

// The single file is merged and cherry-picked line by line: there the set of lines is held against the base instead.
function brokenChains(
  lines: readonly LedgerLine[],
  hashes: ReadonlySet<string>,
  file: string,
): LedgerProblem[] {
  if (file === LEDGER_FILE) return []
  const broken = lines.filter(({ record }) => record?.previous != null && !hashes.has(record.previous))
  return broken.map(({ line, id }) =>
    untrue({ file, line }, `the line that record ${id} follows is not in this file: the chain is broken`),
  )
}

const MOST_PROBLEMS = 1000

function inOrder(problems: readonly LedgerProblem[]): LedgerProblem[] {
  const sorted = [...problems].sort((a, b) => a.place.line - b.place.line)
  const [more, ...rest] = sorted.splice(MOST_PROBLEMS)
  return more === undefined
    ? sorted
    : [...sorted, { ...more, message: `${more.message}; and ${rest.length} more problems in this file` }]
}
