import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type ExportFormat, exportLedger } from '../../src/store/export.ts'
import { parseLedger } from '../../src/store/ledger-lines.ts'
import { unplaced } from '../../src/store/writer-append.ts'
import { draftOf, fileDraft, seal } from './fixtures/drafts.ts'

// The published schema of Agent Trace, where no key beyond these is allowed.
const Contributor = z.strictObject({
  type: z.enum(['human', 'ai', 'mixed', 'unknown']),
  model_id: z.optional(z.string().check(z.maxLength(250))),
})
const AgentTrace = z.strictObject({
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  id: z.uuid(),
  timestamp: z.iso.datetime(),
  vcs: z.optional(z.strictObject({ type: z.enum(['git', 'jj', 'hg', 'svn']), revision: z.string() })),
  tool: z.optional(z.strictObject({ name: z.string(), version: z.string() })),
  files: z.array(
    z.strictObject({
      path: z.string(),
      conversations: z.array(
        z.strictObject({
          url: z.optional(z.url()),
          contributor: z.optional(Contributor),
          ranges: z.array(
            z.strictObject({
              start_line: z.int().check(z.minimum(1)),
              end_line: z.int().check(z.minimum(1)),
              content_hash: z.optional(z.string()),
            }),
          ),
          related: z.optional(z.array(z.strictObject({ type: z.string(), url: z.url() }))),
        }),
      ),
    }),
  ),
  metadata: z.optional(z.record(z.string(), z.unknown())),
})

async function ledgerOf(...drafts: ReturnType<typeof draftOf>[]): Promise<string> {
  const records = await Promise.all(drafts.map(seal))
  return records
    .flat()
    .map((record) => unplaced(record).after(null))
    .join('')
}

function exported(text: string, format: ExportFormat): string[] {
  return [...exportLedger(parseLedger(Buffer.from(text), 'shard.jsonl').lines, format)]
}

const foreign = [
  {
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
            url: 'https://example.invalid/secret',
            contributor: { type: 'ai' },
            ranges: [{ start_line: 1, end_line: 2 }],
          },
        ],
      },
    ],
    metadata: { prompt: 'private' },
  },
  {
    timestamp: '2026-01-25T10:00:00Z',
    intent_id: 'INT-001',
    files: [
      {
        relative_path: 'src/b.ts',
        conversations: [{ contributor: { entity_type: 'AI', model_identifier: 'm' }, ranges: [] }],
      },
    ],
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

test('agent-trace: the strict form, and nothing the record says is lost', async () => {
  const text = await ledgerOf(
    draftOf([fileDraft('src/a.ts', 'one\n', 'two\n'), fileDraft('src/b.ts', 'x\n', null)]),
  )
  const [row] = exported(text, 'agent-trace')
  const strict = AgentTrace.parse(JSON.parse(row!))
  expect(strict).toMatchObject({
    tool: { name: 'claude-code', version: '2.1.332' },
    files: [{ path: 'src/a.ts' }, { path: 'src/b.ts' }],
  })
  const { session, intent_id, files } = JSON.parse(text)
  expect(strict.metadata!.intentgate).toMatchObject({
    session,
    intent_id,
    previous: null,
    tool: { call: 'Write' },
    files: [{ hunks: files[0].hunks, before: files[0].before }, { operation: 'delete' }],
  })
})

test('agent-trace: what its schema has no room for stands in the metadata', async () => {
  const text = await ledgerOf(
    draftOf([fileDraft('a', null, 'x\n')], {
      model: 'm'.repeat(251),
      tool: { name: 'no-version', call: 'Write' },
    }),
  )
  const strict = AgentTrace.parse(JSON.parse(exported(text, 'agent-trace')[0]!))
  expect(strict.tool).toBe(undefined)
  expect(JSON.stringify(strict.metadata)).toContain('m'.repeat(251))
  expect(JSON.stringify(strict.metadata)).toContain('no-version')
})

test("agent-trace: other tools' lines come out plain, without what was private", () => {
  const rows = exported(foreign, 'agent-trace')
  for (const row of rows) AgentTrace.parse(JSON.parse(row))
  expect(rows.join('')).not.toMatch(/private|secret/)
})

test('an event that was told twice is exported once', async () => {
  const text = await ledgerOf(draftOf([fileDraft('a', null, 'x\n')]))
  for (const format of ['agent-trace', 'in-toto'] as const)
    expect(exported(text + text, format).length).toBe(1)
  expect(exported(text + text, 'csv').length).toBe(2)
})

test('in-toto: a Statement v1 on the files as the record left them', async () => {
  const files = [fileDraft('src/a.ts', 'one\n', 'two\n'), fileDraft('src/gone.ts', 'x\n', null)]
  const sub = { ...fileDraft('sub', null, null), after: { mode: '160000' as const, blob: 'd'.repeat(40) } }
  const [row] = exported(await ledgerOf(draftOf([...files, sub])), 'in-toto')
  expect(JSON.parse(row!)).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://www.npmjs.com/package/intentgate/trace/v1',
    subject: [
      {
        name: 'src/a.ts',
        digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), gitBlob: files[0]!.after!.blob },
      },
      { name: 'src/gone.ts', digest: { gitBlob: files[1]!.before!.blob } },
      { name: 'sub', digest: { gitCommit: 'd'.repeat(40) } },
    ],
    predicate: { intent_id: 'INT-001' },
  })
})

test('in-toto: a record that names no content makes no statement', () => {
  expect(exported(foreign, 'in-toto')).toEqual([])
})

test('csv: one row for each path, and cells that a spreadsheet would run are text', async () => {
  const paths = ['=1+1', '+1', '-1', '@a', '\ta', 'a,b', 'a"b', 'a\nb', 'plain']
  const text = await ledgerOf(
    draftOf(
      paths.map((path) => fileDraft(path, null, 'x\n')),
      { model: '=HYPERLINK("https://example.invalid")' },
    ),
  )
  const [header, ...rows] = exported(text, 'csv')
  expect(header).toBe(
    'id,timestamp,intent,contributor,model,tool,call,path,operation,lines_added,lines_removed,before_mode,before_blob,after_mode,after_blob,content_hash,file,line\r\n',
  )
  expect(rows.length).toBe(paths.length)
  const all = rows.join('')
  for (const cell of [
    `,'=1+1,`,
    `,'+1,`,
    `,'-1,`,
    `,'@a,`,
    `,"'\ta",`,
    ',"a,b",',
    ',"a""b",',
    ',"a\nb",',
    ',plain,',
    `,"'=HYPERLINK(""https://example.invalid"")",`,
  ])
    expect(all).toContain(cell)
  expect(all).not.toMatch(/,[=+\-@]/)
})
