import type { Comment } from './parse.ts'
import { countBefore } from './ranges.ts'

/** UTF-16 offsets, the end not included. */
export interface Range {
  readonly start: number
  readonly end: number
}

export function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}

/** Line numbers from 1, as git counts them: only `\n` ends a line. */
export function createLineCount(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** From the first of some nodes to the last, with the comments that stand directly above, without a blank line between. */
export function rangeOf(nodes: readonly Range[], text: string, comments: readonly Comment[]): Range {
  let start = nodes[0]?.start ?? 0
  const end = nodes.at(-1)?.end ?? start
  for (let at = countBefore(comments, start) - 1; at >= 0; at--) {
    const comment = comments[at]!
    if (!isAbove(comment, start, text)) break
    start = comment.start
  }
  return { start, end }
}

function isAbove(comment: Comment, start: number, text: string): boolean {
  const between = text.slice(comment.end, start)
  const before = text.slice(text.lastIndexOf('\n', comment.start - 1) + 1, comment.start)
  const isShebang = comment.text.startsWith('#!')
  return !isShebang && !/\S|\n[^\S\n]*\n/.test(between) && !/\S/.test(before)
}

/** Does nothing else stand on the lines of a range? A `;` after it is its own. */
export function standsAlone({ start, end }: Range, text: string): boolean {
  const lineEnd = text.indexOf('\n', end)
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const after = text.slice(end, lineEnd === -1 ? text.length : lineEnd)
  return !/\S/.test(before) && /^\s*(?:;\s*)?$/.test(after)
}

/** What of a range is not in `holes`, which stand in order inside it; without blank lines. */
export function textAround({ start, end }: Range, holes: readonly Range[], text: string): string {
  const ends = [...holes.map((hole) => hole.start), end]
  const parts = ends.map((to, at) => text.slice(at === 0 ? start : holes[at - 1]!.end, to))
  return parts
    .join('\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
}
