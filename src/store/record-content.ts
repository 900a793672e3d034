import { lineHash } from '../core/trace.ts'

// The same event, told twice, differs in these and in nothing else.
const VOLATILE = ['timestamp', 'previous']
const VOLATILE_IN_VCS = ['revision', 'revision_id']

export type Fields = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Two lines of one id are one record if and only if they say the same, whenever and on whatever commit it was said. */
export function saysTheSame(a: Fields, b: Fields): boolean {
  return contentDigest(a) === contentDigest(b)
}

/** `sha256:<64 hex>` of what a record says. */
export function contentDigest(record: Fields): string {
  const lasting = without(record, VOLATILE)
  return lineHash(
    stableJson(isObject(lasting.vcs) ? { ...lasting, vcs: without(lasting.vcs, VOLATILE_IN_VCS) } : lasting),
  )
}

function without(object: Fields, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}

// The order that keys were written in says nothing.
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (isObject(part) ? sorted(part) : part))
}

function sorted(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A UUID (version 8) for a record that has none: the same content has the same one. */
export function idOfContent(digest: string): string {
  const hex = digest.replace('sha256:', '')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
