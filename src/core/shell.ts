import { encodePath } from './path.ts'
import { LOG_COMMAND, UNSEEN } from './unseen.ts'

const PLAIN = /^[\w@%+,./-][\w@%+=,./-]*$/
const BACKSLASH = 0x5c
const QUOTE = 0x27
const HASH = 0x23

/**
 * A path or word as a POSIX shell takes it, in one piece and printable: bare, in single quotes, or as `$'…'` where it
 * holds what would not survive being printed and pasted (a newline, a byte that is not UTF-8, a bidi mark).
 */
export function shellQuote(word: string): string {
  if (PLAIN.test(word)) return word
  if (new RegExp(UNSEEN, 'u').test(word) || LOG_COMMAND.test(word))
    return `$'${Array.from(encodePath(word), octal).join('')}'`
  return `'${word.replaceAll("'", "'\\''")}'`
}

/** A name that is not UTF-8 becomes one that is: `mv` or `git mv`, to be pasted. Each byte that is no character becomes `_`. */
export function renameCommand(mv: 'mv' | 'git mv', path: string): string {
  const clean = path.replace(/[\udc80-\udcff]/gu, '_')
  return `${mv} -- ${shellQuote(path)} ${shellQuote(clean)}`
}

/** A glob that stands for such a name in a file that is UTF-8: `?` for each byte that is no character. */
export function globForBytes(path: string): string {
  return path.replace(/[\\*?[\]{}()!@+|]/g, '\\$&').replace(/[\udc80-\udcff]/gu, '?')
}

// Octal takes exactly three digits in every shell; \x takes as many as follow in some.
function octal(byte: number): string {
  const isPrintable = byte >= 0x20 && byte < 0x7f
  if (isPrintable && byte !== BACKSLASH && byte !== QUOTE && byte !== HASH) return String.fromCharCode(byte)
  return `\\${byte.toString(8).padStart(3, '0')}`
}
