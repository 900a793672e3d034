import { MAX_DIGEST_LINES } from '../core/digest.ts'
import type { DiffHunk } from '../core/evidence.ts'
import { count, difference } from '../core/multiset.ts'

type Lines = readonly string[]

/** Each with its `\n`, a character a byte: two of them are equal where the bytes are. */
export function textLines({ buffer, byteOffset, byteLength }: Uint8Array): Lines {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

/**
 * The one hunk that git's histogram diff finds; undefined where there is a choice to make, and git has to be asked. After the common
 * ends, no line of one side stands anywhere on the other: all of them changed. Each common end holds a line that stands
 * nowhere else, so the ends can only be matched as they are. And neither block can be moved up or down, since the lines around it
 * are not the lines at its ends.
 */
export function onlyHunk(before: Lines, after: Lines): readonly DiffHunk[] | undefined {
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  const [removed, added] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  if (removed.length + added.length === 0) return []
  if (canMove(before, start, removed.length) || canMove(after, start, added.length)) return undefined
  if (sharesLine(removed, after) || sharesLine(added, before)) return undefined
  const ends = [before.slice(0, start), before.slice(before.length - end)]
  if (!ends.every((lines) => isAnchored(lines, before))) return undefined
  return [[place(start, removed.length), removed.length, place(start, added.length), added.length]]
}

/** More lines than a record takes are changed, however they are matched: git would need half a minute to say so. */
export function hasTooManyChanges(before: Lines, after: Lines): boolean {
  if (before.length + after.length <= MAX_DIGEST_LINES) return false
  let changed = 0
  for (const times of difference(after, before).values()) changed += Math.abs(times)
  return changed > MAX_DIGEST_LINES
}

function isAnchored(lines: Lines, before: Lines): boolean {
  if (lines.length === 0) return true
  const times = count(before)
  return lines.some((line) => times.get(line) === 1)
}

/** Counted from 1; a side without lines is named by the line before. */
function place(start: number, count: number): number {
  return count === 0 ? start : start + 1
}

function commonStart(before: Lines, after: Lines): number {
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && isSame(before[at], after[at])) at++
  return at
}

function commonEnd(before: Lines, after: Lines, start: number): number {
  const most = Math.min(before.length, after.length) - start
  let count = 0
  while (count < most && isSame(before.at(-1 - count), after.at(-1 - count))) count++
  return count
}

function canMove(lines: Lines, start: number, count: number): boolean {
  if (count === 0) return false
  const last = start + count - 1
  return isSame(lines[start - 1], lines[last]) || isSame(lines[last + 1], lines[start])
}

function sharesLine(block: Lines, all: Lines): boolean {
  if (block.length === 0) return false
  const lines = new Set(block)
  return all.some((line) => lines.has(line))
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a === b
}
