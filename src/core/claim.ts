import type { Entry } from './change.ts'
import { contentHash, isBinary, lineDigest, lineFinder } from './digest.ts'
import type { Loaded } from './evidence.ts'
import { firstIndex } from './order.ts'
import { type Hunk, isRedacted, type Write } from './trace.ts'

/** The blobs that a record's claims are held against. */
export function claimedBlobs({ edge }: Write): string[] {
  const blobs: string[] = []
  for (const entry of [edge?.before, edge?.after])
    if (entry != null && entry.mode !== SUBMODULE) blobs.push(entry.blob)
  return blobs
}

// A submodule's id names a commit of another repository.
const SUBMODULE = '160000'

const verified = new WeakMap<Write, string | null>()

/**
 * Does a record say of its blobs what the blobs say? null = nothing contradicts it, else what does. A blob that is not
 * readable (squashed away, too large) contradicts nothing. Its `claimedBlobs` must have been loaded.
 */
export function contradictionOf(loaded: Loaded, write: Write): string | null {
  const before = verified.get(write)
  if (before !== undefined) return before
  const after = readable(loaded, write.edge?.after)
  const base = readable(loaded, write.edge?.before)
  const found =
    contradictsContent(write, after) ??
    contradictsSide(write, after, 'added') ??
    contradictsSide(write, base, 'removed')
  // An unreadable blob may be there in the next judgement: only what was read is remembered.
  if (after !== null && (base !== null || write.edge?.before == null)) verified.set(write, found)
  return found
}

function readable({ blobs }: Loaded, entry: Entry | null | undefined): Uint8Array | null {
  if (entry == null || entry.mode === SUBMODULE) return null
  const content = blobs.get(entry.blob)
  // Taken for unreadable, it would contradict nothing.
  if (content === undefined) throw new Error(`a claim is checked before ${entry.blob} is loaded`)
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
