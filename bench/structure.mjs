// Is the structure kept where it must be, is every change seen, and what does it cost beside the parser alone?
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { parseSync } from 'oxc-parser'
import { claim, ms, must, table } from './support/measure.mjs'

const MUTANTS_PER_FILE = 60
const SPEED_BOUND = 8

/** The normaliser and the corpus of the tests, bundled: below node_modules, where they find their packages. */
async function load() {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(resolve('node_modules/.cache/intentgate-bench-'))
  const bundle = { bundle: true, platform: 'node', format: 'esm', packages: 'external' }
  const entryPoints = ['test/structure/corpus.ts', 'test/structure/mutants.ts']
  buildSync({ ...bundle, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' } })
  try {
    return { ...(await import(join(folder, 'corpus.mjs'))), ...(await import(join(folder, 'mutants.mjs'))) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const STYLES = {
  'tabs, 60 columns': {
    formatter: { indentStyle: 'tab', lineWidth: 60 },
    javascript: { formatter: { quoteStyle: 'double', semicolons: 'always' } },
  },
  '4 spaces, 160 columns': {
    formatter: { indentStyle: 'space', indentWidth: 4, lineWidth: 160 },
    javascript: { formatter: { quoteStyle: 'single', semicolons: 'asNeeded', trailingCommas: 'none' } },
  },
}

async function formatted(files, style, { structure }) {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-bench-'))
  const off = { enabled: false }
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ root: true, linter: off, assist: off, ...style }),
  )
  const copyOf = ({ path }) => join(folder, path.replaceAll('node_modules', 'packages'))
  for (const file of files) {
    mkdirSync(dirname(copyOf(file)), { recursive: true })
    cpSync(file.path, copyOf(file))
  }
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  must(process.execPath, [biome, 'format', '--write', 'packages'], { cwd: folder })
  const found = { rewritten: 0, kept: 0 }
  for (const file of files) {
    const text = readFileSync(copyOf(file), 'utf8')
    if (text !== file.text) found.rewritten++
    const [before, after] = [await structure(file.text, file.path), await structure(text, file.path)]
    if (before.hash === after.hash && before.alpha === after.alpha) found.kept++
  }
  rmSync(folder, { recursive: true })
  return found
}

async function mutated(files, { structure, mutantsOf, createRandom }) {
  const random = createRandom(20261130)
  const found = { changes: 0, missed: 0, same: 0, alarms: 0 }
  for (const { path, text } of files) {
    const { hash } = await structure(text, path)
    for (const mutant of mutantsOf(path, text, MUTANTS_PER_FILE, random)) {
      const after = await structure(mutant.text, path).catch(() => null)
      if (after === null) continue
      const isSame = after.hash === hash
      found[mutant.isChange ? 'changes' : 'same']++
      if (mutant.isChange && isSame) found.missed++
      if (!mutant.isChange && !isSame) found.alarms++
    }
  }
  return found
}

/** Milliseconds for all files: parsed to a tree and no more, and with every hash. */
async function speed(files, { structure }) {
  const spent = { parse: [], whole: [] }
  for (let round = 0; round < 5; round++) {
    let start = performance.now()
    for (const { path, text } of files) {
      const lang = path.endsWith('.ts') ? 'ts' : 'jsx'
      // The tree is made when it is asked for.
      if (parseSync(path, text, { lang, astType: 'ts', preserveParens: false }).program.body === undefined)
        throw new Error(`${path}: no tree`)
    }
    spent.parse.push(performance.now() - start)
    start = performance.now()
    for (const { path, text } of files) await structure(text, path)
    spent.whole.push(performance.now() - start)
  }
  return { parse: Math.min(...spent.parse), whole: Math.min(...spent.whole) }
}

export async function bench() {
  const tools = await load()
  const files = tools.corpus()
  const rows = []
  for (const [name, style] of Object.entries(STYLES)) {
    const { rewritten, kept } = await formatted(files, style, tools)
    rows.push([name, files.length, rewritten, kept])
    claim(`biome, ${name}: hashes that it changes`, files.length - kept, 0)
  }
  table('Formatter', ['style', 'files', 'rewritten', 'hash and alpha kept'], rows)

  const { changes, missed, same, alarms } = await mutated(files, tools)
  table(
    'One token changed, as Babel sees it',
    ['', 'mutants', 'wrong'],
    [
      ['another program', changes, missed],
      ['the same program', same, alarms],
    ],
  )
  claim('changes that are missed', missed, 0)
  claim('changes that were tried, of 2,000 wanted', 2000 / changes, 1)

  const { parse, whole } = await speed(files, tools)
  table(
    'Speed',
    ['all files', 'time'],
    [
      ['parse alone', ms(parse)],
      ['with every hash', ms(whole)],
    ],
  )
  claim('every hash / parse alone', whole / parse, SPEED_BOUND)
}
