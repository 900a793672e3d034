import { type OutlinedUnit, type Outlines, outlineOf } from './core/outline.ts'
import type { StructureReader } from './structure/reader.ts'

export interface OutlineFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** What stands in each file that can be parsed; data has no parts that anybody would look for. parser = it cannot be loaded here. */
export async function readOutlines(
  files: readonly OutlineFile[],
  structures: StructureReader,
): Promise<Outlines | 'parser'> {
  const outlines = new Map<string, readonly OutlinedUnit[]>()
  for (const { path, bytes } of files.filter(({ path }) => !DATA.test(path))) {
    const reading = await structures.read(path, bytes)
    if (reading.kind === 'structured') outlines.set(path, outlineOf(reading.unit, bytes))
    else if (reading.why === 'parser') return 'parser'
  }
  return outlines
}

const DATA = /\.(?:json[c5]?|ya?ml|toml)$/i
