import { describe, expect, test } from 'vitest'
import { commitComparison } from '../../src/git/commit.ts'
import type { Comparison, Repository } from '../../src/git/types.ts'
import { createEvidenceReader, type EvidenceReader } from '../../src/store/evidence.ts'
import { type Files, graph, opened } from '../git/comparing.ts'
import { createRepo } from '../support/repo.ts'
import { line, shard, told } from './fixtures/ledger-text.ts'

const shardAt = (name: string) => `.orchestration/agent_trace/2026-11/${name}.jsonl`
const [ONE, TWO, THREE] = [shardAt('one'), shardAt('two'), shardAt('three')] as const
const SINGLE = '.orchestration/agent_trace.jsonl'
const idOf = (call: string, path = 'src/a.ts') => told({ call, path }).id

interface Searching {
  readonly reader: EvidenceReader
  readonly comparison: Comparison
  /** Object ids, as they are read. */
  readonly read: string[]
}

/** The second of two trees, judged against the first. */
async function searching(before: Files, after: Files): Promise<Searching> {
  const repo = createRepo()
  const ids = graph(repo, [{ files: before }, { files: after, parents: [0] }])
  const repository = await opened(repo)
  const read: string[] = []
  const counted: Repository = {
    ...repository,
    content(oid, limit) {
      read.push(oid)
      return repository.content(oid, limit)
    },
  }
  return {
    reader: createEvidenceReader(counted),
    comparison: await commitComparison(repository, ids[1]!, 'ci'),
    read,
  }
}

async function found(
  { reader, comparison }: Searching,
  path = 'src/a.ts',
): Promise<[id: string, inBase: boolean][]> {
  const records = await reader.records(comparison, [path])
  return (records.get(path) ?? []).map(({ write, inBase }) => [write.id, inBase])
}

describe('every record that names a path is found', () => {
  test('in the base and in the target, and which are the base’s is told', async () => {
    const old = { [ONE]: shard([{ call: 'old' }, { call: 'other', path: 'src/b.ts' }]) }
    const search = await searching(old, {
      ...old,
      [TWO]: shard([{ call: 'new', timestamp: '2026-12-01T00:00:00.000Z' }]),
    })
    expect(await found(search)).toEqual([
      [idOf('old'), true],
      [idOf('new'), false],
    ])
  })

  test('wherever it was moved: what the base held stays the base’s', async () => {
    const search = await searching(
      { [ONE]: shard([{ call: 'old' }]) },
      { [THREE]: shard([{ call: 'new' }]), [TWO]: shard([{ call: 'old' }]) },
    )
    expect(await found(search)).toEqual(
      expect.arrayContaining([
        [idOf('old'), true],
        [idOf('new'), false],
      ]),
    )
  })

  test('told again in the target, at another time, it is the base’s record, at its place there', async () => {
    const again = { call: 'old', timestamp: '2026-01-01T00:00:00.000Z', revision: 'f'.repeat(40) }
    const search = await searching(
      { [TWO]: shard([{ call: 'old' }]) },
      { [TWO]: shard([{ call: 'old' }]), [ONE]: shard([again]) },
    )
    const records = await search.reader.records(search.comparison, ['src/a.ts'])
    expect(records.get('src/a.ts')).toMatchObject([
      { inBase: true, write: { id: idOf('old'), place: { file: TWO, line: 1 } } },
    ])
  })

  test('also where the id is used again for another record: neither hides the other', async () => {
    const forged = `${line({ call: 'old' }).replace('INT-001', 'INT-002')}\n`
    const search = await searching(
      { [ONE]: shard([{ call: 'old' }]) },
      { [ONE]: shard([{ call: 'old' }]), [TWO]: forged },
    )
    expect((await found(search)).map(([, inBase]) => inBase).sort()).toEqual([false, true])
  })

  test('in shards, the single file, glued lines and other dialects', async () => {
    const flat = {
      timestamp: '2026-02-18T12:00:00Z',
      intent_id: 'INT-001',
      file_path: 'src/a.ts',
      content_sha256: null,
      tool: 'x',
    }
    const relative = {
      id: idOf('r'),
      timestamp: '2026-02-18T12:00:00Z',
      files: [{ relative_path: 'src/a.ts', conversations: [] }],
    }
    const wild = `${JSON.stringify(flat)}\n${JSON.stringify(relative, null, 1).replaceAll('\n', ' ')}\n`
    const search = await searching(
      {},
      { [ONE]: shard([{ call: 'a' }]), [SINGLE]: `${line({ call: 'b' })}${line({ call: 'c' })}\n${wild}` },
    )
    expect(await found(search)).toHaveLength(5)
  })

  test.each([
    'src/ünï çödé 日本語 🎉.ts',
    'src/with "quotes" and \\backslash\\.ts',
    'src/new\nline\tand\u0001control.ts',
    'src/[id]/$path*.ts',
    '__proto__',
  ])('whatever it is called: %j', async (path) => {
    const plain = shard([
      { call: 'a', path },
      { call: 'x', path: `${path}.bak` },
      { call: 'y', path: `not-${path}` },
    ])
    expect(await found(await searching({}, { [ONE]: plain }), path)).toEqual([[idOf('a', path), false]])
    const ascii = line({ call: 'a', path }).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    expect(await found(await searching({}, { [ONE]: `${ascii}\n` }), path)).toEqual([
      [idOf('a', path), false],
    ])
  })

  test('a record of several files is found under each, and its place is right', async () => {
    const record = told({ call: 'a' })
    const both = JSON.stringify({
      ...record,
      files: [record.files[0], { ...record.files[0], path: 'src/b.ts' }],
    })
    const search = await searching(
      {},
      { [ONE]: `${'\n'.repeat(9)}${shard([{ call: 'x', path: 'src/x.ts' }])}${both}\n` },
    )
    const records = await search.reader.records(search.comparison, ['src/a.ts', 'src/b.ts', 'src/none.ts'])
    expect(
      [...records].map(([path, known]) => [path, known.map(({ write }) => [write.path, write.place.line])]),
    ).toEqual([
      ['src/a.ts', [['src/a.ts', 11]]],
      ['src/b.ts', [['src/b.ts', 11]]],
      ['src/none.ts', []],
    ])
  })

  test('and what the change adds is told by the very objects that judging has seen already', async () => {
    const { reader, comparison } = await searching(
      {},
      { [ONE]: shard([{ call: 'a' }]), [TWO]: shard([{ call: 'b' }]) },
    )
    const { ledger } = await reader.evidence(comparison, { today: '2026-11-30', author: null })
    const records = await reader.records(comparison, ['src/a.ts'])
    const found = records.get('src/a.ts') ?? []
    expect(found).toHaveLength(2)
    for (const { write } of found) expect(ledger.added.includes(write)).toBe(true)
  })

  test('in a file larger than what is read at a time, before and after a line that is no record', async () => {
    const many = Array.from({ length: 3000 }, (_, i) => ({ call: `${i}`, path: `src/${i}.ts` }))
    const text = `${shard(many.slice(0, 1500))}{"path":"src/7.ts","x":"${'x'.repeat(1_500_000)}"}\n${shard(many.slice(1500))}`
    const search = await searching({}, { [SINGLE]: text })
    const wanted = [0, 1499, 1500, 2999]
    const records = await search.reader.records(
      search.comparison,
      wanted.map((i) => `src/${i}.ts`),
    )
    const places = wanted.map((i) => records.get(`src/${i}.ts`)?.map(({ write }) => write.place.line))
    expect(places).toEqual([[1], [1500], [1502], [3001]])
  })
})

test('a path that is only mentioned is not named', async () => {
  const mentioned = { ...told({ call: 'a', path: 'src/b.ts' }), note: { path: 'src/a.ts' } }
  expect(await found(await searching({}, { [ONE]: `${JSON.stringify(mentioned)}\n` }))).toEqual([])
})

test('each ledger file is read once, and then only where it names what is asked for', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [shardAt(`${i}`), shard([{ call: `${i}`, path: `src/${i}.ts` }])]),
  )
  const { reader, comparison, read } = await searching(files, { ...files, 'src/1.ts': 'x' })
  await reader.records(comparison, ['src/none.ts'])
  expect(read).toHaveLength(20)
  await reader.records(comparison, ['src/1.ts', 'src/2.ts'])
  expect(read).toHaveLength(22)
})

test('more trees may serve as evidence, and are none of the base', async () => {
  const repo = createRepo()
  const ids = graph(repo, [
    { files: {} },
    { files: { 'src/a.ts': 'x' }, parents: [0] },
    { files: { 'src/a.ts': 'x', [ONE]: shard([{ call: 'later' }]) }, parents: [1] },
  ])
  const repository = await opened(repo)
  const { target } = await commitComparison(repository, ids[2]!, 'ci')
  const comparison = { ...(await commitComparison(repository, ids[1]!, 'ci')), moreEvidence: [target] }
  expect(await found({ reader: createEvidenceReader(repository), comparison, read: [] })).toEqual([
    [idOf('later'), false],
  ])
})

test('the whole ledger is that of the target, each record once, by time', async () => {
  const { reader, comparison } = await searching(
    { [ONE]: shard([{ call: 'gone' }]) },
    {
      [TWO]: shard([{ call: 'late', timestamp: '2027-01-01T00:00:00.000Z' }, { call: 'early' }]),
      [THREE]: `${line({ call: 'early' })}\nrubbish\n`,
    },
  )
  expect((await reader.ledger(comparison)).map(({ id }) => id)).toEqual([idOf('early'), idOf('late')])
})
