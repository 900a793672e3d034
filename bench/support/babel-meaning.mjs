import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

/** What the tests hold the structure of JavaScript against. */
export async function loadMeaning() {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(resolve('node_modules/.cache/intentgate-bench-'))
  const bundle = { bundle: true, platform: 'node', format: 'esm', packages: 'external' }
  const outfile = join(folder, 'mutants.mjs')
  buildSync({ ...bundle, entryPoints: ['test/structure/mutants.ts'], outfile })
  const { meaning } = await import(outfile)
  rmSync(folder, { recursive: true })
  return meaning
}
