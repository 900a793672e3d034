import { spelledOut, UNSEEN } from '../core/unseen.ts'

const LONGEST = 120

/** Foreign text for a message: what a reader cannot see (control, bidi, zero width) is spelled out, the rest is cut short. */
export function printable(text: string, longest = LONGEST): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text
  return cut.replace(new RegExp(UNSEEN, 'gu'), spelledOut)
}
