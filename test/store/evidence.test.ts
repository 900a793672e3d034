import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Evidence } from '../../src/core/evidence.ts'
import { strictPolicy } from '../../src/core/policy.ts'
import type { Write } from '../../src/core/trace.ts'
import { commitComparison } from '../../src/git/commit.ts'
import { rangeComparison } from '../../src/git/range.ts'
import { stagedComparison } from '../../src/git/staged.ts'
import type { Comparison, Repository } from '../../src/git/types.ts'
import { createEvidenceReader } from '../../src/store/evidence.ts'
import { type Files, graph, type Made, opened } from '../git/comparing.ts'
import { codeOf } from '../git/open.ts'
import { createRepo, type TestRepo } from '../support/repo.ts'
import { line, linesOf, shard, told } from './fixtures/ledger-text.ts'

const INTENTS = '.orchestration/active_intents.yaml'
const POLICY = '.orchestration/policy.yaml'
const SINGLE = '.orchestration/agent_trace.jsonl'
const shardAt = (name: string) => `.orchestration/agent_trace/2026-11/${name}.jsonl`
const [ONE, TWO, COMPACTED] = [
  shardAt('30-0123456789abcdef-aaaaaa'),
  shardAt('30-0123456789abcdef-bbbbbb'),
  shardAt('compacted-0123456789abcdef'),
] as const
const OCCASION = { today: '2026-11-30', author: null }
const idOf = (call: string) => told({ call }).id
const intents = (...ids: string[]) =>
  `active_intents:\n${ids.map((id) => `  - { id: ${id}, name: n, status: IN_PROGRESS, owned_scope: [src/**] }\n`).join('')}`

/** What judging the last of these commits is told; each follows the one before unless it says otherwise. */
async function evidenceOf(commits: readonly Made[], repo = createRepo()): Promise<Evidence> {
  const { comparison, repository } = await lastOf(commits, repo)
  return createEvidenceReader(repository).evidence(comparison, OCCASION)
}

async function lastOf(
  commits: readonly Made[],
  repo: TestRepo,
): Promise<{ comparison: Comparison; repository: Repository }> {
  const made = commits.map((one, at) =>
    at === 0 || one.parents !== undefined ? one : { ...one, parents: [at - 1] },
  )
  const ids = graph(repo, made)
  const repository = await opened(repo)
  return { repository, comparison: await commitComparison(repository, ids.at(-1)!, 'ci') }
}

const steps = (...trees: readonly Files[]): Made[] => trees.map((files) => ({ files }))
const idsOf = (writes: readonly Write[]) => writes.map(({ id }) => id)
const told3 = [{ call: 'a' }, { call: 'b' }, { call: 'c' }]

describe('records that a change adds', () => {
  test('are those of the shards it adds, by time and then by id', async () => {
    const late = { call: 'late', timestamp: '2026-12-01T00:00:00.000Z' }
    const { ledger } = await evidenceOf(
      steps(
        { [ONE]: shard([{ call: 'old' }]) },
        { [ONE]: shard([{ call: 'old' }]), [TWO]: shard([late, ...told3]) },
      ),
    )
    expect(idsOf(ledger.added)).toEqual([...told3.map(({ call }) => idOf(call)).sort(), idOf('late')])
    expect(ledger).toMatchObject({ problems: [], lost: [], lossIsRevert: false })
    expect(ledger.added[0]?.place.file).toBe(TWO)
  })

  test('are the lines appended to a single file', async () => {
    const { ledger } = await evidenceOf(
      steps({ [SINGLE]: shard([{ call: 'a' }]) }, { [SINGLE]: shard(told3) }),
    )
    expect(idsOf(ledger.added)).toEqual([idOf('b'), idOf('c')].sort())
    expect(ledger.added.map(({ place }) => place.line).sort()).toEqual([2, 3])
    expect(ledger.lost).toEqual([])
  })

  test('are everything, in the first commit', async () => {
    expect(idsOf((await evidenceOf(steps({ [ONE]: shard([{ call: 'a' }]) }))).ledger.added)).toEqual([
      idOf('a'),
    ])
  })

  test('are what is staged, not what lies in the working tree', async () => {
    const repo = createRepo()
    repo.write({ [ONE]: shard([{ call: 'a' }]) })
    repo.git('add', '.')
    repo.write({ [ONE]: shard(told3), [TWO]: shard([{ call: 'x' }]) })
    const repository = await opened(repo)
    const comparison = await stagedComparison(repository, { message: null, base: 'HEAD', place: 'local' })
    const { ledger } = await createEvidenceReader(repository).evidence(comparison, OCCASION)
    expect(idsOf(ledger.added)).toEqual([idOf('a')])
  })

  test('one event in two shards is one record', async () => {
    const again = { call: 'a', timestamp: '2026-12-01T00:00:00.000Z', revision: 'f'.repeat(40) }
    const { ledger } = await evidenceOf(
      steps({}, { [ONE]: shard([{ call: 'a' }]), [TWO]: shard([{ call: 'b' }, again]) }),
    )
    expect(idsOf(ledger.added).sort()).toEqual([idOf('a'), idOf('b')].sort())
    expect(ledger.problems).toEqual([])
  })

  test('what another branch brought into a merge is not added by it', async () => {
    const { ledger } = await evidenceOf([
      { files: {} },
      { files: { [ONE]: shard([{ call: 'a' }]) } },
      { files: { [TWO]: shard([{ call: 'b' }]) }, parents: [0] },
      {
        files: {
          [ONE]: shard([{ call: 'a' }]),
          [TWO]: shard([{ call: 'b' }]),
          [shardAt('x')]: shard([{ call: 'merge' }]),
        },
        parents: [1, 2],
      },
    ])
    expect(idsOf(ledger.added)).toEqual([idOf('merge')])
    expect(ledger.lost).toEqual([])
  })

  test('a range adds what the branch has and main has not', async () => {
    const repo = createRepo()
    const [base, main, head] = graph(repo, [
      { files: { [ONE]: shard([{ call: 'old' }]) } },
      { files: { [ONE]: shard([{ call: 'old' }]), [TWO]: shard([{ call: 'main' }]) }, parents: [0] },
      {
        files: { [ONE]: shard([{ call: 'old' }]), [shardAt('x')]: shard([{ call: 'branch' }]) },
        parents: [0],
      },
    ])
    expect(base).toBeDefined()
    const repository = await opened(repo)
    const comparison = await rangeComparison(repository, main!, head!, 'ci')
    const { ledger } = await createEvidenceReader(repository).evidence(comparison, OCCASION)
    expect(idsOf(ledger.added)).toEqual([idOf('branch')])
    expect(ledger.lost).toEqual([])
  })
})

describe('the ledger is a set of lines', () => {
  const [a, b, c] = linesOf(told3) as [string, string, string]
  const inTwo = `${line({ call: 'x' })}\n`
  const inOne = `${a}\n${b}\n`
  const before = { [ONE]: inOne, [TWO]: inTwo }

  test.each([
    { why: 'shards put together', after: { [COMPACTED]: `${inTwo}${inOne}` } },
    { why: 'a shard that moved', after: { [shardAt('moved')]: inOne, [TWO]: inTwo } },
    { why: 'lines in another order', after: { [ONE]: `${b}\n${a}\n`, [TWO]: inTwo } },
    { why: 'lines twice', after: { [ONE]: `${a}\n${b}\n${a}\n`, [TWO]: inTwo } },
    { why: 'CRLF and blank lines', after: { [ONE]: `${a}\r\n\r\n${b}\r\n`, [TWO]: inTwo } },
  ])('$why: nothing is new, nothing is lost', async ({ after }) => {
    const { ledger } = await evidenceOf(steps(before, after))
    expect(ledger).toMatchObject({ added: [], problems: [], lost: [] })
  })

  test.each([
    { why: 'glue', broken: `${a}${b}\n` },
    { why: 'a missing newline', broken: `${a}\n${b}` },
    { why: 'NULs', broken: `${a}\n\0\0${b}\n` },
  ])('mending $why of the base loses nothing', async ({ broken }) => {
    const { ledger } = await evidenceOf(steps({ [ONE]: broken }, { [ONE]: `${a}\n${b}\n` }))
    expect(ledger).toMatchObject({ added: [], problems: [], lost: [] })
  })

  test.each([
    {
      why: 'a line taken out',
      after: { [ONE]: `${a}\n`, [TWO]: inTwo },
      lost: [{ file: ONE, line: 2, id: idOf('b') }],
    },
    { why: 'a shard deleted', after: { [ONE]: inOne }, lost: [{ file: TWO, line: 1, id: idOf('x') }] },
    {
      why: 'all of it deleted',
      after: {},
      lost: [
        { file: ONE, line: 1, id: idOf('a') },
        { file: ONE, line: 2, id: idOf('b') },
        { file: TWO, line: 1, id: idOf('x') },
      ],
    },
    {
      why: 'a line altered',
      after: { [ONE]: `${a}\n${b.replace('INT-001', 'INT-002')}\n`, [TWO]: inTwo },
      lost: [{ file: ONE, line: 2, id: idOf('b') }],
    },
    {
      why: 'one left out when compacting',
      after: { [COMPACTED]: `${a}\n${inTwo}` },
      lost: [{ file: ONE, line: 2, id: idOf('b') }],
    },
    {
      why: 'a ledger file that became a link',
      after: { [ONE]: '->../../x', [TWO]: inTwo },
      lost: [
        { file: ONE, line: 1, id: idOf('a') },
        { file: ONE, line: 2, id: idOf('b') },
      ],
    },
  ])('$why is a loss, told by its place in the base', async ({ after, lost }) => {
    expect((await evidenceOf(steps(before, after))).ledger.lost).toEqual(lost)
  })

  test('a line that stands in a file that did not change is not lost', async () => {
    const more = `${a}\n${b}\n${c}\n`
    expect((await evidenceOf(steps({ [ONE]: inOne, [TWO]: more }, { [TWO]: more }))).ledger.lost).toEqual([])
  })

  test('rubbish of the base is a line like any other', async () => {
    const { ledger } = await evidenceOf(steps({ [ONE]: `rubbish\n${a}\n` }, { [ONE]: `${a}\n` }))
    expect(ledger.lost).toEqual([{ file: ONE, line: 1, id: null }])
  })

  test('a hand-made merge may not drop a line of either side', async () => {
    const { ledger } = await evidenceOf([
      { files: {} },
      { files: { [ONE]: shard([{ call: 'a' }]) } },
      { files: { [TWO]: shard([{ call: 'b' }]) }, parents: [0] },
      { files: { [ONE]: shard([{ call: 'a' }]) }, parents: [1, 2] },
    ])
    expect(ledger.lost).toEqual([{ file: TWO, line: 1, id: idOf('b') }])
  })
})

describe('problems are those of the lines a change adds', () => {
  const problemsOf = async (...trees: Files[]) =>
    (await evidenceOf(steps(...trees))).ledger.problems.map(
      ({ place, message }) => `${place.file}:${place.line} ${message}`,
    )

  test('what is broken in the base already was judged when it came', async () => {
    const broken = `rubbish\n${line({ call: 'a' })}\n`
    expect(await problemsOf({ [SINGLE]: broken }, { [SINGLE]: `${broken}${line({ call: 'b' })}\n` })).toEqual(
      [],
    )
  })

  test('a new line that cannot be read is one', async () => {
    expect(await problemsOf({}, { [ONE]: `${line({ call: 'a' })}\nrubbish\n` })).toEqual([
      `${ONE}:2 not JSON`,
    ])
  })

  test('an id of another record, in another file', async () => {
    const forged = line({ call: 'a' }).replace('INT-001', 'INT-002')
    const id = idOf('a')
    expect(await problemsOf({}, { [ONE]: shard([{ call: 'a' }]), [TWO]: `${forged}\n` })).toEqual([
      `${TWO}:1 id ${id} is already that of another record, at ${ONE}:1`,
    ])
  })

  test.each([
    { entry: '->../../elsewhere', what: 'a symbolic link' },
    { entry: `+x ${line({ call: 'a' })}\n`, what: 'executable' },
    { entry: `@${'1'.repeat(40)}`, what: 'a submodule' },
  ])('a ledger file that is $what', async ({ entry, what }) => {
    expect(await problemsOf({ 'src/a.ts': '' }, { [ONE]: entry })).toEqual([
      `${ONE}:1 this ledger file is ${what}; it must be a plain file`,
    ])
  })

  test('links and submodules hold no records', async () => {
    const { ledger } = await evidenceOf(steps({}, { [ONE]: `->${line({ call: 'a' })}` }))
    expect(ledger.added).toEqual([])
  })

  test('other files of the folder are no ledger', async () => {
    expect(
      await problemsOf(
        {},
        {
          '.orchestration/agent_trace/2026-11/.keep': '',
          '.orchestration/agent_trace/notes.txt': 'x',
          '.orchestration/agent_trace.jsonl.bak': 'x',
        },
      ),
    ).toEqual([])
  })
})

describe('intents and policy', () => {
  test('the policy is the base’s, intents are told of both', async () => {
    const evidence = await evidenceOf(
      steps(
        { [POLICY]: 'mode: shadow\n', [INTENTS]: intents('INT-001') },
        { [POLICY]: 'mode: ratchet\n', [INTENTS]: intents('INT-001', 'INT-002') },
      ),
    )
    expect(evidence.policy.mode).toBe('shadow')
    expect(evidence.policyBlob).toMatch(/^[0-9a-f]{40}$/)
    expect([...evidence.intents.base.keys()]).toEqual(['INT-001'])
    expect([...evidence.intents.head.keys()]).toEqual(['INT-001', 'INT-002'])
    expect(evidence).toMatchObject({ adopted: { base: true, target: true }, ...OCCASION })
  })

  test('without files there are no intents, and the strict defaults hold', async () => {
    const evidence = await evidenceOf(steps({ 'src/a.ts': '' }, { 'src/a.ts': 'x' }))
    expect(evidence).toMatchObject({
      policy: strictPolicy,
      policyBlob: null,
      adopted: { base: false, target: false },
    })
    expect([evidence.intents.base.size, evidence.intents.head.size]).toEqual([0, 0])
  })

  test('a repository has adopted the gate once .orchestration/ holds any file', async () => {
    const evidence = await evidenceOf(steps({}, { '.orchestration/AGENT.md': '' }))
    expect(evidence.adopted).toEqual({ base: false, target: true })
  })

  test.each([
    {
      why: 'a broken policy in the base',
      trees: [{ [POLICY]: 'mode: x' }, { [POLICY]: 'mode: shadow' }],
      code: 'BASE_INVALID',
    },
    {
      why: 'a policy the next change could not be judged by',
      trees: [{ [POLICY]: 'mode: shadow' }, { [POLICY]: 'mode: x' }],
      code: 'INVALID_FILE',
    },
    {
      why: 'a policy the next change could not be judged by in this version',
      trees: [{}, { [POLICY]: 'humans: signed' }],
      code: 'UNSUPPORTED',
    },
    {
      why: 'broken intents in the head',
      trees: [{}, { [INTENTS]: 'active_intents: 7' }],
      code: 'INVALID_FILE',
    },
    { why: 'intents behind a link', trees: [{}, { [INTENTS]: '->../elsewhere.yaml' }], code: 'INVALID_FILE' },
    {
      why: 'a policy that is a submodule',
      trees: [{}, { [POLICY]: `@${'1'.repeat(40)}` }],
      code: 'INVALID_FILE',
    },
  ])('$why: nothing is judged', async ({ trees, code }) => {
    expect(await codeOf(evidenceOf(steps(...trees)))).toBe(code)
  })

  test('a blob that is missing is never taken for an empty one', async () => {
    const repo = createRepo()
    repo.write({ [POLICY]: 'mode: enforce\n' })
    repo.git('add', '.')
    repo.git('commit', '-q', '-m', 'x')
    const blob = repo.git('rev-parse', `HEAD:${POLICY}`)
    rmSync(join(repo.dir, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    const repository = await opened(repo)
    const comparison = await commitComparison(repository, 'HEAD', 'ci')
    expect(await codeOf(createEvidenceReader(repository).evidence(comparison, OCCASION))).toBe(
      'MISSING_OBJECT',
    )
  })

  test('the config of a commit is read by its id', async () => {
    const repo = createRepo()
    const [first, second] = graph(repo, [
      { files: {} },
      { files: { [POLICY]: 'commits: each\n', [INTENTS]: intents('INT-001') } },
    ])
    const reader = createEvidenceReader(await opened(repo))
    expect(await reader.config(first!)).toMatchObject({ policy: strictPolicy, policyBlob: null })
    const { policy, intents: read } = await reader.config(second!)
    expect([policy.commits, ...read.keys()]).toEqual(['each', 'INT-001'])
  })

  test('what did not change is not read again, however many commits are judged', async () => {
    const repo = createRepo()
    const config = { [POLICY]: 'mode: enforce\n', [INTENTS]: intents('INT-001') }
    const commits = Array.from({ length: 6 }, (_, i) => ({
      files: { ...config, [`src/${i}.ts`]: '' },
      ...(i === 0 ? {} : { parents: [i - 1] }),
    }))
    const ids = graph(repo, commits)
    const repository = await opened(repo)
    const read: string[] = []
    const reader = createEvidenceReader({
      ...repository,
      content(oid, limit) {
        read.push(oid)
        return repository.content(oid, limit)
      },
    })
    for (const id of ids) await reader.evidence(await commitComparison(repository, id, 'ci'), OCCASION)
    expect(read).toHaveLength(2)
  })
})

test('order and duplication of records, in whatever files, change nothing a verdict is made from', async () => {
  const records = Array.from({ length: 6 }, (_, i) =>
    line({ call: `${i}`, path: `src/${i % 3}.ts`, timestamp: `2026-11-30T12:00:0${i % 2}.000Z` }),
  )
  const arrangement = fc.array(
    fc.record({ file: fc.constantFrom(ONE, TWO, SINGLE), text: fc.constantFrom(...records) }),
    { maxLength: 12 },
  )
  const trees = fc.sample(arrangement, { numRuns: 25, seed: 7 }).map((extra) => {
    const files: Record<string, string> = {}
    const all = fc.sample(fc.shuffledSubarray(records, { minLength: records.length }), {
      numRuns: 1,
      seed: extra.length,
    })[0]!
    for (const { file, text } of [
      ...extra,
      ...all.map((text, i) => ({ file: [ONE, TWO, SINGLE][i % 3]!, text })),
    ])
      files[file] = `${files[file] ?? ''}${text}\n`
    return files
  })
  const repo = createRepo()
  const ids = graph(repo, [{ files: {} }, ...trees.map((files) => ({ files, parents: [0] }))]).slice(1)
  const repository = await opened(repo)
  const reader = createEvidenceReader(repository)
  const inputs = await Promise.all(
    ids.map(async (id) => {
      const { ledger } = await reader.evidence(await commitComparison(repository, id, 'ci'), OCCASION)
      return JSON.stringify({ ...ledger, added: ledger.added.map(({ place: _, ...write }) => write) })
    }),
  )
  expect(new Set(inputs).size).toBe(1)
  expect(JSON.parse(inputs[0]!).added).toHaveLength(records.length)
})
