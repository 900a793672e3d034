import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../../core/error.ts'
import type { Repository, View } from '../../git/types.ts'
import { ledgerBlobs, readLedgerBlob } from '../../store/ledger-files.ts'
import type { LedgerContent } from '../../store/verify.ts'
import { statsOf } from '../../store/writer-place.ts'
import { ledgerFiles } from './chained.ts'

/** The ledger's files in the working tree. Throws INCOMPATIBLE_LEDGER for one that is no plain file. */
export function* workingLedger({ top }: Repository): Generator<LedgerContent> {
  for (const file of ledgerFiles(top)) {
    if (statsOf(top, file)?.isFile() !== true)
      throw new GateError('INCOMPATIBLE_LEDGER', { path: file, message: 'it is not a plain file' })
    yield { file, bytes: readFileSync(join(top, file)) }
  }
}

/** The ledger's files in a tree or in the index. Throws MISSING_OBJECT, INCOMPATIBLE_LEDGER. */
export async function ledgerIn(repo: Repository, view: View): Promise<LedgerContent[]> {
  const contents: LedgerContent[] = []
  for (const blob of await ledgerBlobs(view))
    contents.push({ file: blob.file, bytes: await readLedgerBlob(repo, blob) })
  return contents
}
