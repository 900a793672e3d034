import { UNSEEN } from '../../core/unseen.ts'

// What Unicode says of a character takes a while to load, and is asked of few texts.
const PLAIN = /^[ -~]*$/
const LONGEST = 128

/** Foreign text with everything that nobody would see in it spelt out as `\uXXXX`; in JSON it means the same. */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll(new RegExp(UNSEEN, 'gu'), spellOut)
}

function spellOut(hidden: string): string {
  return hidden
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

// `model@20240620` is a version, `ada@example.org` is a person.
const MAIL = /[^\s@]@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2}/
const ABSOLUTE = /(?:^|[\s"'=(:,])(?:\/|~[\w-]*[\\/]|\\\\|[A-Za-z]:[\\/])/

/**
 * A name that may go into the ledger and onto a terminal: short, with nothing hidden in it, and neither an e-mail address nor
 * an absolute path. null = it may not.
 */
export function labelOf(text: string | null): string | null {
  if (text === null || text.length > LONGEST || MAIL.test(text) || ABSOLUTE.test(text)) return null
  return PLAIN.test(text) || !new RegExp(UNSEEN, 'u').test(text) ? text : null
}

/** A name for a message. */
export function shown(name: string): string {
  return visible(name.slice(0, LONGEST))
}
