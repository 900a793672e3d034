/** As src/structure/parse.ts asks for them. */
export const OPTIONS = { astType: 'ts', preserveParens: false, sourceType: 'unambiguous' }

/** A change to one of its functions, if it has any, and a new constant. */
export function nextVersion(text) {
  return `${text.replace(/\breturn\b(?= )(?!.*['"`])/, 'return 1 +')}\nexport const added = 1\n`
}
