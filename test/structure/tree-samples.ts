import { expect } from 'vitest'
import { readStructure } from '../../src/structure/read.ts'
import type { Unit } from '../../src/structure/unit.ts'
import { structure } from './corpus.ts'

/** Same structure, and the same for a tool that reads comments: hash by file, `null` = it has an error. */
export async function hashOf(path: string, text: string): Promise<string | null> {
  return (await structure(text, path)).hash
}

export async function unitsOf(path: string, text: string): Promise<string[]> {
  const list = ({ kind, name, startLine, endLine, children }: Unit): string[] => [
    `${kind} ${name}:${startLine}-${endLine}`,
    ...children.flatMap(list),
  ]
  return (await structure(text, path)).children.flatMap(list)
}

export async function importsOf(path: string, text: string): Promise<(string | null)[]> {
  const reading = await readStructure(path, Buffer.from(text))
  if (reading.kind === 'unstructured') throw new Error(`${path}: ${reading.why}`)
  return reading.imports.map(({ name, line }) => (name === null ? null : `${name}:${line}`))
}

/** Written differently, the same. */
export async function expectSame(path: string, one: string, other: string): Promise<void> {
  const hash = await hashOf(path, one)
  expect(hash).not.toBeNull()
  expect(await hashOf(path, other)).toBe(hash)
}

/** Almost the same, and not. */
export async function expectOther(path: string, one: string, other: string): Promise<void> {
  const hashes = [await hashOf(path, one), await hashOf(path, other)]
  expect(hashes).not.toContain(null)
  expect(hashes[0]).not.toBe(hashes[1])
}
