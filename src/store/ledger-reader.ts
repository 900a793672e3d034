import type { Repository } from '../git/types.ts'
import { type LedgerBlob, readLedgerBlob } from './ledger-files.ts'
import { type LedgerFile, parseLedger } from './ledger-lines.ts'
import { type Piece, piecesOf } from './ledger-pieces.ts'

/** Reads ledger files from a repository. All throw MISSING_OBJECT, INCOMPATIBLE_LEDGER. */
export interface LedgerReader {
  bytes(blob: LedgerBlob): Promise<Uint8Array>
  pieces(blob: LedgerBlob): Promise<Iterable<Piece>>
  /** Without the records whose hashes are `known`. Small files are parsed once, however many commits of a range add them. */
  records(blob: LedgerBlob, known?: ReadonlySet<string>): Promise<LedgerFile>
}

const MOST_LINES_KEPT = 50_000
const NOTHING_KNOWN: ReadonlySet<string> = new Set()

export function createLedgerReader(repo: Repository): LedgerReader {
  const parsed = new Map<string, LedgerFile>()
  let linesKept = 0
  const bytes = (blob: LedgerBlob) => readLedgerBlob(repo, blob)

  function keep(key: string, file: LedgerFile): void {
    parsed.set(key, file)
    linesKept += file.lines.length
    for (const [oldest, { lines }] of parsed) {
      if (linesKept <= MOST_LINES_KEPT) break
      parsed.delete(oldest)
      linesKept -= lines.length
    }
  }

  return {
    bytes,
    pieces: async (blob) => piecesOf(await bytes(blob), blob.file),
    async records(blob, known = NOTHING_KNOWN) {
      const key = `${blob.oid} ${blob.file}`
      const earlier = known.size === 0 ? parsed.get(key) : undefined
      if (earlier !== undefined) return earlier
      const file = parseLedger(await bytes(blob), blob.file, known)
      if (known.size === 0) keep(key, file)
      return file
    },
  }
}

/** The hashes of every piece of these files. Throws as the reader does. */
export async function hashesIn(reader: LedgerReader, blobs: readonly LedgerBlob[]): Promise<Set<string>> {
  const hashes = new Set<string>()
  for (const blob of blobs) for (const { hash } of await reader.pieces(blob)) hashes.add(hash)
  return hashes
}
