import { hash } from 'node:crypto'
import type { GrammarName } from './tree/dialects.ts'
import type { ValueFormat } from './tree/read-values.ts'

/** The normalisation that hashes of JS and TS are made with. Hashes of different ids are never compared. */
export const NORM = 'es/1'

/** What oxc parses. */
export type Script = 'jsx' | 'ts' | 'tsx' | 'dts'

export type Language = Script | GrammarName | ValueFormat

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ...endings('jsx', 'js', 'mjs', 'cjs', 'jsx'),
  ...endings('ts', 'ts', 'mts', 'cts'),
  ...endings('tsx', 'tsx'),
  ...endings('bash', 'sh', 'bash'),
  ...endings('csharp', 'cs'),
  ...endings('css', 'css'),
  ...endings('go', 'go'),
  ...endings('java', 'java'),
  ...endings('json', 'json', 'jsonc'),
  ...endings('kotlin', 'kt', 'kts'),
  ...endings('lua', 'lua'),
  ...endings('php', 'php'),
  ...endings('python', 'py', 'pyi', 'pyw'),
  ...endings('ruby', 'rb', 'rake', 'gemspec'),
  ...endings('rust', 'rs'),
  ...endings('scala', 'scala', 'sc'),
  ...endings('toml', 'toml'),
  ...endings('yaml', 'yaml', 'yml'),
])

function endings(language: Language, ...some: readonly string[]): (readonly [string, Language])[] {
  return some.map((ending) => [ending, language])
}

/** By the file's ending; null = no parser for it. */
export function languageOf(path: string): Language | null {
  if (/\.d\.[mc]?ts$/.test(path)) return 'dts'
  return LANGUAGES.get(/\.([a-z]+)$/.exec(path)?.[1] ?? '') ?? null
}

const SCRIPTS: ReadonlySet<Language> = new Set<Language>(['jsx', 'ts', 'tsx', 'dts'])

export function isScript(language: Language): language is Script {
  return SCRIPTS.has(language)
}

const VALUE_FORMATS: ReadonlySet<Language> = new Set<Language>(['json', 'toml', 'yaml'])

export function isValueFormat(language: Language): language is ValueFormat {
  return VALUE_FORMATS.has(language)
}

/** `sha256:<64 hex>` of a canonical text of a normalisation. */
export function structuralHash(canonical: string, norm: string = NORM): string {
  return `sha256:${hash('sha256', `${norm}\n${canonical}`, 'hex')}`
}
