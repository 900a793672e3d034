import type { Range } from './place.ts'

interface Placed {
  readonly start: number
}

/** How many of `items`, which stand in order, start before an offset. */
export function countBefore(items: readonly Placed[], offset: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (items[middle]!.start < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Of `items`, which stand in order, those that start in a range. */
export function startingIn<T extends Placed>(items: readonly T[], { start, end }: Range): readonly T[] {
  return items.slice(countBefore(items, start), countBefore(items, end))
}

/** What of a range is not in `holes`, which stand in order inside it. */
export function outsideOf(holes: readonly Range[], { start, end }: Range): Range[] {
  return [...holes, { start: end, end }].map((hole, at) => ({
    start: at === 0 ? start : holes[at - 1]!.end,
    end: hole.start,
  }))
}
