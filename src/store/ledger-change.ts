import type { Change } from '../core/change.ts'
import { inLedgerOrder } from '../core/edges.ts'
import type { Ledger, LedgerProblem } from '../core/evidence.ts'
import { isLedgerPath } from '../core/sidecar.ts'
import type { Comparison } from '../git/types.ts'
import { withoutCopies } from './copied-lines.ts'
import { conflictProblem, conflictsAmong } from './ledger-conflicts.ts'
import { blobsAmong, type Differing, differing, type LedgerBlob, oddEntry } from './ledger-files.ts'
import { lostLines } from './ledger-loss.ts'
import { hashesIn, type LedgerReader } from './ledger-reader.ts'
import { distinctLines, type FoundLine } from './ledger-records.ts'

export interface LedgerChange extends Omit<Ledger, 'lossIsRevert'> {
  /** The lines that the added records were read from, each record once. */
  readonly lines: readonly FoundLine[]
}

/** What a change does to the ledger, which is a set of lines: a line moved from file to file is neither new nor lost. */
export async function ledgerChange(reader: LedgerReader, comparison: Comparison): Promise<LedgerChange> {
  const changes = comparison.snapshot.changes.filter(({ path }) => isLedgerPath(path))
  const files = differing(blobsOf(changes, 'before'), blobsOf(changes, 'after'))
  const added = await addedLines(reader, files)
  const odd = changes.flatMap(({ path, after }) => (after === null ? [] : oddEntry(path, after)))
  const lines = await withoutCopies(reader, comparison, added.lines)
  return {
    lines,
    added: inLedgerOrder(lines.flatMap(({ line }) => line.writes)),
    problems: [...odd, ...added.problems],
    lost: await lostLines(reader, comparison, files),
  }
}

// Enough that git hardly waits for us; all of them are in memory together.
const AT_ONCE = 16

function blobsOf(changes: readonly Change[], side: 'before' | 'after'): LedgerBlob[] {
  return blobsAmong(changes.map((change) => [change.path, change[side]] as const))
}

async function addedLines(
  reader: LedgerReader,
  { before, after }: Differing,
): Promise<Pick<LedgerChange, 'lines' | 'problems'>> {
  const known = await hashesIn(reader, before)
  const found: FoundLine[] = []
  const problems: LedgerProblem[] = []
  for (let at = 0; at < after.length; at += AT_ONCE) {
    const some = after.slice(at, at + AT_ONCE)
    const read = await Promise.all(some.map((blob) => reader.records(blob, known)))
    for (const [i, { lines, problems: own }] of read.entries()) {
      for (const line of lines) found.push({ file: some[i]!.file, line, inBase: false })
      problems.push(...own)
    }
  }
  return { lines: distinctLines(found), problems: [...problems, ...conflictsBetween(found)] }
}

/** Ids used again in another file; within one, its own problems say so. */
function conflictsBetween(found: readonly FoundLine[]): LedgerProblem[] {
  const apart = conflictsAmong(found).filter(({ place, first }) => place.file !== first.file)
  return apart.map(conflictProblem)
}
