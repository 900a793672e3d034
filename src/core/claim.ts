import { type Ask, contentOf } from './ask.ts'
import { contentHash, isBinary, lineDigest, lineFinder } from './digest.ts'
import type { Evidence } from './evidence.ts'
import { firstIndex } from './order.ts'
import { type Hunk, isRedacted, type Write } from './trace.ts'

/** The blobs that a record's claims are held against. */
export function claimedBlobs({ edge }: Write): string[] {
  return [edge?.before, edge?.after].flatMap((entry) =>
    entry == null || entry.mode === '160000' ? [] : entry.blob,
  )
}

const verified = new WeakMap<Write, string | null>()

/**
 * Does a record say of its blobs what the blobs say? null = nothing contradicts it, else what does. A blob that is not
 * readable (squashed away, too large) contradicts nothing.
 */
export function* contradictionOf(evidence: Evidence, write: Write): Ask<string | null> {
  const before = verified.get(write)
  if (before !== undefined) return before
  const after = yield* readable(evidence, write.edge?.after?.blob, write.edge?.after?.mode)
  const base = yield* readable(evidence, write.edge?.before?.blob, write.edge?.before?.mode)
  const found =
    contradictsContent(write, after) ??
    contradictsSide(write, after, 'added') ??
    contradictsSide(write, base, 'removed')
  // An unreadable blob may be there in the next judgement: only what was read is remembered.
  if (after !== null && (base !== null || write.edge?.before == null)) verified.set(write, found)
  return found
}

function* readable(
  evidence: Evidence,
  blob: string | undefined,
  mode: string | undefined,
): Ask<Uint8Array | null> {
  // A submodule's id names a commit of another repository.
  if (blob === undefined || mode === '160000') return null
  const content = yield* contentOf(evidence, blob)
  return typeof content === 'string' ? null : content
}

function contradictsContent(write: Write, after: Uint8Array | null): string | null {
  if (after === null || write.contentHash === null) return null
  return contentHash(after) === write.contentHash ? null : 'its content_hash is not that of the blob it names'
}

function contradictsSide(write: Write, bytes: Uint8Array | null, side: 'added' | 'removed'): string | null {
  if (write.hunks === null) return null
  const state = side === 'added' ? write.edge?.after : write.edge?.before
  if (state === null)
    return write.hunks.some((hunk) => hunk[side].length > 0)
      ? `it says lines were ${side} where there was no file`
      : null
  if (bytes === null) return null
  if (isBinary(bytes)) return 'it carries line digests for a binary blob'
  const lineAt = lineFinder(bytes)
  return write.hunks.every((hunk) => agrees(hunk, side, lineAt))
    ? null
    : `the lines it says were ${side} are not those of the blob it names`
}

// Hashes only the lines the hunk names: the cost follows the write, not the file.
function agrees(
  hunk: Hunk,
  side: 'added' | 'removed',
  lineAt: (index: number) => Uint8Array | null,
): boolean {
  const [start, length] = side === 'added' ? [hunk.at[2], hunk.at[3]] : [hunk.at[0], hunk.at[1]]
  const first = firstIndex(start, length)
  if (hunk[side].length !== length) return false
  return hunk[side].every((digest, i) => {
    const line = lineAt(first + i)
    return line !== null && (isRedacted(digest) || digest === lineDigest(line))
  })
}
