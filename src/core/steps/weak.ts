import { type Ask, contentOf, diffOf } from '../ask.ts'
import { contentHash, splitLines } from '../digest.ts'
import type { DiffHunk } from '../evidence.ts'
import { firstIndex } from '../order.ts'
import type { Outcome, PathCase } from '../path-case.ts'
import type { HashedRange, Write } from '../trace.ts'

/**
 * Records of other tools, without before and after: a whole-file hash covers an equal target; a range hash covers the
 * added lines it is found at, and the removals of the hunks they stand in. Every hunk must be covered whole.
 */
export function* weak({ context: { evidence }, change, usable }: PathCase): Ask<Outcome | null> {
  const claims = usable.filter(({ edge }) => edge === null)
  if (claims.length === 0 || change.after === null || change.after.mode !== (change.before?.mode ?? '100644'))
    return null
  const content = yield* contentOf(evidence, change.after.blob)
  if (typeof content === 'string') return null
  const hash = contentHash(content)
  const whole = claims.filter((write) => write.contentHash === hash)
  if (whole.length > 0) return { how: 'file-hash', used: whole, weak: 'yes' }
  const ranged = claims.filter(({ ranges }) => ranges.length > 0)
  if (ranged.length === 0) return null
  const hunks = yield* diffOf(evidence, change.before?.blob ?? null, change.after.blob)
  return coversAll(hunks, ranged, splitLines(content)) ? { how: 'lines', used: ranged, weak: 'yes' } : null
}

function coversAll(
  hunks: readonly DiffHunk[],
  writes: readonly Write[],
  lines: readonly Uint8Array[],
): boolean {
  const found = new Set<number>()
  for (const range of writes.flatMap(({ ranges }) => ranges)) {
    const first = locate(range, lines)
    for (let i = 0; first !== null && i <= range.endLine - range.startLine; i++) found.add(first + i)
  }
  // A hunk that only removes has no added line that a range could stand for.
  return hunks.every(
    ([, , start, length]) =>
      length > 0 && range(firstIndex(start, length), length).every((at) => found.has(at)),
  )
}

function range(first: number, length: number): number[] {
  return Array.from({ length }, (_, i) => first + i)
}

// The work is (positions × range length): bounded, since the range comes from the change under review.
const MAX_LINES_HASHED = 2_000_000

/** Index from 0 where the range's lines stand now: where it was recorded, else the nearest place. */
function locate(
  { startLine, endLine, contentHash: wanted }: HashedRange,
  lines: readonly Uint8Array[],
): number | null {
  const length = endLine - startLine + 1
  const positions = lines.length - length + 1
  if (length < 1 || positions < 1 || positions * length > MAX_LINES_HASHED) return null
  const byDistance = range(0, positions).sort(
    (a, b) => Math.abs(a - startLine + 1) - Math.abs(b - startLine + 1),
  )
  return byDistance.find((at) => contentHash(Buffer.concat(lines.slice(at, at + length))) === wanted) ?? null
}
