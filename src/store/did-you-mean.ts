const FARTHEST = 2
const LONGEST = 40

/** The candidate that was probably meant: equal but for case and separators, or at most two keystrokes away. */
export function didYouMean(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null
  let least = FARTHEST + 1
  for (const candidate of candidates) {
    const distance = distanceBetween(bare(word), bare(candidate))
    if (distance < least && distance * 2 < candidate.length) [best, least] = [candidate, distance]
  }
  return best
}

/** The suggestion as the end of a message, or nothing. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const meant = didYouMean(word, candidates)
  return meant === null ? '' : `; did you mean '${meant}'?`
}

function bare(word: string): string {
  return word.slice(0, LONGEST).toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** Levenshtein distance. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
