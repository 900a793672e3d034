import { importsOf } from './imports.ts'
import { isScript, isValueFormat, type Language, languageOf, NORM, type Script } from './language.ts'
import { type Links, linksOf } from './links.ts'
import { loadParser, parseText } from './parse.ts'
import { createLineCount } from './place.ts'
import { MAX_STRUCTURED_BYTES, type Reading, without } from './reading.ts'
import { structureOf } from './structure.ts'

/** The structure of a file's content. Throws RangeError where it is nested deeper than can be walked, or its units do when they are asked. */
export async function readStructure(path: string, bytes: Uint8Array): Promise<Reading> {
  const language = languageOf(path)
  if (language === null) return without('language')
  if (bytes.length > MAX_STRUCTURED_BYTES) return without('large')
  const text = decode(bytes)
  if (text === null) return without('encoding')
  return await readText(text, language)
}

async function readText(text: string, language: Language): Promise<Reading> {
  if (isScript(language)) return readScript(text, language)
  if (isValueFormat(language)) {
    const { readValues } = await import('./tree/read-values.ts')
    return readValues(text, language)
  }
  const { readTree } = await import('./tree/read-tree.ts')
  return readTree(text, language)
}

async function readScript(text: string, language: Script): Promise<Reading> {
  if (!(await hasParser())) return without('parser')
  const parsed = await parseText(text, language)
  if (parsed === null) return without('syntax')
  return {
    ...{ kind: 'structured', norm: NORM, unit: structureOf(text, parsed, language) },
    // Who asks what changed does not ask for them.
    get imports() {
      return importsOf(parsed, text, createLineCount(text))
    },
  }
}

/** Is there one for this machine? */
function hasParser(): Promise<boolean> {
  return loadParser().then(
    () => true,
    () => false,
  )
}

/** How a file is tied to others; null = it has no structure that says so. Throws where the parser cannot be loaded. */
export async function readLinks(path: string, bytes: Uint8Array): Promise<Links | null> {
  const lang = languageOf(path)
  const text = decode(bytes)
  if (lang === null || !isScript(lang) || lang === 'dts' || text === null) return null
  const parsed = bytes.length > MAX_STRUCTURED_BYTES ? null : await parseText(text, lang)
  return parsed === null ? null : linksOf(parsed.program, text)
}

export function decode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
