/** From the first character to the one after the last. */
export type Range = readonly [start: number, end: number]

/** Which lines of a text look like secrets, counted from 1: their digests could be guessed, so they are not written down. */
export async function findSecretLines(text: string): Promise<ReadonlySet<number>> {
  if (text === '') return new Set()
  // The detector is large, and most commands never record anything.
  const { findIssuedSecrets } = await import('./secrets.ts')
  const ranges = [...chosenSecrets(text), ...(await findIssuedSecrets(text))]
  return linesIn(text, ranges)
}

function linesIn(text: string, ranges: readonly Range[]): Set<number> {
  const lines = new Set<number>()
  let line = 1
  let at = 0
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    for (; at < start; at++) if (text[at] === '\n') line++
    // The newline that ends a range ends its last line too.
    const more = text.slice(start, end).replace(/\n+$/, '').split('\n').length
    for (let i = 0; i < more; i++) lines.add(line + i)
  }
  return lines
}

// A detector of issued tokens leaves out what people make up, and a made-up password is what a dictionary finds.
const NAME = String.raw`(?:passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:api|access|private|auth)[_-]?key)s?\d*`
const QUOTED = new RegExp(
  String.raw`${NAME}["'\]]*\s{0,8}(?:=>|:=|[=:])\s{0,8}(["'\x60])([^\s"'\x60]{6,200})\1`,
  'gi',
)
const BARE = new RegExp(
  String.raw`${NAME}\s{0,8}[=:]\s{0,8}([^\s"'\x60(){}[\];,<>$]{6,200})[ \t]*\r?$`,
  'gim',
)
const PLACEHOLDER =
  /^[<[%]|\$\{|\{\{|^(.)\1+$|^(?:example|changeme|placeholder|your[-_]|process\.env|undefined)|^(?:secret|password|foobar)$/i

function chosenSecrets(text: string): Range[] {
  const quoted = [...text.matchAll(QUOTED)].filter((match) => !PLACEHOLDER.test(match[2]!))
  const bare = [...text.matchAll(BARE)].filter((match) => isMadeUp(match[1]!))
  return [...quoted, ...bare].map((match) => [match.index, match.index + match[0].length])
}

// `password: string` is a type, `password: hunter2` is a password.
function isMadeUp(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value) && !PLACEHOLDER.test(value)
}
