import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readChanges } from '../../src/structure/changes.ts'
import { readStructure } from '../../src/structure/read.ts'
import { createStructureReader } from '../../src/structure/reader.ts'
import { asCodeUnit, asMovable } from '../../src/structure/unit.ts'
import { temporaryFolder } from '../support/repo.ts'
import { buildParser } from './built-parser.ts'
import { structure } from './corpus.ts'

const { entry } = buildParser()

function reader(limit?: number, at = entry) {
  const opened = createStructureReader(at, limit)
  onTestFinished(() => opened.close())
  return opened
}

/** Deep enough for the parser's own stack to overflow. */
const DEEP = Buffer.from(`${'('.repeat(100_000)}a${')'.repeat(100_000)}`)
const CODE = Buffer.from('export function f(a) { return a }')

test('the other process reads what this one would', async () => {
  const reading = await readStructure('a.js', CODE)
  if (reading.kind === 'unstructured') throw new Error(reading.why)
  expect(await reader().read('a.js', CODE)).toEqual({ ...reading, unit: asCodeUnit(reading.unit) })
})

test('the other process says what changed as this one would', async () => {
  const sides = { path: 'a.js', before: CODE, after: Buffer.from('export function f(b) { return b }; g()') }
  const found = await reader().changes(sides)
  expect(found).toEqual(await readChanges(sides))
  expect(found.kind === 'compared' && found.found.changes.map((change) => change.class)).toEqual([
    'EVOLUTION',
    'RENAMED_LOCAL',
  ])
  const removed = await reader().changes({ ...sides, after: null })
  expect(removed.kind === 'compared' && removed.found.removed.map(({ unit }) => unit.kind)).toEqual(['file'])
})

test('a move whose process dies is not taken for proven', async () => {
  const mortal = join(temporaryFolder(), 'mortal.mjs')
  writeFileSync(
    mortal,
    `process.on('message', () => process.kill(process.pid, 'SIGKILL')); process.send('ready')`,
  )
  const unit = asMovable((await structure('function f() {}', 'a.js')).children[0]!)
  const file = { path: 'a.js', bytes: CODE }
  expect(await reader(5000, mortal).moves({ before: file, after: file, pairs: [[unit, unit]] })).toEqual([
    null,
  ])
})

test('many questions at once get their own answers', async () => {
  const opened = reader()
  const readings = await Promise.all(
    ['f', 'g', 'h'].map((name) => opened.read('a.js', Buffer.from(`function ${name}() {}`))),
  )
  expect(readings.map((reading) => reading.kind === 'structured' && reading.unit.children[0]?.name)).toEqual([
    'f',
    'g',
    'h',
  ])
})

test('a file that the parser dies of has no structure, and the next one has', async () => {
  const opened = reader()
  expect((await opened.read('a.js', DEEP)).kind).toBe('unstructured')
  expect((await opened.read('a.js', CODE)).kind).toBe('structured')
})

test('that it died is said', async () => {
  const mortal = join(temporaryFolder(), 'mortal.mjs')
  writeFileSync(
    mortal,
    `process.on('message', () => process.kill(process.pid, 'SIGKILL')); process.send('ready')`,
  )
  const opened = reader(5000, mortal)
  const readings = [await opened.read('a.js', CODE), await opened.read('b.js', CODE)]
  expect(readings).toEqual(Array(2).fill({ kind: 'unstructured', why: 'crash' }))
})

test('of many questions at once, only those that it dies of are said to be so', async () => {
  const picky = join(temporaryFolder(), 'picky.mjs')
  writeFileSync(
    picky,
    `process.on('message', ({ path }) => {
      if (path.startsWith('deadly')) process.kill(process.pid, 'SIGKILL')
      else process.send({ kind: 'unstructured', why: path })
    })
    process.send('ready')`,
  )
  const opened = reader(5000, picky)
  const paths = Array.from({ length: 150 }, (_, at) => (at % 20 === 7 ? `deadly${at}.js` : `${at}.js`))
  const readings = await Promise.all(paths.map((path) => opened.read(path, CODE)))
  expect(readings.map((reading) => reading.kind === 'unstructured' && reading.why)).toEqual(
    paths.map((path) => (path.startsWith('deadly') ? 'crash' : path)),
  )
})

test('what is asked after the end, or not answered before it, is answered all the same', async () => {
  const opened = reader()
  const asked = Promise.all(['a.js', 'b.js'].map((path) => opened.read(path, CODE)))
  opened.close()
  const readings = [...(await asked), await opened.read('c.js', CODE)]
  expect(readings.map(({ kind }) => kind)).toEqual(Array(3).fill('unstructured'))
})

test('a file that is not read in time has no structure', async () => {
  const stuck = join(temporaryFolder(), 'stuck.mjs')
  writeFileSync(stuck, `process.on('message', () => {}); process.send('ready')`)
  expect(await reader(3000, stuck).read('a.js', CODE)).toEqual({ kind: 'unstructured', why: 'time' })
})

test('where the parser cannot be loaded, that is said, once and for every file', async () => {
  const opened = reader(5000, join(temporaryFolder(), 'missing.js'))
  const readings = [await opened.read('a.js', CODE), await opened.read('b.js', CODE)]
  expect(readings).toEqual(Array(2).fill({ kind: 'unstructured', why: 'parser' }))
})

test('no process is started for what has no parser or is too large', async () => {
  const opened = reader(5000, '/nowhere')
  expect(await opened.read('a.sql', CODE)).toEqual({ kind: 'unstructured', why: 'language' })
  expect(await opened.read('a.js', Buffer.alloc(1_500_001))).toEqual({ kind: 'unstructured', why: 'large' })
})
