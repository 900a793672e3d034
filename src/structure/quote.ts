/** Of many files the same names come up again and again. */
const MOST_KEPT = 20_000
const LONGEST_KEPT = 60
const quoted = new Map<string, string>()

/** As JSON. */
export function quote(value: string): string {
  const known = quoted.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  if (value.length > LONGEST_KEPT) return text
  if (quoted.size >= MOST_KEPT) quoted.clear()
  quoted.set(value, text)
  return text
}

/** Of an identifier: nothing that can stand in one is escaped in JSON. */
export function quoteName(name: string): string {
  return `"${name}"`
}
