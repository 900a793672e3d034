import type { Change } from '../core/change.ts'
import type { Ledger, LedgerProblem } from '../core/evidence.ts'
import { isLedgerPath } from '../core/sidecar.ts'
import type { Comparison } from '../git/types.ts'
import { conflictProblem, conflictsAmong } from './ledger-conflicts.ts'
import { blobsAmong, type Differing, differing, type LedgerBlob, oddEntry } from './ledger-files.ts'
import { lostLines } from './ledger-loss.ts'
import { hashesIn, type LedgerReader } from './ledger-reader.ts'
import { type FoundLine, writesIn } from './ledger-records.ts'

/** What a change does to the ledger, which is a set of lines: a line moved from file to file is neither new nor lost. */
export async function ledgerChange(
  reader: LedgerReader,
  comparison: Comparison,
): Promise<Omit<Ledger, 'lossIsRevert'>> {
  const changes = comparison.snapshot.changes.filter(({ path }) => isLedgerPath(path))
  const files = differing(blobsOf(changes, 'before'), blobsOf(changes, 'after'))
  const added = await addedLines(reader, files)
  const odd = changes.flatMap(({ path, after }) => (after === null ? [] : oddEntry(path, after)))
  return {
    added: writesIn(added.found),
    problems: [...odd, ...added.problems],
    lost: await lostLines(reader, comparison, files),
  }
}

function blobsOf(changes: readonly Change[], side: 'before' | 'after'): LedgerBlob[] {
  return blobsAmong(changes.map((change) => [change.path, change[side]] as const))
}

async function addedLines(
  reader: LedgerReader,
  { before, after }: Differing,
): Promise<{ readonly found: readonly FoundLine[]; readonly problems: readonly LedgerProblem[] }> {
  const known = await hashesIn(reader, before)
  const found: FoundLine[] = []
  const problems: LedgerProblem[] = []
  for (const blob of after) {
    const { lines, problems: own } = await reader.records(blob, known)
    for (const line of lines) found.push({ file: blob.file, line, inBase: false })
    problems.push(...own)
  }
  return { found, problems: [...problems, ...conflictsBetween(found)] }
}

/** Ids used again in another file; within one, its own problems say so. */
function conflictsBetween(found: readonly FoundLine[]): LedgerProblem[] {
  const apart = conflictsAmong(found).filter(({ place, first }) => place.file !== first.file)
  return apart.map(conflictProblem)
}
