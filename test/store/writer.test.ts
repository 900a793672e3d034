import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineHash, TraceRecord } from '../../src/core/trace.ts'
import { newOwner } from '../../src/store/lock-owner.ts'
import { appendRecords } from '../../src/store/writer.ts'
import { temporaryFolder } from '../support/repo.ts'
import { recordFor, siteAt } from './fixtures/records.ts'

const SESSION = '0123456789abcdef'
const OTHER = 'fedcba9876543210'
const NOW = new Date('2026-11-30T23:59:59.999Z')

function shards(top: string): string[] {
  return readdirSync(join(top, '.orchestration/agent_trace'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => `.orchestration/agent_trace/${name}`)
    .sort()
}

function linesOf(top: string, path: string): string[] {
  return readFileSync(join(top, path), 'utf8').split('\n').slice(0, -1)
}

function openList(top: string): string[] {
  return readFileSync(join(top, '.git/intentgate/open'), 'utf8').split('\n').slice(0, -1)
}

function afterAKill(top: string): void {
  const pid = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(join(top, '.git/intentgate/ledger.lock'), JSON.stringify({ ...newOwner(), pid }))
}

test('a session writes one shard, named by the UTC day, and each line names the one before', async () => {
  const top = temporaryFolder()
  for (const call of ['1', '2', '3']) await appendRecords(siteAt(top), [recordFor(SESSION, call)], NOW)
  const [shard, ...rest] = shards(top)
  expect(rest).toEqual([])
  expect(shard).toMatch(/^\.orchestration\/agent_trace\/2026-11\/30-0123456789abcdef-[a-z2-7]{6}\.jsonl$/)
  const lines = linesOf(top, shard!)
  const records = lines.map((line) => TraceRecord.parse(JSON.parse(line)))
  expect(records.map(({ previous }) => previous)).toEqual([null, lineHash(lines[0]!), lineHash(lines[1]!)])
})

test('what was written is said, and the files to stage are listed', async () => {
  const top = temporaryFolder()
  const first = await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
  expect(first).toEqual(shards(top))
  expect(await appendRecords(siteAt(top), [recordFor(SESSION, '2')], NOW)).toEqual(shards(top))
  expect(openList(top)).toEqual(shards(top))
})

test('two sessions never share a shard', async () => {
  const top = temporaryFolder()
  await appendRecords(
    siteAt(top),
    [recordFor(SESSION, '1'), recordFor(OTHER, '1'), recordFor(SESSION, '2')],
    NOW,
  )
  expect(
    shards(top)
      .map((path) => linesOf(top, path).length)
      .sort(),
  ).toEqual([1, 2])
})

test('once HEAD has moved, the next line opens a shard of its own', async () => {
  const top = temporaryFolder()
  await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
  await appendRecords(siteAt(top, { stamp: 'head-2' }), [recordFor(SESSION, '2')], NOW)
  expect(shards(top).length).toBe(2)
})

test('a shard that stands in HEAD as it is need not be staged again', async () => {
  const top = temporaryFolder()
  await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
  const committed = shards(top)[0]!
  const inHead = async (path: string) => (path === committed ? readFileSync(join(top, path)) : null)
  await appendRecords(siteAt(top, { stamp: 'head-2', committed: inHead }), [recordFor(SESSION, '2')], NOW)
  expect(openList(top)).not.toContain(committed)
  expect(openList(top)).toContain(shards(top).find((path) => path !== committed))
})

test('a line that came while a commit was made is staged with the next', async () => {
  const top = temporaryFolder()
  await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
  const shard = shards(top)[0]!
  const committed = readFileSync(join(top, shard))
  await appendRecords(siteAt(top), [recordFor(SESSION, '2')], NOW)
  const inHead = async (path: string) => (path === shard ? committed : null)
  await appendRecords(siteAt(top, { stamp: 'head-2', committed: inHead }), [recordFor(SESSION, '3')], NOW)
  expect(openList(top)).toContain(shard)
})

test('a shard that is stashed away is not listed, and is again when it is back', async () => {
  const top = temporaryFolder()
  await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
  const shard = shards(top)[0]!
  const content = readFileSync(join(top, shard))
  rmSync(join(top, shard))
  await appendRecords(siteAt(top), [recordFor(SESSION, '2')], NOW)
  expect(openList(top)).not.toContain(shard)
  expect(existsSync(join(top, shard))).toBe(false)
  writeFileSync(join(top, shard), content)
  await appendRecords(siteAt(top), [recordFor(SESSION, '3')], NOW)
  expect(openList(top)).toContain(shard)
})

test('with autostage off, no list tells the hook to stage anything', async () => {
  const top = temporaryFolder()
  await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
  await appendRecords(siteAt(top, { autostage: 'off' }), [recordFor(SESSION, '2')], NOW)
  expect(existsSync(join(top, '.git/intentgate/open'))).toBe(false)
  expect(shards(top).length).toBe(1)
})

test('a shard is closed at 1 MiB, and a line is never split', async () => {
  const top = temporaryFolder()
  const records = Array.from({ length: 8 }, (_, n) => recordFor(SESSION, `${n}`, 20_000))
  await appendRecords(siteAt(top), records, NOW)
  await appendRecords(siteAt(top), [recordFor(SESSION, '8', 20_000)], NOW)
  const all = shards(top)
  expect(all.length).toBe(3)
  for (const path of all) expect(statSync(join(top, path)).size).toBeLessThanOrEqual(1024 * 1024)
  const ids = all.flatMap((path) => linesOf(top, path)).map((line) => TraceRecord.parse(JSON.parse(line)).id)
  expect(new Set(ids)).toEqual(new Set([...records, recordFor(SESSION, '8')].map(({ id }) => id)))
  for (const path of all) expect(JSON.parse(linesOf(top, path)[0]!).previous).toBe(null)
})

test('layout single: everything goes into one file, however large', async () => {
  const top = temporaryFolder()
  const site = siteAt(top, { layout: 'single' })
  for (let n = 0; n < 3; n++)
    await appendRecords(site, [recordFor(SESSION, `a${n}`, 40_000), recordFor(OTHER, `b${n}`)], NOW)
  const lines = linesOf(top, '.orchestration/agent_trace.jsonl')
  expect(lines.length).toBe(6)
  expect(lines.slice(1).map((line) => JSON.parse(line).previous)).toEqual(lines.slice(0, -1).map(lineHash))
  expect(openList(top)).toEqual(['.orchestration/agent_trace.jsonl'])
})

test.each([0, 1, 17, 400])(
  'a line torn after %d bytes is healed by the next writer, and the lines before it stay',
  async (bytes) => {
    const top = temporaryFolder()
    await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
    await appendRecords(siteAt(top), [recordFor(SESSION, '2')], NOW)
    const shard = shards(top)[0]!
    const [first = '', second = ''] = linesOf(top, shard)
    truncateSync(join(top, shard), Buffer.byteLength(first) + 1 + bytes)
    await appendRecords(siteAt(top), [recordFor(SESSION, '3')], NOW)
    const lines = linesOf(top, shard)
    expect(lines.length).toBe(2)
    expect(lines[0]).toBe(first)
    expect(JSON.parse(lines[1]!)).toMatchObject({ id: recordFor(SESSION, '3').id, previous: lineHash(first) })
    const kept = existsSync(join(top, '.git/intentgate/torn'))
      ? readFileSync(join(top, '.git/intentgate/torn'), 'utf8')
      : ''
    expect(kept).toBe(second.slice(0, bytes))
  },
)

test('a line that only lacks its newline is whole, and stays', async () => {
  const top = temporaryFolder()
  await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
  const shard = shards(top)[0]!
  truncateSync(join(top, shard), statSync(join(top, shard)).size - 1)
  await appendRecords(siteAt(top), [recordFor(SESSION, '2')], NOW)
  expect(linesOf(top, shard).map((line) => JSON.parse(line).id)).toEqual(
    ['1', '2'].map((call) => recordFor(SESSION, call).id),
  )
})

test('whoever comes after a killed writer heals its shard, even in another session', async () => {
  const top = temporaryFolder()
  await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
  const shard = shards(top)[0]!
  appendFileSync(join(top, shard), '{"version":"0.1.0","id":"to')
  afterAKill(top)
  await appendRecords(siteAt(top), [recordFor(OTHER, '1')], NOW)
  expect(readFileSync(join(top, shard), 'utf8').endsWith('}\n')).toBe(true)
})

test.each(['.orchestration', '.orchestration/agent_trace', '.orchestration/agent_trace/2026-11'])(
  'a ledger whose folder %s is a link is not written',
  async (path) => {
    const top = temporaryFolder()
    const elsewhere = temporaryFolder()
    mkdirSync(join(top, path, '..'), { recursive: true })
    symlinkSync(elsewhere, join(top, path))
    await expect(appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)).rejects.toMatchObject({
      code: 'LEDGER_UNWRITABLE',
    })
    expect(readdirSync(elsewhere)).toEqual([])
  },
)

test('a single file that is a link is not written', async () => {
  const top = temporaryFolder()
  const elsewhere = join(temporaryFolder(), 'target')
  writeFileSync(elsewhere, '')
  mkdirSync(join(top, '.orchestration'))
  symlinkSync(elsewhere, join(top, '.orchestration/agent_trace.jsonl'))
  const site = siteAt(top, { layout: 'single' })
  await expect(appendRecords(site, [recordFor(SESSION, '1')], NOW)).rejects.toMatchObject({
    code: 'LEDGER_UNWRITABLE',
  })
  expect(readFileSync(elsewhere, 'utf8')).toBe('')
})

test('a folder that is a file is named', async () => {
  const top = temporaryFolder()
  writeFileSync(join(top, '.orchestration'), '')
  await expect(appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)).rejects.toThrow(
    /\.orchestration cannot be written/,
  )
})

test('a state file that is not ours costs nothing but the list', async () => {
  const top = temporaryFolder()
  await appendRecords(siteAt(top), [recordFor(SESSION, '1')], NOW)
  writeFileSync(join(top, '.git/intentgate/writer.json'), '{"stamp":1}')
  await appendRecords(siteAt(top), [recordFor(SESSION, '2')], NOW)
  expect(shards(top).length).toBe(2)
})
