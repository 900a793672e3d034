import { UNSEEN } from '../../core/unseen.ts'

const HIDDEN = new RegExp(UNSEEN.source, 'gu')
const LONGEST = 128

/** Foreign text with everything that nobody would see in it spelt out as `\uXXXX`; in JSON it means the same. */
export function visible(text: string): string {
  return text.replaceAll(HIDDEN, spellOut)
}

function spellOut(hidden: string): string {
  return hidden
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** A name that may go into the ledger and onto a terminal: short, and with nothing hidden in it. null = it may not. */
export function labelOf(text: string | null): string | null {
  return text === null || text.length > LONGEST || UNSEEN.test(text) ? null : text
}

/** A name for a message. */
export function shown(name: string): string {
  return visible(name.slice(0, LONGEST))
}
