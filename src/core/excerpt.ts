const LONGEST = 100

/** Foreign text, short enough to stand in a message. */
export function excerpt(text: string): string {
  const chars = Array.from(text.trim())
  return chars.length <= LONGEST ? chars.join('') : `${chars.slice(0, LONGEST).join('')}…`
}
