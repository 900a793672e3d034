import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

/** The normaliser of the sources, with the grammars, bundled below node_modules, where it finds its packages. */
export async function loadReader() {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(resolve('node_modules/.cache/intentgate-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const require =
    "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"
  buildSync({
    ...{ bundle: true, platform: 'node', format: 'esm', external: ['oxc-parser'], banner: { js: require } },
    ...{
      entryPoints: ['src/structure/read.ts', 'src/structure/classify.ts', 'src/core/wording.ts'],
      outdir: folder,
      outbase: 'src',
    },
    outExtension: { '.js': '.mjs' },
  })
  cpSync('src/structure/grammars', join(folder, 'structure/grammars'), { recursive: true })
  const { readStructure } = await import(join(folder, 'structure/read.mjs'))
  const { classify } = await import(join(folder, 'structure/classify.mjs'))
  const { wordingOf, hasForeignWord, hasForeignNumber } = await import(join(folder, 'core/wording.mjs'))
  return {
    /** The whole file; null = it has an error, or no structure. */
    async unitOf(path, text) {
      const { unit } = await readStructure(path, Buffer.from(text))
      return unit?.hash == null ? null : unit
    },
    /** Would the words alone say that no formatter can have done this? */
    isForeign(path, ...sides) {
      const [before, after] = sides.map((text) => wordingOf(path, text.split(/(?<=\n)/)))
      return hasForeignWord(after, [before]) || hasForeignNumber(after, before)
    },
    /** Did nothing change but the order of imports, and layout? */
    isSorted(path, before, after) {
      const kinds = new Set(classify([{ path, before, after }]).map((change) => change.class))
      return kinds.has('IMPORT_ORDER') && !['EVOLUTION', 'ADDED', 'REMOVED'].some((kind) => kinds.has(kind))
    },
  }
}
