import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStructure } from '../../src/structure/read.ts'
import type { Unit } from '../../src/structure/unit.ts'

export interface CorpusFile {
  /** `zod@4.6.7/src/v4/core/parse.ts` */
  readonly name: string
  readonly path: string
  readonly text: string
}

/** Real code, from packages that the lock file pins: TypeScript by hand, and JavaScript as published. */
const PACKAGES = [
  { name: 'zod', folder: 'src', ending: '.ts', most: 130 },
  { name: 'knip', folder: 'dist', ending: '.js', most: 60 },
  { name: 'yaml', folder: 'dist', ending: '.js', most: 40 },
  { name: 'diff', folder: 'libesm', ending: '.js', most: 20 },
]

/** Over 200 files of up to 30 kB, the same ones for the same lock file. */
export function corpus(): CorpusFile[] {
  return PACKAGES.flatMap(({ name, folder, ending, most }) => {
    const root = join('node_modules', name)
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .sort()
      .map((file) => ({
        name: `${name}@${version}/${file}`,
        path: join(root, file),
        text: readFileSync(join(root, file), 'utf8'),
      }))
      .filter(({ text }) => text.length < 30_000)
    return everyNth(files, most)
  })
}

/** At most `most` of the items, spread over all of them. */
export function everyNth<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most)
  return Array.from({ length: Math.min(items.length, most) }, (_, at) => items[Math.floor(at * step)]!)
}

/** The unit that is the whole text. Throws where it has no structure. */
export async function structure(text: string, path = 'file.tsx'): Promise<Unit> {
  const reading = await readStructure(path, Buffer.from(text))
  if (reading.kind === 'unstructured') throw new Error(`${path}: ${reading.why}\n${text}`)
  return reading.unit
}

/** Every unit, outer ones first. */
export function allUnits(unit: Unit): Unit[] {
  return [unit, ...unit.children.flatMap(allUnits)]
}
