/**
 * Lines of the target, from 1, whose characters stand in the known lines in this order, layout left out of both. For pointing at what
 * is new among lines that a formatter wrote: it proves nothing.
 */
export function familiarLines(target: readonly string[], lines: readonly string[]): ReadonlySet<number> {
  const known = withoutLayout(lines.join(''))
  const most = Math.floor(MOST_WORK / Math.max(1, known.length))
  const isFamiliar = (line: string) => known.includes(withoutLayout(line))
  return new Set(target.slice(0, most).flatMap((line, at) => (isFamiliar(line) ? [at + 1] : [])))
}

// Characters looked at: a second at most. Lines beyond are not familiar.
const MOST_WORK = 1e9

/** Without what formatters of most languages add and take away. */
export function withoutLayout(text: string): string {
  return text.replace(/[\s;,()'"`]/g, '')
}
