import { createHash } from 'node:crypto'

/** The normalisation that hashes of JS and TS are made with. Hashes of different ids are never compared. */
export const NORM = 'es/1'

export type Language = 'jsx' | 'ts' | 'tsx' | 'dts'

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ...['js', 'mjs', 'cjs', 'jsx'].map((ending) => [ending, 'jsx'] as const),
  ...['ts', 'mts', 'cts'].map((ending) => [ending, 'ts'] as const),
  ['tsx', 'tsx'],
])

/** By the file's ending; null = no parser for it. */
export function languageOf(path: string): Language | null {
  if (/\.d\.[mc]?ts$/.test(path)) return 'dts'
  return LANGUAGES.get(/\.([a-z]+)$/.exec(path)?.[1] ?? '') ?? null
}

/** `sha256:<64 hex>` of a canonical text of this normalisation. */
export function structuralHash(canonical: string): string {
  return `sha256:${createHash('sha256').update(`${NORM}\n${canonical}`).digest('hex')}`
}
