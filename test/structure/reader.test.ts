import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readStructure } from '../../src/structure/read.ts'
import { createStructureReader } from '../../src/structure/reader.ts'
import { temporaryFolder } from '../support/repo.ts'
import { buildParser } from './built-parser.ts'

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
  expect(await reader().read('a.js', CODE)).toEqual(await readStructure('a.js', CODE))
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
