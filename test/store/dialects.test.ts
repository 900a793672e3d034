import { describe, expect, test } from 'vitest'
import { readRecord } from '../../src/store/dialects.ts'
import { told } from './fixtures/ledger-text.ts'

const place = { file: '.orchestration/agent_trace.jsonl', line: 7 }
const HASH = 'a8f5f167f44f4964e6c998dee827110c2e4ec5cf14cfeb55ef32cb663ffd2c4f'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const read = (value: unknown) => {
  const { writes, problem, id } = readRecord(value, place)
  return { writes, id, problem: problem?.message ?? null }
}

/** What every weak record is. */
const weak = {
  call: null,
  operation: 'modify',
  edge: null,
  hunks: null,
  movedFrom: null,
  movedTo: null,
  mutation: null,
  place,
}

test('the canonical dialect has edges; nothing else does', () => {
  const record = told({ call: 'a' })
  const { writes, record: kept, id, problem } = readRecord(record, place)
  expect(problem).toBeUndefined()
  expect(id).toBe(record.id)
  expect(kept).toEqual(record)
  expect(writes).toMatchObject([
    { path: 'src/a.ts', edge: { before: record.files[0]?.before, after: { mode: '100644' } }, call: 'Write' },
  ])
})

describe('Agent Trace', () => {
  const line = {
    version: '0.1.0',
    id: '550e8400-e29b-41d4-a716-446655440000',
    timestamp: '2026-01-23T14:30:00Z',
    vcs: { type: 'git', revision: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0' },
    tool: { name: 'cursor', version: '2.4.0' },
    files: [
      {
        path: 'src/utils/parser.ts',
        conversations: [
          {
            url: 'https://api.cursor.com/v1/conversations/12345',
            contributor: { type: 'ai', model_id: 'anthropic/claude-opus-4-5-20251101' },
            ranges: [
              { start_line: 42, end_line: 67, content_hash: `sha256:${HASH}` },
              { start_line: 70, end_line: 71, content_hash: 'murmur3:9f2e8a1b' },
              { start_line: 80, end_line: 80 },
            ],
            related: [
              { type: 'session', url: 'https://api.cursor.com/v1/sessions/67890' },
              { type: 'specification', url: 'intent:INT-001' },
            ],
          },
        ],
      },
    ],
    metadata: { confidence: 0.95, 'dev.cursor': { workspace_id: 'ws-abc123' } },
  }

  test('a file is claimed by its hashed ranges; hashes of other kinds are no evidence, and no error', () => {
    expect(read(line)).toEqual({
      id: line.id,
      problem: null,
      writes: [
        {
          ...weak,
          id: line.id,
          timestamp: line.timestamp,
          path: 'src/utils/parser.ts',
          intent: 'INT-001',
          contributor: 'ai',
          model: 'anthropic/claude-opus-4-5-20251101',
          tool: 'cursor',
          contentHash: null,
          ranges: [{ startLine: 42, endLine: 67, contentHash: `sha256:${HASH}` }],
        },
      ],
    })
  })

  test('a line that names no intent is read, and names none', () => {
    const [file] = line.files
    const conversation = { ...file!.conversations[0], related: [] }
    expect(read({ ...line, files: [{ ...file, conversations: [conversation] }] }).writes).toMatchObject([
      { intent: null },
    ])
  })

  test('"1.0" is read alike; a version that nobody has written yet is not', () => {
    expect(read({ ...line, version: '1.0' })).toMatchObject({
      problem: null,
      writes: [{ intent: 'INT-001' }],
    })
    expect(read({ ...line, version: '2.0.0' })).toMatchObject({
      writes: [],
      id: null,
      problem: 'this line is no trace record: in no dialect that is known',
    })
  })

  test('several conversations claim for themselves; none at all still names the file', () => {
    const human = {
      contributor: { type: 'human' },
      ranges: [{ start_line: 1, end_line: 2, content_hash: `sha256:${HASH}` }],
    }
    const files = [
      { path: 'a', conversations: [human, line.files[0]!.conversations[0]] },
      { path: 'b', conversations: [] },
    ]
    expect(read({ ...line, files }).writes).toMatchObject([
      { path: 'a', contributor: 'human', intent: null },
      { path: 'a', contributor: 'ai', intent: 'INT-001' },
      { path: 'b', contributor: 'unknown', ranges: [] },
    ])
  })
})

describe('the "relative_path" dialect', () => {
  const line = {
    id: 'ce17b2a4-acc0-4346-8a3c-5c526e25e55d',
    timestamp: '2026-02-21T07:13:45.601Z',
    vcs: { revision_id: '525e3b9d9188326d2941f80f2e8e2e655249f105' },
    files: [
      {
        relative_path: 'src/auth/middleware.ts',
        conversations: [
          {
            url: 'local://session',
            contributor: { entity_type: 'AI', model_identifier: 'claude-3-5-sonnet' },
            ranges: [{ start_line: 15, end_line: 45, content_hash: `sha256:${HASH}` }],
            related: [{ type: 'specification', value: 'INT-001' }],
          },
        ],
      },
    ],
  }
  const withConversation = (changes: object) => ({
    ...line,
    files: [{ ...line.files[0], conversations: [{ ...line.files[0]!.conversations[0], ...changes }] }],
  })
  const withHash = (content_hash: string) =>
    withConversation({ ranges: [{ start_line: 1, end_line: 2, content_hash }] })

  test('is read like the other, by its own names', () => {
    expect(read(line)).toMatchObject({
      problem: null,
      writes: [
        {
          ...weak,
          path: 'src/auth/middleware.ts',
          intent: 'INT-001',
          contributor: 'ai',
          model: 'claude-3-5-sonnet',
          ranges: [{ startLine: 15, endLine: 45, contentHash: `sha256:${HASH}` }],
        },
      ],
    })
  })

  test.each([
    { why: 'on the line', value: { ...line, intent_id: 'INT-002' }, intent: 'INT-002' },
    {
      why: 'on the conversation',
      value: withConversation({ intent_id: 'INT-003', related: [] }),
      intent: 'INT-003',
    },
    { why: 'as what is related', value: line, intent: 'INT-001' },
    { why: 'nowhere', value: withConversation({ related: [{ type: 'prompt', value: 'x' }] }), intent: null },
  ])('the intent can stand $why', ({ value, intent }) => {
    expect(read(value).writes).toMatchObject([{ intent }])
  })

  test.each([
    'sha256:a8f5f167f44f4964e6c998dee827110c',
    'sha256:REPLACE_WITH_REAL_HASH',
    'sha256:88a7b3...something...',
  ])('a hash that cannot be one is said, and proves nothing: %s', (hash) => {
    expect(read(withHash(hash))).toMatchObject({
      problem: `content_hash '${hash}' is not sha256 and 64 hex digits`,
      writes: [{ path: 'src/auth/middleware.ts', ranges: [] }],
    })
  })

  test.each(['n/a', '', 'murmur3:9f2e8a1b', 'md5:900150983cd24fb0d6963f7d28e17f72'])(
    'a hash of another kind is no problem: %s',
    (hash) => {
      expect(read(withHash(hash))).toMatchObject({ problem: null, writes: [{ ranges: [] }] })
    },
  )

  test('a range that is none proves nothing', () => {
    const ranges = [{ start_line: 1, end_line: -1, content_hash: `sha256:${HASH}` }]
    expect(read(withConversation({ ranges }))).toMatchObject({
      problem: 'lines 1 to -1 are no range',
      writes: [{ ranges: [] }],
    })
  })

  test('an event without files claims nothing, and is no problem', () => {
    expect(read({ ...line, files: [] })).toEqual({ id: line.id, writes: [], problem: null })
  })

  test('unknown keys, no vcs, null where nothing is known: foreign files are read loosely', () => {
    const { vcs: _, ...rest } = line
    const value = {
      ...rest,
      intent_id: null,
      mutation: { mutation_class: 'AST_REFACTOR', score: 0 },
      mutation_class: 'N/A',
    }
    expect(read(value)).toMatchObject({ problem: null, writes: [{ intent: 'INT-001' }] })
  })
})

describe('the flat dialect', () => {
  const line = {
    timestamp: '2026-02-18T12:00:00Z',
    intent_id: 'INT-001',
    file_path: 'src/weather.ts',
    content_sha256: HASH,
    semantic_change: 'EVOLUTION',
    tool: 'write_to_file',
  }

  test('one file, by the hash of the whole of it', () => {
    expect(read(line)).toMatchObject({
      id: expect.stringMatching(UUID),
      problem: null,
      writes: [
        {
          ...weak,
          path: 'src/weather.ts',
          intent: 'INT-001',
          contributor: 'unknown',
          tool: 'write_to_file',
          contentHash: `sha256:${HASH}`,
          ranges: [],
        },
      ],
    })
  })

  test.each([
    { hash: `sha256:${HASH}`, read: `sha256:${HASH}` },
    { hash: HASH.toUpperCase(), read: `sha256:${HASH}` },
    { hash: null, read: null },
  ])('its hash may be written $hash', ({ hash, read: contentHash }) => {
    expect(read({ ...line, content_sha256: hash })).toMatchObject({
      problem: null,
      writes: [{ contentHash }],
    })
  })

  test('that it was a refactoring is a claim like any other', () => {
    expect(read({ ...line, semantic_change: 'REFACTOR' }).writes).toMatchObject([
      { mutation: 'AST_REFACTOR' },
    ])
  })

  test('a hash that cannot be one is said', () => {
    expect(read({ ...line, content_sha256: 'e3b0' })).toMatchObject({
      problem: "content_sha256 'sha256:e3b0' is not sha256 and 64 hex digits",
      writes: [{ contentHash: null }],
    })
  })

  test('without an id it gets one from its content: the same line is the same record, another is not', () => {
    expect(read(line).id).toBe(read({ ...line, timestamp: '2027-01-01T00:00:00Z' }).id)
    expect(read(line).id).not.toBe(read({ ...line, intent_id: 'INT-002' }).id)
  })
})

describe('what no dialect recognises is a problem, never silence', () => {
  const event = {
    trace_id: '6c50aa53-3d6a-4e37-b55e-e798fe072ed9',
    timestamp: '2026-02-21T16:21:10.092Z',
    intent_id: null,
    action_type: 'TOOL_EXECUTION',
  }
  test.each([
    { why: 'an empty object', value: {} },
    { why: 'an event of a tool of its own', value: event },
    {
      why: 'a flat line with keys of its own',
      value: {
        req_id: 'R-1',
        intent_id: 'INT-001',
        file: 'a.ts',
        content_hash: HASH,
        timestamp: event.timestamp,
      },
    },
    {
      why: 'both dialects at once',
      value: {
        timestamp: event.timestamp,
        files: [{ relative_path: 'a', conversations: [] }, { path: 'b' }],
      },
    },
    { why: 'a list', value: [told({ call: 'a' })] },
    { why: 'a string', value: 'INT-001' },
    { why: 'nothing', value: null },
  ])('$why', ({ value }) => {
    const { writes, id, problem } = readRecord(value, place)
    expect({ writes, id }).toEqual({ writes: [], id: null })
    expect(problem).toMatchObject({ place, message: expect.stringContaining('this line is no trace record') })
    expect(problem?.remedy).not.toBe('')
  })

  test.each([
    [{ ...told({ call: 'a' }), intent_id: 5 }, 'intent_id: Invalid input: expected string, received number'],
    [{ ...told({ call: 'a' }), timestamp: 'yesterday' }, 'timestamp: Invalid ISO datetime'],
    [
      { ...event, file_path: '', content_sha256: null },
      'file_path: Too small: expected string to have >=1 characters',
    ],
  ])('what is wrong with it is said in words', (value, words) => {
    expect(read(value).problem).toBe(`this line is no trace record: ${words}`)
  })

  test('a canonical record with a flaw is not taken for a weaker dialect', () => {
    const record = told({ call: 'a' })
    const [file] = record.files
    const { session: _, previous: __, ...anonymous } = record
    const flaws = [
      { ...record, files: [{ ...file, after: { blob: 'x', mode: '100644' } }] },
      { ...record, timestamp: 'yesterday' },
      { ...record, previous: 'sha256:0' },
      { ...record, files: [{ path: 'src/a.ts', conversations: file?.conversations }] },
      anonymous,
    ]
    for (const flaw of flaws)
      expect(read(JSON.parse(JSON.stringify(flaw)))).toMatchObject({
        writes: [],
        problem: expect.stringContaining('no trace record'),
      })
  })
})
