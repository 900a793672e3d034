import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

/** oxc's compiled parser for this machine, unpacked into a folder of its own; null = none is shipped for it. */
export function unpackBinding(folder: URL, machine = `${process.platform}-${process.arch}`): string | null {
  const packed = fileURLToPath(new URL(`${machine}.node.br`, folder))
  if (!existsSync(packed)) return null
  const path = join(mkdtempSync(join(tmpdir(), 'intentgate-parser-')), 'parser.node')
  writeFileSync(path, brotliDecompressSync(readFileSync(packed)), { mode: 0o500 })
  return path
}
