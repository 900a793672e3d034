import { describe, expect, test } from 'vitest'
import { importLedger } from '../../src/store/import.ts'
import { parseLedger } from '../../src/store/ledger-lines.ts'
import { unplaced } from '../../src/store/writer-append.ts'
import { draftOf, fileDraft, seal } from './fixtures/drafts.ts'

const importing = { top: '/repo', session: '0123456789abcdef', intent: null, known: new Map() }
const HASH = `sha256:${'ab'.repeat(32)}`

function imported(text: string, more: Partial<typeof importing> = {}) {
  const result = importLedger(Buffer.from(text), 'wild.jsonl', { ...importing, ...more })
  let previous: string | null = null
  const texts = result.lines.map((line) => {
    const text: string = line.after(previous)
    previous = parseLedger(Buffer.from(text), 'shard.jsonl').lines[0]!.hash
    return text
  })
  return { ...result, text: texts.join('') }
}

function jsonl(...values: unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

const agentTrace = {
  version: '1.0',
  id: '550e8400-e29b-41d4-a716-446655440000',
  timestamp: '2026-01-25T10:00:00Z',
  vcs: { type: 'git', revision: 'abc' },
  tool: { name: 'cursor', version: '2.4.0' },
  files: [
    {
      path: 'src/a.ts',
      conversations: [
        {
          url: 'https://example.invalid/chat',
          contributor: { type: 'ai', model_id: 'm' },
          ranges: [{ start_line: 1, end_line: 2, content_hash: HASH }],
        },
      ],
    },
  ],
  metadata: { prompt: 'do it', user_email: 'a@example.invalid' },
}
const relativePath = {
  timestamp: '2026-01-25T10:00:00Z',
  vcs: { revision_id: 'abc' },
  files: [
    {
      relative_path: 'src/b.ts',
      conversations: [
        {
          contributor: { entity_type: 'AI', model_identifier: 'm', user_id: 'someone' },
          ranges: [{ start_line: 3, end_line: 3, content_hash: HASH }],
          related: [{ type: 'specification', value: 'INT-002' }],
        },
      ],
    },
  ],
}
const flat = {
  timestamp: '2026-01-25T10:00:00Z',
  intent_id: 'INT-001',
  file_path: 'src/c.ts',
  content_sha256: 'cd'.repeat(32),
  semantic_change: 'REFACTOR',
  tool: 'write_to_file',
  prompt: 'private',
}

describe('lines of other tools', () => {
  test('come in plain: what is evidence stays, what is private does not', () => {
    const { text, problems } = imported(jsonl(agentTrace, relativePath, flat))
    expect(problems).toEqual([])
    expect(text).not.toMatch(/prompt|private|someone|@example|https:/)
    const before = parseLedger(Buffer.from(jsonl(agentTrace, relativePath, flat)), 'x').lines.flatMap(
      ({ writes }) => writes,
    )
    const after = parseLedger(Buffer.from(text), 'x')
    expect(after.problems).toEqual([])
    expect(after.lines.flatMap(({ writes }) => writes)).toEqual(before)
    expect(after.lines.every(({ record }) => record === undefined)).toBe(true)
  })

  test('are given the intent that is named for them, where they name none', () => {
    const { text } = imported(jsonl(agentTrace, relativePath, flat), { intent: 'INT-009' as never })
    const intents = parseLedger(Buffer.from(text), 'x').lines.flatMap(({ writes }) =>
      writes.map(({ intent }) => intent),
    )
    expect(intents).toEqual(['INT-009', 'INT-002', 'INT-001'])
  })

  test('name their files as git does', () => {
    const named = (path: string) => ({ ...flat, file_path: path })
    const { text, problems } = imported(
      jsonl(
        named('/repo/src/c.ts'),
        named('./src/d.ts'),
        named('/home/u/e.ts'),
        named('../f.ts'),
        named('C:\\g.ts'),
      ),
    )
    expect(
      parseLedger(Buffer.from(text), 'x').lines.flatMap(({ writes }) => writes.map(({ path }) => path)),
    ).toEqual(['src/c.ts', 'src/d.ts'])
    expect(problems.map(({ place, message }) => [place.line, message])).toEqual([
      [3, '/home/u/e.ts is not a path in this repository'],
      [4, '../f.ts is not a path in this repository'],
      [5, 'C:\\g.ts is not a path in this repository'],
    ])
  })

  test('with a hash that is none come in without it, and it is said', () => {
    const broken = { ...flat, content_sha256: 'sha256:short' }
    const { text, problems } = imported(jsonl(broken))
    expect(problems).toMatchObject([
      { place: { file: 'wild.jsonl', line: 1 }, message: expect.stringContaining('content_sha256') },
    ])
    expect(text).not.toContain('short')
  })
})

describe('our own records', () => {
  test('stay word for word, and are chained anew', async () => {
    const [record] = await seal(draftOf([fileDraft('src/a.ts', null, 'x\n')]))
    const [other] = await seal(draftOf([fileDraft('src/b.ts', null, 'x\n')]))
    const elsewhere = [record!, other!].map((one) => unplaced(one).after(HASH)).join('')
    const { text, problems } = imported(elsewhere)
    expect(problems).toEqual([])
    const { lines, problems: after } = parseLedger(Buffer.from(text), 'shard.jsonl')
    expect(after).toEqual([])
    expect(lines.map((line) => line.record)).toEqual([
      { ...record, previous: null },
      { ...other, previous: lines[0]!.hash },
    ])
  })

  test('that name a path outside are left out', async () => {
    const [record] = await seal(draftOf([fileDraft('/etc/passwd', null, 'x\n')]))
    const { lines, problems } = imported(unplaced(record!).after(null))
    expect(lines).toEqual([])
    expect(problems).toMatchObject([{ message: '/etc/passwd is not a path in this repository' }])
  })
})

test('damaged lines are mended on the way, unreadable ones are named', () => {
  const text = [jsonl(flat).trim(), jsonl(agentTrace), '{"half\n', jsonl(relativePath).trim()].join('')
  const { lines, problems } = imported(text)
  expect(lines.length).toBe(3)
  expect(problems).toMatchObject([{ place: { line: 2 }, message: 'not JSON' }])
})

test('what is there already is not taken twice', () => {
  const { text } = imported(jsonl(flat, agentTrace))
  const known = new Map(parseLedger(Buffer.from(text), 'x').lines.map(({ id, said }) => [id, said]))
  expect(
    imported(jsonl(flat, agentTrace, relativePath, relativePath), { known: known as never }),
  ).toMatchObject({ repeated: 3, problems: [], lines: [{}] })
  const raw = new Map(parseLedger(Buffer.from(jsonl(flat)), 'x').lines.map(({ id, said }) => [id, said]))
  expect(imported(jsonl(flat), { known: raw as never })).toMatchObject({ repeated: 1, lines: [] })
})

test('an id that stands for something else is a problem', () => {
  const other = { ...agentTrace, tool: { name: 'another' } }
  expect(imported(jsonl(agentTrace, other))).toMatchObject({
    repeated: 0,
    lines: [{}],
    problems: [{ place: { line: 2 } }],
  })
})
