import type { LedgerProblem } from '../core/evidence.ts'
import { conflictProblem, conflictsAmong } from './ledger-conflicts.ts'
import { type LedgerLine, parseLedger } from './ledger-lines.ts'

/** One file of a ledger, whole. */
export interface LedgerContent {
  /** Root-relative. */
  readonly file: string
  readonly bytes: Uint8Array
}

export interface Verified {
  readonly files: number
  /** Lines that are records; an event told twice counts twice. */
  readonly records: number
  readonly problems: readonly LedgerProblem[]
}

type Known = { readonly file: string; readonly line: Pick<LedgerLine, 'id' | 'said' | 'line'> }

/** Holds every line of a ledger against the format, its chain against its file, and every id against all others. */
export function verifyLedger(contents: Iterable<LedgerContent>): Verified {
  const problems: LedgerProblem[] = []
  const known: Known[] = []
  let files = 0
  for (const { file, bytes } of contents) {
    const parsed = parseLedger(bytes, file)
    problems.push(...parsed.problems)
    for (const { id, said, line } of parsed.lines) known.push({ file, line: { id, said, line } })
    files++
  }
  const acrossFiles = conflictsAmong(known).filter(({ place, first }) => place.file !== first.file)
  return { files, records: known.length, problems: [...problems, ...acrossFiles.map(conflictProblem)] }
}
