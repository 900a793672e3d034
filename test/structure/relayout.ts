import { parse } from '@babel/parser'

/**
 * The same code in another layout, as formatters change it: indentation, blanks, blank lines, quotes. Where a line ends stays as it
 * is: to end one elsewhere takes a real formatter.
 */
export function relayout(path: string, text: string, random: () => number): string {
  const plugins = path.endsWith('.ts') ? (['typescript', 'decorators'] as const) : (['jsx'] as const)
  const { tokens } = parse(text, { sourceType: 'unambiguous', plugins: [...plugins], tokens: true })
  let at = 0
  let laidOut = ''
  for (const { start, end } of (tokens ?? []) as { start: number; end: number }[]) {
    laidOut += anotherGap(text.slice(at, start), random) + anotherQuote(text.slice(start, end), random)
    at = end
  }
  return laidOut + anotherGap(text.slice(at), random)
}

function anotherGap(gap: string, random: () => number): string {
  // What is no white space is part of a template or of JSX.
  if (gap === '' || /\S/.test(gap)) return gap
  const breaks = gap.split('\n').length - 1
  if (breaks === 0) return blanks(1, random)
  return '\n'.repeat(breaks === 1 ? 1 : 2 + Math.floor(random() * 2)) + blanks(0, random)
}

function blanks(least: number, random: () => number): string {
  const mark = random() < 0.5 ? ' ' : '\t'
  return mark.repeat(least + Math.floor(random() * 4))
}

function anotherQuote(token: string, random: () => number): string {
  const inside = /^(["'])([^"'\\\n]*)\1$/.exec(token)?.[2]
  // A directive is its text as it is written.
  if (inside === undefined || inside.startsWith('use ')) return token
  const quote = random() < 0.5 ? '"' : "'"
  return `${quote}${inside}${quote}`
}
