import { withoutLayout } from './familiar-lines.ts'
import { difference } from './multiset.ts'

/**
 * A text as it is without layout, case aside. Formatters sort and merge imports, change quotes, parentheses and how a number is
 * written, and split or join strings: they bring no word that was not there.
 */
export interface Wording {
  readonly words: ReadonlySet<string>
  /** What begins with a digit, in the text's order. */
  readonly numbers: readonly string[]
  readonly stripped: string
  /** Holds what can be written in other letters: nothing can be told by them. */
  readonly isVeiled: boolean
}

// A prefix of a string, a suffix of a number and Rust's "C" are shorter.
const SHORTEST_WORD = 3

/** What a quote in an attribute of JSX is written as, if it has to be. */
const ENTITIES: ReadonlySet<string> = new Set(['quot', 'apos'])

const TOKEN = /[\p{L}\p{M}_$][\p{L}\p{M}\p{N}_$]*|\d[\p{L}\p{M}\p{N}_.]*/gu
const ESCAPED = /\\[xuUN0-9]/
// In Python they are one string, and what stands before their quotes goes with them.
const SIDE_BY_SIDE = /["'](?:\s|\\\n|#[^\n]*\n)*[a-z]{0,2}["']/i

const read = new WeakMap<readonly string[], Wording>()

/** Of the lines of a file. Remembered: a question that is asked again would read every line again. */
export function wordingOf(path: string, lines: readonly string[]): Wording {
  const known = read.get(lines) ?? wordingIn(path, lines.join(''))
  read.set(lines, known)
  return known
}

function wordingIn(path: string, text: string): Wording {
  const joined = text.replace(/\\\r?\n/g, '').toLowerCase()
  // `\nword` ends a line in a string, and the word begins after it.
  const tokens = joined.replace(/\\[\s\S]/g, ' ').match(TOKEN) ?? []
  const isNumber = (token: string) => /^\d/.test(token)
  return {
    words: new Set(tokens.filter((token) => !isNumber(token) && token.length >= SHORTEST_WORD)),
    numbers: tokens.filter(isNumber),
    stripped: withoutLayout(joined),
    isVeiled: ESCAPED.test(text) || (/\.py[iw]?$/.test(path) && SIDE_BY_SIDE.test(text)),
  }
}

/** Characters looked at: a second at most. */
const MOST_WORK = 1e9
const LONGEST_PART = 64

/** Is there a word in it that no formatter can have made of the known texts? 'No' proves nothing. */
export function hasForeignWord(text: Wording, known: readonly Wording[]): boolean {
  if ([text, ...known].some(({ isVeiled }) => isVeiled)) return false
  const isWord = (word: string) => ENTITIES.has(word) || known.some(({ words }) => words.has(word))
  // What begins a part is a part.
  const isPart = (word: string) =>
    known.some(({ stripped }) => stripped.includes(word.slice(0, LONGEST_PART)))
  const length = known.reduce((sum, { stripped }) => sum + stripped.length, 1)
  const strange = [...text.words].filter((word) => !isWord(word))
  return strange.slice(0, Math.ceil(MOST_WORK / (LONGEST_PART * length))).some((word) => !isPart(word))
}

/** Does it hold a number that no formatter can have made of those that it lost? 'No' proves nothing. */
export function hasForeignNumber(text: Wording, base: Wording): boolean {
  if (text.isVeiled || base.isVeiled) return false
  const net = [...difference(text.numbers, base.numbers)]
  const isPlain = ([number]: readonly [string, number]) => /^\d+$/.test(number)
  const [gained, lost] = [net.filter(([, times]) => times > 0), net.filter(([, times]) => times < 0)]
  // `1.50`, `0xFF` and `0..9` are written in other ways. A whole number is not.
  return gained.some(isPlain) && lost.every(isPlain)
}
