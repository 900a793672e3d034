// What the structure costs beside the parser alone. Nobody can use a tree that is not made, so making it is the parser's work.
import { fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { claim, ms, must, table } from './measure.mjs'
import { nextVersion, OPTIONS } from './parse-options.mjs'

const ROUNDS = 7
const ENTRY = resolve('dist/structure.js')

function parse({ path, text }) {
  const lang = path.endsWith('.ts') ? 'ts' : 'jsx'
  if (parseSync(path, text, { ...OPTIONS, lang }).program.body === undefined)
    throw new Error(`${path}: no tree`)
}

/** Milliseconds for all files: parsed to a tree and no more, and with every hash; of each file the fastest of some rounds. */
async function measureFiles(files, { structure, asCodeUnit }) {
  const best = files.map(() => ({ parse: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY }))
  const timed = async (run) => {
    const start = performance.now()
    await run()
    return performance.now() - start
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, file] of files.entries()) {
      best[at].parse = Math.min(best[at].parse, await timed(() => parse(file)))
      best[at].whole = Math.min(
        best[at].whole,
        await timed(async () => asCodeUnit(await structure(file.text, file.path))),
      )
    }
  }
  const sum = (name) => best.reduce((total, file) => total + file[name], 0)
  return { parse: sum('parse'), whole: sum('whole') }
}

/** A pull request of 200 files of TypeScript, both sides, from the start of the processes to the last answer. */
async function measureRange(files, { createStructureReader }) {
  const sides = files.map(({ path, text }) => ({
    path,
    before: Buffer.from(text),
    after: Buffer.from(nextVersion(text)),
  }))
  const found = { parse: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY }
  for (let round = 0; round < ROUNDS; round++) {
    let start = performance.now()
    must(process.execPath, ['bench/support/parse-alone.mjs', ...files.map(({ path }) => path)])
    found.parse = Math.min(found.parse, performance.now() - start)
    start = performance.now()
    const reader = createStructureReader(ENTRY)
    const answers = await Promise.all(sides.map((file) => reader.changes(file)))
    found.whole = Math.min(found.whole, performance.now() - start)
    reader.close()
    if (!answers.every(isEvolved)) throw new Error('a change was not seen')
  }
  return found
}

/** As `nextVersion` makes it: a function differs, if there is one, and something is new. */
function isEvolved({ kind, found }) {
  return kind === 'compared' && found.added.length === 1 && found.changes.length <= 1
}

/** MB that the parser's process holds after 1,000 files, and after 3,000. */
async function measureMemory(files) {
  const child = fork(ENTRY, { serialization: 'advanced', execArgv: ['--max-old-space-size=1024'] })
  const said = () => new Promise((answer) => child.once('message', answer))
  const held = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024
  await said()
  const after = {}
  for (let count = 1; count <= 3000; count++) {
    const { path, text } = files[count % files.length]
    child.send({ of: 'structure', path, bytes: Buffer.from(text) })
    await said()
    if (count % 1000 === 0) after[count] = held()
  }
  child.kill()
  return after
}

export async function benchSpeed(files, tools) {
  const typed = files.filter(({ path }) => path.endsWith('.ts'))
  const lines = ({ text }) => text.split('\n').length
  const middling = files.filter((file) => lines(file) >= 200 && lines(file) <= 400)
  const all = await measureFiles(files, tools)
  const middle = await measureFiles(middling, tools)
  const range = await measureRange([...typed, ...typed].slice(0, 200), tools)
  const row = (name, { parse, whole }) => [name, ms(parse), ms(whole)]
  table(
    'Speed, beside the parser alone',
    ['', 'parsed', 'with every hash'],
    [
      row(`all ${files.length} files`, all),
      row(`${middling.length} files of 200 to 400 lines`, middle),
      row('200 files of TypeScript, both sides, processes started', range),
    ],
  )
  console.log(`the parser's share of all time: ${((100 * all.parse) / all.whole).toFixed(0)} %`)
  claim('all files: every hash / parse alone', all.whole / all.parse, BOUNDS.all)
  claim('about 300 lines: every hash / parse alone', middle.whole / middle.parse, BOUNDS.middle)
  claim('200 files, both sides: all of it / parse alone', range.whole / range.parse, BOUNDS.range)
  if (!existsSync('/proc/self/status')) return
  const held = await measureMemory(files)
  table(
    'Memory of the process',
    ['after', '1,000 files', '2,000', '3,000'],
    [['MB', ...Object.values(held).map(Math.round)]],
  )
  claim('3,000 files: memory / after 1,000', held[3000] / held[1000], BOUNDS.memory)
}

/** 85 % of the time inside the parser is 1.18 times its own. */
const BOUNDS = { all: 1.18, middle: 1.5, range: 1.3, memory: 1.3 }
