// Is what we call a refactoring one? node bench/structure-labels/run.mjs CHARTJS_CLONE [COMMITS]
// The labelled commits and, if a number is given, the newest ones besides.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { table } from '../support/measure.mjs'
import { alone, functionsIn } from './functions.mjs'
import { openHistory } from './history.mjs'
import { createOracle } from './oracle.mjs'
import { verify } from './verify.mjs'

const PRECISION = 0.99

const [clone, count = '0'] = process.argv.slice(2)
if (clone === undefined) throw new Error('give the path of a clone of https://github.com/chartjs/Chart.js')
const labels = JSON.parse(readFileSync(new URL('labels.json', import.meta.url), 'utf8'))
const oracle = await createOracle()
if (oracle === null) throw new Error('npm cannot bring Babel here')
const history = openHistory(clone)
const { classify, readStructure } = await load()

await judgeLabels()
await judgeCommits()

/** Our classes, bundled below node_modules, where they find their packages. */
async function load() {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(resolve('node_modules/.cache/intentgate-bench-'))
  const bundle = { bundle: true, platform: 'node', format: 'esm', packages: 'external' }
  const entryPoints = ['src/structure/classify.ts', 'src/structure/read.ts']
  buildSync({ ...bundle, entryPoints, outdir: folder, outExtension: { '.js': '.mjs' } })
  try {
    return { ...(await import(join(folder, 'classify.mjs'))), ...(await import(join(folder, 'read.mjs'))) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function unitOf(path, text) {
  const reading = text === null ? null : await readStructure(path, Buffer.from(text))
  return reading?.kind === 'structured' ? reading.unit : null
}

/** The functions of each label, each as a text of its own: do we call the pair a refactoring, and does the rule of the table? */
async function judgeLabels() {
  const rows = new Map()
  for (const label of labels.filter(({ pure }) => pure !== null)) {
    const files = history.filesOf(label.commit)
    const [before, after] = ['before', 'after'].map((side) => textOf(label, side, files))
    const [was, is] = [await unitOf('a.js', before), await unitOf('a.js', after)]
    const changes = classify([{ path: 'a.js', before: was, after: is }])
    const isOurs = changes.every(
      ({ mutation, class: found, name, from }) =>
        mutation === 'AST_REFACTOR' || isOwnName(found, name, from, label),
    )
    const row = rows.get(label.type) ?? { labels: 0, pure: 0, found: 0, wrong: 0 }
    row.labels++
    if (label.pure) row.pure++
    if (label.pure && isOurs) row.found++
    if (!label.pure && isOurs) row.wrong++
    rows.set(label.type, row)
  }
  const cells = [...rows].sort().map(([type, row]) => [type, row.labels, row.pure, row.found, row.wrong])
  const sum = (at) => cells.reduce((total, row) => total + row[at], 0)
  table(
    'labels whose functions are found: pure by Babel, of those called AST_REFACTOR, others called so',
    ['type', 'labels', 'pure', 'found', 'wrong'],
    [...cells, ['all', sum(1), sum(2), sum(3), sum(4)]],
  )
}

/** Of a method, its new name is what the label is about. */
function isOwnName(found, name, from, { before, after }) {
  return found === 'EVOLUTION' && name === `Unit.${after.name}` && from?.name === `Unit.${before.name}`
}

function textOf(label, side, files) {
  const place = label[side]
  const { path, [side]: text } = files.find((file) => file.path === place.file)
  const found = functionsIn(oracle, path, text).find(
    ({ name, params }) => name === place.name && `${params}` === `${place.params}`,
  )
  return alone(found)
}

/** Every unit that we call a refactoring, in the whole change set of each commit. */
async function judgeCommits() {
  const labelled = [...new Set(labels.map(({ commit }) => commit))]
  const more = count === '0' ? [] : history.newest(Number(count))
  for (const [title, commits] of [
    ['the labelled commits', labelled],
    [`the newest ${more.length}`, more],
  ]) {
    if (commits.length === 0) continue
    const totals = new Map()
    for (const commit of commits) await judgeCommit(commit, totals)
    const rows = [...totals]
      .sort()
      .map(([found, { units, same, other, open }]) => [found, units, same, other, open])
    table(
      `${title}: units by class, and what Babel says of those called AST_REFACTOR`,
      ['class', 'units', 'same', 'not the same', 'not told'],
      rows,
    )
    const [same, other] = ['same', 'other'].map((key) =>
      [...totals.values()].reduce((sum, row) => sum + row[key], 0),
    )
    const precision = same / (same + other)
    console.log(
      `${precision >= PRECISION ? 'holds ' : 'MISSED'}  precision of AST_REFACTOR: ${same} of ${same + other} = ${precision.toFixed(4)} (bound ${PRECISION})`,
    )
    if (precision < PRECISION) process.exitCode = 1
  }
}

async function judgeCommit(commit, totals) {
  const files = history.filesOf(commit)
  const versions = []
  for (const { path, before, after } of files) {
    const [was, is] = [await unitOf(path, before), await unitOf(path, after)]
    if ((was === null) !== (before === null) || (is === null) !== (after === null)) continue
    versions.push({ path, before: was, after: is })
  }
  const changes = classify(versions)
  for (const change of changes) {
    const row = totals.get(change.class) ?? { units: 0, same: 0, other: 0, open: 0 }
    totals.set(change.class, row)
    row.units++
    if (change.mutation !== 'AST_REFACTOR') continue
    const said = verify(change, changes, files, oracle)
    row[said]++
    if (said === 'other')
      console.log(
        `  ${commit.slice(0, 12)} ${change.class} ${change.path}:${change.startLine} ${change.kind} ${change.name}`,
      )
  }
}
