import { type Import, importsOf } from './imports.ts'
import { isScript, type Language, languageOf, NORM, type Script } from './language.ts'
import { loadParser, parseText } from './parse.ts'
import { createLineCount } from './place.ts'
import { structureOf } from './structure.ts'
import type { Unit } from './unit.ts'

/** Bytes. A larger file is judged by its lines and its blob alone. */
export const MAX_STRUCTURED_BYTES = 1_500_000

/** Why a file has no structure. */
export type Unstructured =
  | 'language' // no parser for it
  | 'large'
  | 'encoding' // not UTF-8, or it holds a NUL
  | 'syntax' // the parser found an error
  | 'depth' // nested deeper than can be walked
  | 'time' // not done in time
  | 'crash' // the parser died of it
  | 'parser' // the parser cannot be loaded here

export type Reading =
  /** `norm`: hashes of different normalisations are never compared. Where it has an error, `unit` has no hash, and others in it may. */
  | {
      readonly kind: 'structured'
      readonly norm: string
      readonly unit: Unit
      readonly imports: readonly Import[]
    }
  | { readonly kind: 'unstructured'; readonly why: Unstructured }

/** The structure of a file's content. */
export async function readStructure(path: string, bytes: Uint8Array): Promise<Reading> {
  const language = languageOf(path)
  if (language === null) return without('language')
  if (bytes.length > MAX_STRUCTURED_BYTES) return without('large')
  const text = decode(bytes)
  if (text === null) return without('encoding')
  try {
    return await readText(text, language)
  } catch (error) {
    if (error instanceof RangeError) return without('depth')
    throw error
  }
}

async function readText(text: string, language: Language): Promise<Reading> {
  if (isScript(language)) return readScript(text, language)
  const { readTree } = await import('./tree/read-tree.ts')
  return readTree(text, language)
}

async function readScript(text: string, language: Script): Promise<Reading> {
  if (!(await hasParser())) return without('parser')
  const parsed = await parseText(text, language)
  if (parsed === null) return without('syntax')
  const imports = importsOf(parsed.program, text, createLineCount(text))
  return { kind: 'structured', norm: NORM, unit: structureOf(text, parsed, language), imports }
}

/** Is there one for this machine? */
function hasParser(): Promise<boolean> {
  return loadParser().then(
    () => true,
    () => false,
  )
}

export function without(why: Unstructured): Reading {
  return { kind: 'unstructured', why }
}

export function decode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
