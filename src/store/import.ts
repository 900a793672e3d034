import { posix } from 'node:path'
import type { LedgerProblem } from '../core/evidence.ts'
import type { Write } from '../core/trace.ts'
import { plainForeignRecord } from './foreign-record.ts'
import { type LedgerLine, readPiece } from './ledger-lines.ts'
import { MAX_LINE_BYTES, type Piece, piecesOf } from './ledger-pieces.ts'
import { printable } from './printable.ts'
import { type Fields, saysTheSame } from './record-content.ts'
import { type Unplaced, unplaced } from './writer-append.ts'

export interface Importing {
  /** The working tree's root, absolute, with `/`: other tools write whole paths. */
  readonly top: string
  /** 16 hex: whose shard the lines go to. */
  readonly session: string
  /** For lines that name no intent; null = they go on naming none. */
  readonly intent: string | null
  /** What the ledger says already, by id. */
  readonly known: ReadonlyMap<string, Fields>
}

export interface Imported {
  readonly lines: readonly Unplaced[]
  /** Lines that the ledger, or an earlier line, says already. */
  readonly repeated: number
  /** Lines that were left out, and parts of lines. */
  readonly problems: readonly LedgerProblem[]
}

/**
 * Reads a ledger in any dialect for a ledger of ours. Records in our own dialect stay word for word and are chained anew;
 * others are brought into the plainest form of theirs. What cannot be read, or names a path outside, is a problem.
 */
export function importLedger(bytes: Uint8Array, file: string, importing: Importing): Imported {
  const known = new Map(importing.known)
  const outcomes: Outcome[] = []
  for (const piece of piecesOf(bytes, file)) {
    const outcome = importPiece(bytes, piece, { ...importing, known, file })
    if (outcome.kind === 'new') known.set(outcome.id, outcome.said)
    outcomes.push(outcome)
  }
  return {
    lines: outcomes.flatMap((outcome) => (outcome.kind === 'new' ? [outcome.line] : [])),
    repeated: outcomes.filter(({ kind }) => kind === 'repeated').length,
    problems: outcomes.flatMap(({ problems }) => problems),
  }
}

type Outcome = { readonly problems: readonly LedgerProblem[] } & (
  | { readonly kind: 'new'; readonly id: string; readonly said: Fields; readonly line: Unplaced }
  | { readonly kind: 'repeated' | 'left out' }
)

function importPiece(
  bytes: Uint8Array,
  piece: Piece,
  importing: Importing & { readonly file: string },
): Outcome {
  const read = readPiece(bytes, piece, importing.file)
  const { line } = read
  if (line === null) return { kind: 'left out', problems: read.problems }
  // Glue and a missing newline are mended by writing the record anew.
  const problems = piece.fault === null ? read.problems : read.problems.slice(1)
  const placed = place(line, importing)
  const leftOut = (message: string): Outcome => {
    const at = { file: importing.file, line: piece.line }
    return { kind: 'left out', problems: [{ place: at, message, remedy: 'this line was left out' }] }
  }
  if (typeof placed === 'string') return leftOut(placed)
  const earlier = importing.known.get(line.id)
  if (earlier === undefined) return { kind: 'new', id: line.id, ...placed, problems }
  const isSame = saysTheSame(earlier, placed.said) || saysTheSame(earlier, line.said)
  return isSame
    ? { kind: 'repeated', problems: [] }
    : leftOut(`id ${line.id} is already that of another record`)
}

interface Placed {
  readonly said: Fields
  readonly line: Unplaced
}

/** A string says why the line cannot be taken. */
function place(line: LedgerLine, importing: Importing): Placed | string {
  const writes = line.writes.map((write) => brought(write, importing))
  const outside = line.writes.find((_, i) => writes[i] === null)
  if (outside !== undefined) return `${printable(outside.path)} is not a path in this repository`
  if (writes.length === 0) return 'it names no file'
  const { session } = importing
  if (line.record !== undefined) {
    const isAsWritten = line.writes.every(({ path }, i) => path === writes[i]!.path)
    if (!isAsWritten) return `${printable(line.writes[0]!.path)} is not written as git names it`
    return { said: line.said, line: { ...unplaced(line.record), session } }
  }
  const said = plainForeignRecord(
    line,
    writes.filter((write) => write !== null),
  )
  const text = `${JSON.stringify(said)}\n`
  const bytes = Buffer.byteLength(text)
  return bytes > MAX_LINE_BYTES ? 'longer than 1 MiB' : { said, line: { session, bytes, after: () => text } }
}

/** With a path as git names it; null = the path is outside. */
function brought(write: Write, { top, intent }: Importing): Write | null {
  const below = write.path.startsWith(`${top}/`) ? write.path.slice(top.length + 1) : write.path
  const path = posix.normalize(below)
  const isInside = !/^(?:\.\.(?:\/|$)|\/|[A-Za-z]:[\\/]|\.?$)/.test(path) && !path.endsWith('/')
  return isInside ? { ...write, path, intent: write.intent ?? intent } : null
}
