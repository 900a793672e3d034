/** Indexes of one longest run of rising numbers, not necessarily neighbours: what stayed in place while the rest moved. */
export function longestRise(numbers: readonly number[]): Set<number> {
  const tails: number[] = [] // index of the smallest last number, by length of the run
  const before: number[] = []
  numbers.forEach((number, index) => {
    const length = countBelow(tails, (tail) => numbers[tail]! < number)
    before[index] = length === 0 ? -1 : tails[length - 1]!
    tails[length] = index
  })
  const rise = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at]!) rise.add(at)
  return rise
}

/** How many items at the start are below, where no item after the first that is not below is. */
function countBelow<T>(items: readonly T[], isBelow: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(items[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
