// Is the structure kept where it must be, is every change seen, and what does it cost beside the parser alone?
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { claim, must, table } from './support/measure.mjs'
import { loadStructure } from './support/structure.mjs'
import { benchSpeed } from './support/structure-speed.mjs'

const MUTANTS_PER_FILE = 150

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

async function formatted(files, style, tools) {
  const { structure } = tools
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
  const found = { rewritten: 0, kept: 0, foreign: 0 }
  for (const file of files) {
    const text = readFileSync(copyOf(file), 'utf8')
    if (text !== file.text) found.rewritten++
    const [before, after] = [await structure(file.text, file.path), await structure(text, file.path)]
    if (before.hash === after.hash && before.alpha === after.alpha) found.kept++
    if (before.hash === after.hash && isForeign(tools, file, text)) found.foreign++
  }
  rmSync(folder, { recursive: true })
  return found
}

/** Would the words alone say that no formatter can have done this? */
function isForeign({ wordingOf, hasForeignWord, hasForeignNumber }, { path, text }, after) {
  const [old, now] = [text, after].map((side) => wordingOf(path, side.split(/(?<=\n)/)))
  return hasForeignWord(now, [old]) || hasForeignNumber(now, old)
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

export async function bench() {
  const tools = await loadStructure()
  const files = tools.corpus()
  const rows = []
  for (const [name, style] of Object.entries(STYLES)) {
    const { rewritten, kept, foreign } = await formatted(files, style, tools)
    rows.push([name, files.length, rewritten, kept])
    claim(`biome, ${name}: hashes that it changes`, files.length - kept, 0)
    claim(`biome, ${name}: files that the words alone would refuse`, foreign, 0)
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
  claim('changes that were tried, of 5,000 wanted', 5000 / changes, 1)

  await benchSpeed(files, tools)
}
