/** As src/structure/parse.ts asks for them. */
export const OPTIONS = { astType: 'ts', preserveParens: false, sourceType: 'unambiguous' }

export function nextVersion(text) {
  return `${text}\nexport const added = 1\n`
}
