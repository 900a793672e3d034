import { type Fault, type Piece, piecesOf } from './ledger-pieces.ts'

export interface Repaired {
  /** What the file should hold: one piece a line, byte for byte as it was. */
  readonly bytes: Uint8Array
  /** Pieces that nobody can read and that were left out, in order. */
  readonly rejected: readonly Uint8Array[]
  /** What was wrong, with how often. */
  readonly faults: ReadonlyMap<Fault | 'line ends', number>
}

const NEWLINE = Buffer.from('\n')

/**
 * Parts glued records, ends the last line, takes away white space and half-written lines. It invents nothing and changes
 * no record. An unreadable piece whose hash is in `committed` stays: the ledger that is committed only grows.
 * null = nothing to mend.
 */
export function repairLedger(
  bytes: Uint8Array,
  file: string,
  committed: ReadonlySet<string>,
): Repaired | null {
  const pieces = [...piecesOf(bytes, file)]
  const isLost = ({ value, hash }: Piece): boolean => value === undefined && !committed.has(hash)
  const contentOf = ({ start, end }: Piece): Uint8Array => bytes.subarray(start, end)
  const mended = Buffer.concat(
    pieces.filter((piece) => !isLost(piece)).flatMap((piece) => [contentOf(piece), NEWLINE]),
  )
  if (Buffer.compare(mended, bytes) === 0) return null
  const rejected = pieces.filter(isLost).map(contentOf)
  return {
    bytes: mended,
    rejected,
    faults: faultsOf(pieces.filter((piece) => piece.value !== undefined || isLost(piece))),
  }
}

function faultsOf(pieces: readonly Piece[]): Map<Fault | 'line ends', number> {
  const faults = new Map<Fault | 'line ends', number>()
  for (const { fault } of pieces) if (fault !== null) faults.set(fault, (faults.get(fault) ?? 0) + 1)
  return faults.size === 0 ? new Map([['line ends', 1]]) : faults
}
