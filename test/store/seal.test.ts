import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MODES } from '../../src/core/change.ts'
import { contentHash, lineDigests } from '../../src/core/digest.ts'
import {
  CONTRIBUTORS,
  isRedacted,
  lineHash,
  splitDigests,
  TraceRecord,
  writesOf,
} from '../../src/core/trace.ts'
import type { FileDraft } from '../../src/store/draft.ts'
import { unplaced } from '../../src/store/writer-append.ts'
import { draftOf, entryOf, fileDraft, MOMENT, seal } from './fixtures/drafts.ts'

const PLACE = { file: 'shard', line: 1 }

async function onlyWrite(file: FileDraft) {
  const [record] = await seal(draftOf([file]))
  return writesOf(TraceRecord.parse(record), PLACE)[0]!
}

test('a record says who wrote which lines of which file, for which intent, by which tool', async () => {
  const [record, ...rest] = await seal(draftOf([fileDraft('src/a.ts', 'one\ntwo\n', 'one\nthree\nfour\n')]))
  expect(rest).toEqual([])
  expect(record).toMatchObject({
    version: '0.1.0',
    timestamp: '2026-11-30T12:00:00.000Z',
    intent_id: 'INT-001',
    vcs: { type: 'git', revision: 'c'.repeat(40) },
    tool: { name: 'claude-code', version: '2.1.332', call: 'Write' },
    session: expect.stringMatching(/^[0-9a-f]{16}$/),
    files: [
      {
        path: 'src/a.ts',
        operation: 'modify',
        before: { mode: '100644' },
        after: { mode: '100644', content_hash: contentHash(Buffer.from('one\nthree\nfour\n')) },
        hunks: [
          {
            at: [2, 1, 2, 2],
            removed: lineDigests(Buffer.from('two\n')).join(''),
            added: lineDigests(Buffer.from('three\nfour\n')).join(''),
          },
        ],
        conversations: [
          {
            contributor: { type: 'ai', model_id: 'anthropic/claude-sonnet-4-5' },
            ranges: [{ start_line: 2, end_line: 3, content_hash: contentHash(Buffer.from('three\nfour\n')) }],
            related: [{ type: 'specification', url: 'intent:INT-001' }],
          },
        ],
      },
    ],
  })
})

test.each([
  { why: 'a new file', before: null, after: 'a\n', operation: 'create', hunks: 1 },
  { why: 'a new empty file', before: null, after: '', operation: 'create', hunks: 0 },
  { why: 'a deleted file', before: 'a\n', after: null, operation: 'delete', hunks: 1 },
  { why: 'a changed file', before: 'a\n', after: 'b\n', operation: 'modify', hunks: 1 },
])('$why is "$operation"', async ({ before, after, operation, hunks }) => {
  const write = await onlyWrite(fileDraft('a', before, after))
  expect(write.operation).toBe(operation)
  expect(write.hunks?.length).toBe(hunks)
})

const text = Buffer.from('a\n')
const special: readonly { why: string; file: Partial<FileDraft>; operation: string; hunks: [] | null }[] = [
  { why: 'an exec bit', file: { after: entryOf(text, '100755') }, operation: 'mode', hunks: [] },
  {
    why: 'a file that became a symlink',
    file: { after: entryOf(Buffer.from('b'), '120000'), afterBytes: Buffer.from('b') },
    operation: 'symlink',
    hunks: null,
  },
  {
    why: 'a symlink that became a file',
    file: { before: entryOf(Buffer.from('b'), '120000'), beforeBytes: Buffer.from('b') },
    operation: 'modify',
    hunks: null,
  },
  {
    why: 'a submodule',
    file: { after: { mode: '160000', blob: 'd'.repeat(40) }, afterBytes: null },
    operation: 'submodule',
    hunks: null,
  },
  {
    why: 'a binary file',
    file: { after: entryOf(Buffer.from('a\0b')), afterBytes: Buffer.from('a\0b') },
    operation: 'modify',
    hunks: null,
  },
  {
    why: 'a file over 8 MiB',
    file: { after: entryOf(Buffer.from('large')), afterBytes: 'large' },
    operation: 'modify',
    hunks: null,
  },
]

test.each(special)('$why: "$operation", covered by its object ids', async ({ file, operation, hunks }) => {
  const write = await onlyWrite({ ...fileDraft('a', 'a\n', 'a\n'), ...file })
  expect(write.operation).toBe(operation)
  expect(write.hunks).toEqual(hunks)
})

test('a write of over 20,000 changed lines carries no line digests', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `${n}\n`).join('')
  expect((await onlyWrite(fileDraft('a', null, lines(20_000)))).hunks).not.toBe(null)
  expect((await onlyWrite(fileDraft('a', null, lines(20_001)))).hunks).toBe(null)
  expect((await onlyWrite(fileDraft('a', lines(20_001), null))).hunks).toBe(null)
})

test('a move names both ends', async () => {
  const files = [
    { ...fileDraft('old', 'a\n', null), movedTo: 'new' },
    { ...fileDraft('new', null, 'a\n'), movedFrom: 'old' },
  ]
  const [record] = await seal(draftOf(files))
  expect(writesOf(TraceRecord.parse(record), PLACE)).toMatchObject([
    { path: 'new', operation: 'create', movedFrom: 'old', movedTo: null },
    { path: 'old', operation: 'delete', movedFrom: null, movedTo: 'new' },
  ])
})

test('a record that is too long for one line is split by file', async () => {
  const big = (n: number) => Array.from({ length: 19_000 }, (_, line) => `${n} ${line}\n`).join('')
  const files = Array.from({ length: 12 }, (_, n) => fileDraft(`src/${n}.ts`, null, big(n)))
  const records = await seal(draftOf(files))
  expect(records.length).toBeGreaterThan(1)
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
  for (const record of records) expect(unplaced(record).bytes).toBeLessThanOrEqual(1024 * 1024)
  const writes = records.flatMap((record) => writesOf(record, PLACE))
  expect(writes.map(({ path }) => path).sort()).toEqual(files.map(({ path }) => path).sort())
  expect(writes.every(({ hunks }) => hunks?.length === 1)).toBe(true)
})

test('a single file that is too long for one line is recorded by its object ids', async () => {
  const hunks = Array.from({ length: 10_000 }, (_, n) => [2 * n + 1, 1, 2 * n + 1, 1] as const)
  const draft = draftOf([fileDraft('a', 'a\n'.repeat(20_000), 'b\na\n'.repeat(10_000))])
  const facts = { hunks, secretsBefore: new Set<number>(), secretsAfter: new Set<number>() }
  const { sealRecords } = await import('../../src/store/seal-record.ts')
  const [record, ...rest] = sealRecords(draft, () => facts, MOMENT)
  expect(rest).toEqual([])
  expect(unplaced(record!).bytes).toBeLessThan(2000)
  expect(writesOf(TraceRecord.parse(record), PLACE)[0]).toMatchObject({
    hunks: null,
    edge: { before: entryOf(Buffer.from('a\n'.repeat(20_000))) },
  })
})

test('the same event reported twice is one record, secrets and all', async () => {
  const draft = draftOf([
    fileDraft('a', null, 'password = "hunter2hunter2"\nb\n'),
    fileDraft('b', null, 'b\n'),
  ])
  const again = { ...draft, files: [...draft.files].reverse() }
  expect(await seal(again)).toEqual(await seal(draft))
  const [other] = await seal({ ...draft, callId: 'another' })
  expect(other!.id).not.toBe((await seal(draft))[0]!.id)
})

test('a line that looks like a secret has a digest that says nothing about it', async () => {
  const secret = 'password = "hunter2hunter2"\n'
  const [record] = await seal(draftOf([fileDraft('a', null, `one\n${secret}two\n`)]))
  const [write] = writesOf(TraceRecord.parse(record), PLACE)
  const added = write!.hunks![0]!.added
  expect(added.map(isRedacted)).toEqual([false, true, false])
  expect(added[0]).toBe(lineDigests(Buffer.from('one\n'))[0])
  const [elsewhere] = await seal(draftOf([fileDraft('a', null, `one\npassword = "another1"\ntwo\n`)]))
  expect(writesOf(elsewhere!, PLACE)[0]!.hunks![0]!.added[1]).toBe(added[1])
  expect(record!.files[0]!.conversations[0]!.ranges).toEqual([{ start_line: 1, end_line: 3 }])
})

test('a secret that was removed is not told either', async () => {
  const [record] = await seal(draftOf([fileDraft('a', 'API_TOKEN=abc123def456\n', 'API_TOKEN=\n')]))
  expect(splitDigests(record!.files[0]!.hunks![0]!.removed).map(isRedacted)).toEqual([true])
})

test('a path that is not UTF-8 is named, and nothing is recorded', async () => {
  const bad = fileDraft('src/bad\udcff.txt', null, 'a\n')
  await expect(seal(draftOf([fileDraft('src/good.ts', null, 'a\n'), bad]))).rejects.toMatchObject({
    code: 'UNNAMEABLE_PATH',
  })
})

test('before the first commit there is no revision to hint at', async () => {
  const { sealRecords } = await import('../../src/store/seal-record.ts')
  const facts = { hunks: [], secretsBefore: new Set<number>(), secretsAfter: new Set<number>() }
  const [record] = sealRecords(draftOf([fileDraft('a', null, '')]), () => facts, {
    ...MOMENT,
    revision: null,
  })
  expect(TraceRecord.parse(record).vcs).toBe(undefined)
})

const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', '\n', '\r', '\0', 'é', '"', 'token="s3cret99"\n', '\u2028'),
  maxLength: 30,
})
const anyFile = fc
  .record({
    path: fc.string({ minLength: 1, unit: 'grapheme' }),
    before: fc.option(anyText),
    after: fc.option(anyText),
    mode: fc.constantFrom(...MODES),
  })
  .map(({ path, before, after, mode }): FileDraft => {
    const file = fileDraft(path, before, after)
    return { ...file, after: file.after === null ? null : { ...file.after, mode } }
  })

test('whatever is written can be read again: parse(format(x)) = x', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyFile, { minLength: 1, maxLength: 4, selector: ({ path }) => path }),
      fc.constantFrom(...CONTRIBUTORS),
      fc.option(fc.string()),
      fc.string({ minLength: 1 }),
      async (files, contributor, model, intent) => {
        for (const record of await seal(draftOf(files, { contributor, model, intent }))) {
          const previous = lineHash(intent)
          const line = unplaced(record).after(previous)
          expect(line.indexOf('\n')).toBe(line.length - 1)
          expect(TraceRecord.parse(JSON.parse(line))).toEqual({ ...record, previous })
        }
      },
    ),
    { numRuns: 200 },
  )
})
