import { type Entry, kindOf } from '../../core/change.ts'
import { lineDigests } from '../../core/digest.ts'
import { count } from '../../core/multiset.ts'
import type { Bytes, FileDraft } from '../../record.ts'

/** As git has it for a rename: at least half of the content is the same. */
const SIMILAR = 0.5
/** Each pair is a comparison of two files; beyond, only files that did not change are recognised. */
const MOST_PAIRS = 2_000

/**
 * Tells which new files took over the content of deleted ones. A move that is recorded takes along what others changed in the
 * file under its old name.
 */
export function withMoves(files: readonly FileDraft[]): FileDraft[] {
  const [from, to] = [new Map<string, string>(), new Map<string, string>()]
  for (const { gone, made } of mostAlikeFirst(files)) {
    if (to.has(gone) || from.has(made)) continue
    to.set(gone, made)
    from.set(made, gone)
  }
  return files.map((file) => {
    const [movedFrom, movedTo] = [from.get(file.path), to.get(file.path)]
    return { ...file, ...(movedFrom && { movedFrom }), ...(movedTo && { movedTo }) }
  })
}

interface Pair {
  readonly gone: string
  readonly made: string
  readonly likeness: number
}

function mostAlikeFirst(files: readonly FileDraft[]): Pair[] {
  const gone = files.flatMap(({ path, before, after, beforeBytes }) =>
    after === null ? sideOf(path, before, beforeBytes) : [],
  )
  const made = files.flatMap(({ path, before, after, afterBytes }) =>
    before === null ? sideOf(path, after, afterBytes) : [],
  )
  const weigh = gone.length * made.length > MOST_PAIRS ? sameness : likeness
  const pairs = gone.flatMap((old) =>
    made.map((now) => ({ gone: old.path, made: now.path, likeness: weigh(old, now) })),
  )
  return pairs.filter((pair) => pair.likeness >= SIMILAR).sort((a, b) => b.likeness - a.likeness)
}

interface Side {
  readonly path: string
  readonly blob: string
  readonly lines: readonly string[]
}

function sideOf(path: string, entry: Entry | null, bytes: Bytes): Side[] {
  if (entry === null || kindOf(entry.mode) !== 'file') return []
  return [{ path, blob: entry.blob, lines: bytes instanceof Uint8Array ? lineDigests(bytes) : [] }]
}

function sameness(old: Side, now: Side): number {
  return old.blob === now.blob ? 1 : 0
}

function likeness(old: Side, now: Side): number {
  const longest = Math.max(old.lines.length, now.lines.length)
  return longest === 0 ? sameness(old, now) : shared(old.lines, now.lines) / longest
}

function shared(before: readonly string[], after: readonly string[]): number {
  const left = count(before)
  let common = 0
  for (const line of after) {
    const times = left.get(line) ?? 0
    if (times > 0) common++
    left.set(line, times - 1)
  }
  return common
}
