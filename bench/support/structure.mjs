import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

/** The sources and the corpus of the tests, bundled: below node_modules, where they find their packages. */
export async function loadStructure() {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(resolve('node_modules/.cache/intentgate-bench-'))
  const bundle = { bundle: true, platform: 'node', format: 'esm', packages: 'external' }
  const entryPoints = {
    corpus: 'test/structure/corpus.ts',
    mutants: 'test/structure/mutants.ts',
    reader: 'src/structure/reader.ts',
    wording: 'src/core/wording.ts',
    unit: 'src/structure/unit.ts',
  }
  buildSync({ ...bundle, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' } })
  try {
    const parts = await Promise.all(
      Object.keys(entryPoints).map((name) => import(join(folder, `${name}.mjs`))),
    )
    return Object.assign({}, ...parts)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
