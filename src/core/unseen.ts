/**
 * What a reader does not see, or sees as something else: control characters (C0, C1), line and paragraph separators,
 * bidi and other format characters, everything Unicode lets a renderer ignore (zero-width, tags, variation selectors,
 * fillers), lone surrogates (a byte of a path that is not UTF-8), blanks that look like a space.
 */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]|(?![ \u3000])\p{Zs}/u

/** `##[` and `##vso[` start a command wherever they stand in a line of a CI log; quotes do not help. */
export const LOG_COMMAND = /##(?=[\w.-]*\[)/
