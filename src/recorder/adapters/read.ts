/** Foreign JSON: nothing about it is promised. */
export type Loose = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `tool_input`, `toolInput` and `ToolInput` are one name: agents change their mind between versions. */
export function fold(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase()
}

/** Every value that goes by this name, its exact spelling first. */
export function valuesOf(from: unknown, name: string): unknown[] {
  if (!isRecord(from)) return []
  const wanted = fold(name)
  const alike = Object.keys(from).filter((key) => fold(key) === wanted)
  return alike.sort((a, b) => Number(b === name) - Number(a === name)).map((key) => from[key])
}

/** Follows a dotted name; a step that is JSON in a string is opened. */
export function lookUp(from: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((value, step) => valuesOf(unwrap(value), step).find(isSaid), unwrap(from))
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null
}

const JSON_START = /^\s*[[{"]/

/** Opens JSON that was encoded into a string, up to three times; anything else stays as it is. */
export function unwrap(value: unknown, times = 3): unknown {
  if (typeof value !== 'string' || times === 0 || !JSON_START.test(value)) return value
  try {
    return unwrap(JSON.parse(value), times - 1)
  } catch {
    // Not JSON after all: a text that begins like it, a shell test for example.
    return value
  }
}

/** The first of these names that holds a text (of a list: its first element). */
export function textOf(from: unknown, names: readonly string[]): string | null {
  for (const name of names) {
    const text = plainText(lookUp(from, name))
    if (text !== null) return text
  }
  return null
}

function plainText(value: unknown): string | null {
  if (Array.isArray(value)) return plainText(value.find((item) => typeof item === 'string'))
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** A list, also one that was encoded into a string; anything else is a list of one. `[slug].tsx` is a path. */
export function unwrapList(value: unknown): readonly unknown[] {
  const opened = unwrap(value)
  const isEncoded =
    Array.isArray(opened) && opened.every((item) => typeof item === 'string' || isRecord(item))
  return isEncoded ? opened : listOf(value)
}
