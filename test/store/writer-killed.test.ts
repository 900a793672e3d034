import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { expect, test } from 'vitest'
import { lineHash, TraceRecord } from '../../src/core/trace.ts'
import { appendRecords } from '../../src/store/writer.ts'
import { temporaryFolder } from '../support/repo.ts'
import { recordFor, siteAt } from './fixtures/records.ts'

// For a longer run: STRESS_WRITERS=8 STRESS_RECORDS=1000 STRESS_KILLS=300.
const { STRESS_WRITERS = '8', STRESS_RECORDS = '200', STRESS_KILLS = '16' } = process.env
const PROCESSES = Number(STRESS_WRITERS)
const RECORDS = Number(STRESS_RECORDS)
const KILLS = Number(STRESS_KILLS)

const CHILD = fileURLToPath(new URL('./fixtures/writer-child.ts', import.meta.url))

function bundle(folder: string): string {
  const outfile = join(folder, 'child.mjs')
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  }
  buildSync({
    entryPoints: [CHILD],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    banner,
  })
  return outfile
}

interface Writer {
  readonly child: ChildProcess
  readonly ended: Promise<readonly string[]>
}

function start(script: string, top: string, session: string): Writer {
  const child = spawn(process.execPath, [script, top, session, String(RECORDS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const ended = new Promise<readonly string[]>((resolve) =>
    child.once('close', () => resolve(out.split('\n').slice(0, -1))),
  )
  return { child, ended }
}

function shards(top: string): string[] {
  const folder = join(top, '.orchestration/agent_trace')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
}

test('of what many processes were told is written, nothing is lost, torn or doubled, however they are killed', async () => {
  const folder = temporaryFolder()
  const top = join(folder, 'tree')
  mkdirSync(top)
  const script = bundle(folder)
  const session = (n: number) => (n % 4).toString(16).repeat(16)
  const writers = Array.from({ length: PROCESSES }, (_, n) => start(script, top, session(n)))
  const acknowledged: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const n = Math.floor(Math.random() * PROCESSES)
    const { child, ended } = writers[n]!
    await new Promise((resolve) => setTimeout(resolve, 60 + Math.random() * 120))
    child.kill('SIGKILL')
    acknowledged.push(...(await ended))
    writers[n] = start(script, top, session(n))
  }
  for (const { ended } of writers) acknowledged.push(...(await ended))
  await appendRecords(siteAt(top), [recordFor('f'.repeat(16), 'last')], new Date())

  const seen = new Map<string, number>()
  for (const shard of shards(top)) {
    let previous: string | null = null
    const text = readFileSync(shard, 'utf8')
    expect(text === '' || text.endsWith('\n')).toBe(true)
    for (const line of text.split('\n').slice(0, -1)) {
      const record = TraceRecord.parse(JSON.parse(line))
      expect(record.previous).toBe(previous)
      previous = lineHash(line)
      seen.set(record.id, (seen.get(record.id) ?? 0) + 1)
    }
  }
  expect(acknowledged.filter((id) => !seen.has(id))).toEqual([])
  expect([...seen].filter(([, times]) => times > 1)).toEqual([])
  expect(acknowledged.length).toBeGreaterThanOrEqual(PROCESSES * RECORDS)
})
