/**
 * What a reader does not see, or sees as something else: control characters (C0, C1), line and paragraph separators,
 * bidi and other format characters, everything Unicode lets a renderer ignore (zero-width, tags, variation selectors,
 * fillers), lone surrogates (a byte of a path that is not UTF-8), blanks that look like a space.
 * Source of an expression with the flag `u`, made where it is used: what Unicode says of a character takes a while to load,
 * and an agent's hook loads this file and shows nothing.
 */
export const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]|(?![ \u3000])\p{Zs}`

/** Each of them spelled out as `\u{…}`. */
export function showUnseen(text: string): string {
  return text.replace(new RegExp(UNSEEN, 'gu'), spelledOut)
}

export function spelledOut(char: string): string {
  return `\\u{${char.codePointAt(0)!.toString(16)}}`
}

/** `##[` and `##vso[` start a command wherever they stand in a line of a CI log; quotes do not help. */
export const LOG_COMMAND = /##(?=[\w.-]*\[)/
