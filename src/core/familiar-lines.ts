/**
 * Lines of the target, from 1, whose characters stand in one of the texts in this order, layout left out of both. For pointing at
 * what is new among lines that a formatter wrote: it proves nothing.
 */
export function familiarLines(target: Uint8Array, texts: readonly Uint8Array[]): ReadonlySet<number> {
  const known = texts.map((text) => withoutLayout(asText(text)))
  const isFamiliar = (line: string) => known.some((text) => text.includes(withoutLayout(line)))
  return new Set(
    asText(target)
      .split('\n')
      .flatMap((line, at) => (isFamiliar(line) ? [at + 1] : [])),
  )
}

function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

// What formatters of most languages add and take away.
function withoutLayout(text: string): string {
  return text.replace(/[\s;,()'"`]/g, '')
}
