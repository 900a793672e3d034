import type { Content } from '../core/evidence.ts'

export interface RecentContents {
  get(oid: string): Content | undefined
  keep(oid: string, content: Content): void
}

/**
 * Contents of blobs that were read lately, up to `most` bytes: along a range each version is read as what a commit made, and again
 * as what a later one changed.
 */
export function createRecentContents(most: number): RecentContents {
  const kept = new Map<string, Content>()
  let total = 0

  function forgetOldest(): void {
    for (const [oldest, { length }] of kept) {
      if (total <= most) break
      kept.delete(oldest)
      total -= length
    }
  }

  return {
    get: (oid) => kept.get(oid),
    keep(oid, content) {
      // What is missing now may be made meanwhile, in the scratch store.
      if (content === 'missing' || kept.has(oid)) return
      kept.set(oid, content)
      total += content.length
      if (total > most) forgetOldest()
    },
  }
}
