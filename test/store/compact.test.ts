import { expect, test } from 'vitest'
import { lineHash } from '../../src/core/trace.ts'
import { compact, isCompactable } from '../../src/store/compact.ts'
import { parseLedger } from '../../src/store/ledger-lines.ts'
import { unplaced } from '../../src/store/writer-append.ts'
import { recordFor } from './fixtures/records.ts'

const FOLDER = '.orchestration/agent_trace'

function shard(month: string, day: string, session: string, calls: readonly string[]) {
  let previous: string | null = null
  let text = ''
  for (const call of calls) {
    const line = unplaced(recordFor(session, call)).after(previous)
    previous = lineHash(line.trim())
    text += line
  }
  return { file: `${FOLDER}/${month}/${day}-${session}-abcdef.jsonl`, bytes: Buffer.from(text) }
}

const A = 'a'.repeat(16)
const B = 'b'.repeat(16)

function hashes(contents: readonly { file: string; bytes: Uint8Array }[]): string[] {
  return contents.flatMap(({ file, bytes }) => parseLedger(bytes, file).lines.map(({ hash }) => hash)).sort()
}

test('each month becomes one file: every line as it was, every chain whole', () => {
  const shards = [
    shard('2026-10', '01', A, ['1', '2']),
    shard('2026-10', '02', B, ['3']),
    shard('2026-11', '01', A, ['4']),
    shard('2026-11', '02', A, ['5', '6']),
  ]
  const { made, gone, unsound } = compact(shards)
  expect(made.map(({ file }) => file)).toEqual([
    expect.stringMatching(/^\.orchestration\/agent_trace\/2026-10\/compacted-[0-9a-f]{16}\.jsonl$/),
    expect.stringMatching(/^\.orchestration\/agent_trace\/2026-11\/compacted-[0-9a-f]{16}\.jsonl$/),
  ])
  expect(gone).toEqual(shards.map(({ file }) => file))
  expect(unsound).toEqual([])
  expect(hashes(made)).toEqual(hashes(shards))
  for (const { file, bytes } of made) expect(parseLedger(bytes, file).problems).toEqual([])
})

test('two branches that compact the same shards make the same file', () => {
  const shards = [shard('2026-10', '01', A, ['1']), shard('2026-10', '02', B, ['2'])]
  expect(compact([...shards].reverse())).toEqual(compact(shards))
})

test('what was compacted is compacted again with what came since, and else left alone', () => {
  const shards = [shard('2026-10', '01', A, ['1']), shard('2026-10', '02', B, ['2'])]
  const { made } = compact(shards)
  expect(compact(made)).toEqual({ made: [], gone: [], unsound: [] })
  const late = shard('2026-10', '03', B, ['3'])
  const again = compact([...made, late])
  expect(hashes(again.made)).toEqual(hashes([...shards, late]))
  expect([...again.gone].sort()).toEqual([late.file, made[0]!.file].sort())
})

test('a single shard is left alone', () => {
  expect(compact([shard('2026-10', '01', A, ['1'])])).toEqual({ made: [], gone: [], unsound: [] })
})

test('a shard that is not in order is left alone and named', () => {
  const sound = [shard('2026-10', '01', A, ['1']), shard('2026-10', '02', A, ['2'])]
  const torn = { file: `${FOLDER}/2026-10/03-${B}-abcdef.jsonl`, bytes: Buffer.from('{"half') }
  const { gone, unsound } = compact([...sound, torn])
  expect(unsound).toEqual([torn.file])
  expect(gone).toEqual(sound.map(({ file }) => file))
})

test.each([
  [`${FOLDER}/2026-10/31-${A}-abcdef.jsonl`, true],
  [`${FOLDER}/2026-11/01-${A}-abcdef.jsonl`, false],
  [`${FOLDER}/2026-10/compacted-0123456789abcdef.jsonl`, true],
  [`${FOLDER}/2026-10/foreign.jsonl`, false],
  [`${FOLDER}/2026-10/.keep`, false],
  ['.orchestration/agent_trace.jsonl', false],
])('before 2026-11-01, %s: %s', (file, expected) => {
  expect(isCompactable(file, '2026-11-01')).toBe(expected)
})
