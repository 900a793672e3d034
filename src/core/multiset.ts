/** Counts of equal things. A key that is present counts at least one. */
export type Multiset<K> = Map<K, number>

export function count<K>(items: Iterable<K>): Multiset<K> {
  const counts: Multiset<K> = new Map()
  for (const item of items) addTo(counts, item, 1)
  return counts
}

export function addTo<K>(counts: Multiset<K>, item: K, times: number): void {
  if (times <= 0) return
  counts.set(item, (counts.get(item) ?? 0) + times)
}

/** target − base per item, zeros left out; negative where the base has more. */
export function difference<K>(target: Iterable<K>, base: Iterable<K>): Map<K, number> {
  const net = new Map<K, number>()
  const shift = (item: K, by: number) => {
    const now = (net.get(item) ?? 0) + by
    if (now === 0) net.delete(item)
    else net.set(item, now)
  }
  for (const item of target) shift(item, 1)
  for (const item of base) shift(item, -1)
  return net
}
