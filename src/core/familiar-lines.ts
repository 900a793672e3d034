/**
 * Lines of the target, from 1, whose characters stand in one of the texts in this order, layout left out of both. For pointing at
 * what is new among lines that a formatter wrote: it proves nothing.
 */
export function familiarLines(target: Uint8Array, texts: readonly Uint8Array[]): ReadonlySet<number> {
  const known = withoutLayout(texts.map(asText).join('\n'))
  const most = Math.floor(MOST_WORK / Math.max(1, known.length))
  const lines = asText(target).split('\n').slice(0, most)
  return new Set(lines.flatMap((line, at) => (known.includes(withoutLayout(line)) ? [at + 1] : [])))
}

// Characters looked at: a second at most. Lines beyond are not familiar.
const MOST_WORK = 1e9

function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

// What formatters of most languages add and take away.
function withoutLayout(text: string): string {
  return text.replace(/[\s;,()'"`]/g, '')
}
