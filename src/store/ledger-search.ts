import type { KnownWrite } from '../core/evidence.ts'
import type { Write } from '../core/trace.ts'
import type { Comparison, View } from '../git/types.ts'
import { type LedgerBlob, ledgerBlobs } from './ledger-files.ts'
import { type LedgerLine, readPiece } from './ledger-lines.ts'
import { type Piece, piecesOf, piecesOfLine } from './ledger-pieces.ts'
import type { LedgerReader } from './ledger-reader.ts'
import { type FoundLine, knownWritesIn, writesIn } from './ledger-records.ts'
import { indexPaths, linesNaming, type Mention, type PathIndex, pathHashes } from './path-index.ts'

export interface LedgerSearch {
  /**
   * Every record that names one of the paths, in the comparison's ledgers: those of its origin (or base), target, and
   * more. What was read already, by hash, is not read a second time: the same line gives the very same records.
   */
  records(
    comparison: Comparison,
    paths: readonly string[],
    read?: LinesByHash,
  ): Promise<ReadonlyMap<string, readonly KnownWrite[]>>
  /** Every record of the target, in the ledger's order. */
  all(comparison: Comparison): Promise<Write[]>
}

export type LinesByHash = ReadonlyMap<string, LedgerLine>

interface Searched extends LedgerBlob {
  readonly inBase: boolean
}

const NEWLINE = 0x0a
const NOTHING_READ: LinesByHash = new Map()

/** Searches whole ledgers. The first search reads every file once; from then on only the lines that are asked for are read. */
export function createLedgerSearch(reader: LedgerReader): LedgerSearch {
  // Blobs never change: an index holds for every tree that has the blob.
  const indexes = new Map<string, PathIndex>()

  async function indexOf(blob: LedgerBlob): Promise<PathIndex> {
    const known = indexes.get(blob.oid)
    if (known !== undefined) return known
    const index = indexPaths(await reader.bytes(blob))
    indexes.set(blob.oid, index)
    return index
  }

  async function search(
    blob: Searched,
    hashes: ReadonlySet<number>,
    read: LinesByHash,
  ): Promise<FoundLine[]> {
    const mentions = linesNaming(await indexOf(blob), hashes)
    if (mentions.length === 0) return []
    const bytes = await reader.bytes(blob)
    return mentions.flatMap(({ start, line }) => linesAt(bytes, { start, line }, { ...blob, read }))
  }

  return {
    async records(comparison, paths, read = NOTHING_READ) {
      const hashes = new Set(paths.flatMap(pathHashes))
      const found: FoundLine[][] = []
      for (const blob of await searchedBlobs(comparison)) found.push(await search(blob, hashes, read))
      return byPath(knownWritesIn(found.flat()), paths)
    },
    async all({ target }) {
      const found: FoundLine[][] = []
      for (const blob of await ledgerBlobs(target)) found.push(everyLine(await reader.bytes(blob), blob))
      return writesIn(found.flat())
    },
  }
}

function everyLine(bytes: Uint8Array, { file }: LedgerBlob): FoundLine[] {
  return [...piecesOf(bytes, file)].flatMap((piece) =>
    asFound(bytes, piece, { file, inBase: false, read: NOTHING_READ }),
  )
}

interface Finding {
  readonly file: string
  readonly inBase: boolean
  readonly read: LinesByHash
}

function linesAt(bytes: Uint8Array, { start, line }: Mention, finding: Finding): FoundLine[] {
  const newline = bytes.indexOf(NEWLINE, start)
  const pieces = piecesOfLine(bytes, line, start, newline === -1 ? bytes.length : newline)
  return pieces.flatMap((piece) => asFound(bytes, piece, finding))
}

function asFound(bytes: Uint8Array, piece: Piece, { file, inBase, read }: Finding): FoundLine[] {
  const line = (inBase ? undefined : read.get(piece.hash)) ?? readPiece(bytes, piece, file).line
  return line === null ? [] : [{ file, line, inBase }]
}

/** Each blob once. What the origin holds is searched under the name it has there: its history knows no other. */
async function searchedBlobs({ base, origin = base, target, moreEvidence }: Comparison): Promise<Searched[]> {
  const blobs = new Map<string, Searched>()
  const include = async (view: View, inBase: boolean) => {
    for (const blob of await ledgerBlobs(view))
      if (!blobs.has(blob.oid)) blobs.set(blob.oid, { ...blob, inBase })
  }
  await include(origin, true)
  for (const view of [target, ...moreEvidence]) await include(view, false)
  return [...blobs.values()]
}

function byPath(known: readonly KnownWrite[], paths: readonly string[]): Map<string, KnownWrite[]> {
  const found = new Map(paths.map((path): [string, KnownWrite[]] => [path, []]))
  for (const one of known) found.get(one.write.path)?.push(one)
  return found
}
