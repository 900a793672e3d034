import { digestsOfBytes } from '../../core/ask.ts'
import type { DiffHunk } from '../../core/evidence.ts'
import { firstIndex } from '../../core/order.ts'
import type { Write } from '../../core/trace.ts'
import type { WeighedRecord } from './standing.ts'
import { describeAuthor, describeRecord } from './words.ts'

/** Where a line of the target stood in the base, from 1; null = the change adds it. */
export function lineInBase(line: number, hunks: readonly DiffHunk[]): number | null {
  let shift = 0
  for (const [, oldCount, newStart, newCount] of hunks) {
    const first = firstIndex(newStart, newCount) + 1
    if (line < first) break
    if (line < first + newCount) return null
    shift += oldCount - newCount
  }
  return line + shift
}

/** The digest of line `line`; null = there is no such line, or the file has no lines that could be told apart. */
export function digestOfLine(bytes: Uint8Array, line: number): string | null {
  return digestsOfBytes(bytes)?.[line - 1] ?? null
}

export function adds({ hunks }: Write, digest: string): boolean {
  return hunks?.some(({ added }) => added.includes(digest)) ?? false
}

/** What is known about a line that the change adds, given the records of its file. */
export function describeAddedLine(digest: string, weighed: readonly WeighedRecord[]): string[] {
  const holders = weighed.filter(({ write }) => adds(write, digest))
  const free = holders.filter(({ barred }) => barred === null)
  if (free.length > 0)
    return [
      'recorded as added by:',
      ...free.map(({ write }) => `  ${describeAuthor(write)} (${describeRecord(write)})`),
    ]
  if (holders.length === 0) return ['added, and no record of this file adds such a line']
  return [
    'recorded, but by records that may not be used:',
    ...holders.map(({ write, barred }) => `  ${describeRecord(write)}: ${barred}`),
  ]
}
