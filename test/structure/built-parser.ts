import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll } from 'vitest'

/** A package root with the `dist/structure.js` of the sources as they are. Below node_modules, where it finds its packages. */
export function buildParser(): { readonly root: string; readonly entry: string } {
  const cache = resolve('node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'intentgate-parser-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const entry = join(folder, 'dist/structure.js')
  buildSync({
    entryPoints: ['src/structure/parser.ts'],
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['oxc-parser'],
  })
  cpSync('src/structure/grammars', join(folder, 'dist/grammars'), { recursive: true })
  return { root: folder, entry }
}
