import type { LedgerLoss } from '../core/evidence.ts'
import type { Comparison } from '../git/types.ts'
import { type Differing, differing, type LedgerBlob, ledgerBlobs, without } from './ledger-files.ts'
import type { Piece } from './ledger-pieces.ts'
import { hashesIn, type LedgerReader } from './ledger-reader.ts'
import { isObject } from './record-content.ts'

/**
 * Lines of the comparison's ledgerBase that stand, byte for byte, in no ledger file of the target. `changed`: the
 * files that differ between the changes' origin and the target.
 */
export async function lostLines(
  reader: LedgerReader,
  comparison: Comparison,
  changed: Differing,
): Promise<LedgerLoss[]> {
  const { base, origin = base, ledgerBase, target } = comparison
  const files =
    ledgerBase.id === origin.id
      ? changed
      : differing(await ledgerBlobs(ledgerBase), await ledgerBlobs(target))
  const missing = await hashesIn(reader, files.before)
  await forget(missing, files.after, reader)
  // A line that is in no file that differs may still be in one that does not. Seldom is anything left to look for.
  if (missing.size > 0) await forget(missing, without(await ledgerBlobs(target), files.after), reader)
  return missing.size === 0 ? [] : placesOf(missing, files.before, reader)
}

async function forget(
  missing: Set<string>,
  blobs: readonly LedgerBlob[],
  reader: LedgerReader,
): Promise<void> {
  for (const blob of blobs) {
    if (missing.size === 0) return
    for (const { hash } of await reader.pieces(blob)) missing.delete(hash)
  }
}

/** Each line once, in the first file that has it. */
async function placesOf(
  missing: Set<string>,
  blobs: readonly LedgerBlob[],
  reader: LedgerReader,
): Promise<LedgerLoss[]> {
  const lost: LedgerLoss[] = []
  for (const blob of blobs) {
    for (const piece of await reader.pieces(blob)) {
      if (missing.delete(piece.hash)) lost.push({ file: blob.file, line: piece.line, id: idOf(piece) })
    }
  }
  return lost
}

function idOf({ value }: Piece): string | null {
  return isObject(value) && typeof value.id === 'string' ? value.id : null
}
