import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commitComparison } from '../../src/git/commit.ts'
import { eachComparisons } from '../../src/git/each.ts'
import { rangeComparison } from '../../src/git/range.ts'
import { resolveCommit } from '../../src/git/revision.ts'
import { stagedComparison } from '../../src/git/staged.ts'
import type { Comparison } from '../../src/git/types.ts'
import { isWholeRevert, redoesRevert } from '../../src/git/undo.ts'
import { toldBy } from '../../src/git/undo-candidates.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { branch, changesOf, commit, graph, lines, type Made, opened } from './comparing.ts'

const shard = (name: string) => `.orchestration/agent_trace/${name}.jsonl`

/** main holds three commits, tagged one, two, three; `two` changes f, and brings a shard. */
function history(): TestRepo {
  const repo = createRepo()
  const first = { keep: '1', [shard('one')]: '1\n' }
  const second = { ...first, added: 'two', [shard('two')]: '2\n' }
  graph(repo, [
    { name: 'one', files: { ...first, f: lines(20) } },
    { name: 'two', files: { ...second, f: lines(20, { 5: 'two' }) }, parents: [0] },
    {
      name: 'three',
      files: { ...second, f: lines(20, { 5: 'two', 15: 'three' }), [shard('three')]: '3\n' },
      parents: [1],
    },
  ])
  repo.git('reset', '-q', '--hard', 'three')
  return repo
}

interface Verdict {
  readonly changes: readonly string[]
  /** Paths that redoing a revert reproduces. */
  readonly undone: readonly string[]
  readonly whole: boolean
}

type Compare = (repository: Awaited<ReturnType<typeof opened>>) => Promise<Comparison>

async function judged(repo: TestRepo, compare: Compare): Promise<Verdict> {
  const repository = await opened(repo)
  const comparison = await compare(repository)
  const undone: string[] = []
  for (const { path } of comparison.snapshot.changes)
    if (await redoesRevert(repository, comparison, path)) undone.push(path)
  return { changes: changesOf(comparison), undone, whole: await isWholeRevert(repository, comparison) }
}

const head: Compare = (repository) => commitComparison(repository, 'HEAD', 'ci')
const index: Compare = (repository) => stagedComparison(repository, { place: 'local' })
const since =
  (base: string, to = 'HEAD'): Compare =>
  (repository) =>
    rangeComparison(repository, base, to, 'ci')

const two = ['D .orchestration/agent_trace/two.jsonl', 'D added', 'M f']
const twoPaths = two.map((change) => change.slice(2))

describe('a revert is known by making it again', () => {
  test('git revert, with later work on the same file', async () => {
    const repo = history()
    repo.git('revert', '--no-edit', 'two')
    expect(await judged(repo, head)).toEqual({ changes: two, undone: twoPaths, whole: true })
  })

  test.each(['sha1', 'sha256'])('in a repository of %s, of its root commit too', async (format) => {
    const repo = createRepo(`--object-format=${format}`)
    commit(repo, { a: '1' })
    commit(repo, { b: '1' })
    repo.git('revert', '--no-edit', 'HEAD^')
    expect(await judged(repo, head)).toEqual({ changes: ['D a'], undone: ['a'], whole: true })
  })

  test('a revert of the revert', async () => {
    const repo = history()
    repo.git('revert', '--no-edit', 'two')
    repo.git('revert', '--no-edit', 'HEAD')
    expect(await judged(repo, head)).toEqual({
      changes: two.map((change) => change.replace('D ', 'A ')),
      undone: twoPaths,
      whole: true,
    })
  })

  test('a message that gives an abbreviated id and the subject (revert.reference)', async () => {
    const repo = history()
    repo.git('-c', 'revert.reference=true', 'revert', '--no-edit', 'two')
    expect(repo.git('log', '-1', '--format=%B')).not.toContain(repo.git('rev-parse', 'two'))
    repo.git('commit', '-q', '--amend', '-m', `Undo\n\n${repo.git('log', '-1', '--format=%b')}`)
    expect(await judged(repo, head)).toMatchObject({ undone: twoPaths, whole: true })
  })

  test('a reworded message: the shards that are deleted tell', async () => {
    const repo = history()
    repo.git('revert', '--no-commit', 'two')
    repo.git('commit', '-q', '-m', 'We no longer want this')
    expect(await judged(repo, head)).toMatchObject({ undone: twoPaths, whole: true })
  })

  test('while it is staged: REVERT_HEAD tells, with a shard or without', async () => {
    const repo = history()
    commit(repo, { keep: '2' })
    repo.git('revert', '--no-commit', 'HEAD')
    expect(await judged(repo, index)).toEqual({ changes: ['M keep'], undone: ['keep'], whole: true })
    repo.git('commit', '-q', '-m', 'x')
    repo.git('revert', '--no-commit', 'two')
    expect(await judged(repo, index)).toEqual({ changes: two, undone: twoPaths, whole: true })
  })

  test('the message that a hook is given', async () => {
    const repo = history()
    commit(repo, { keep: '2' })
    const id = repo.git('rev-parse', 'HEAD')
    repo.write({ keep: '1' })
    repo.git('add', 'keep')
    const told: Compare = (repository) =>
      stagedComparison(repository, { place: 'local', message: `Revert\n\nThis reverts commit ${id}.\n` })
    expect(await judged(repo, told)).toEqual({ changes: ['M keep'], undone: ['keep'], whole: true })
    expect(await judged(repo, index)).toEqual({ changes: ['M keep'], undone: [], whole: false })
  })

  test('a merge reverted to its first parent, and to its second', async () => {
    for (const mainline of ['1', '2']) {
      const repo = history()
      branch(repo, 'theirs', 'two')
      commit(repo, { f: lines(20, { 5: 'two', 10: 'theirs' }), [shard('theirs')]: 't\n' })
      commit(repo, { t: '1' })
      repo.git('checkout', '-q', 'main')
      repo.git('merge', '-q', '--no-edit', 'theirs')
      commit(repo, { later: '1' })
      repo.git('revert', '--no-edit', '-m', mainline, 'HEAD^')
      const { changes, undone, whole } = await judged(repo, head)
      expect(changes).toHaveLength(mainline === '1' ? 3 : 2)
      expect([undone, whole]).toEqual([changes.map((change) => change.slice(2)), true])
      repo.git('commit', '-q', '--amend', '-m', 'reworded')
      expect(await judged(repo, head)).toMatchObject({ undone, whole: true })
    }
  })

  test('two reverts squashed into one commit', async () => {
    const repo = history()
    repo.git('revert', '--no-commit', 'three', 'two')
    repo.git('commit', '-q', '-m', 'Both')
    expect(await judged(repo, head)).toMatchObject({ undone: [shard('three'), ...twoPaths], whole: true })
  })
})

describe('a range', () => {
  test('that holds one revert', async () => {
    const repo = history()
    repo.git('revert', '--no-edit', 'two')
    expect(await judged(repo, since('three'))).toEqual({ changes: two, undone: twoPaths, whole: true })
  })

  test('that reverts several commits', async () => {
    const repo = history()
    repo.git('revert', '--no-edit', 'three', 'two')
    expect(await judged(repo, since('three'))).toMatchObject({
      undone: [shard('three'), ...twoPaths],
      whole: true,
    })
  })

  test('that left the base before it went on', async () => {
    const repo = history()
    branch(repo, 'undo')
    repo.git('revert', '--no-edit', 'two')
    repo.git('checkout', '-q', 'main')
    commit(repo, { f: lines(20, { 1: 'later', 5: 'two', 15: 'three' }), later: '1' })
    expect(await judged(repo, since('main', 'undo'))).toEqual({ changes: two, undone: twoPaths, whole: true })
  })

  test('that does not merge cleanly: the revert is made again on what it is measured from', async () => {
    const repo = history()
    branch(repo, 'undo')
    repo.git('revert', '--no-edit', 'two')
    commit(repo, { keep: 'undo' })
    repo.git('checkout', '-q', 'main')
    commit(repo, { f: lines(20, { 1: 'later', 5: 'two', 15: 'three' }), keep: 'later' })
    expect(await judged(repo, since('main', 'undo'))).toEqual({
      changes: [...two, 'M keep'],
      undone: twoPaths,
      whole: false,
    })
  })

  test('with a revert and other work: its own paths are the revert’s, the whole is not', async () => {
    const repo = history()
    repo.git('revert', '--no-edit', 'two')
    commit(repo, { keep: 'work' })
    expect(await judged(repo, since('three'))).toEqual({
      changes: [...two, 'M keep'],
      undone: twoPaths,
      whole: false,
    })
  })

  test('judged commit by commit', async () => {
    const repo = history()
    commit(repo, { keep: '2' })
    repo.git('revert', '--no-edit', 'two')
    const repository = await opened(repo)
    const verdicts: boolean[] = []
    const [base, head] = await Promise.all([
      resolveCommit(repository, 'three'),
      resolveCommit(repository, 'HEAD'),
    ])
    for await (const comparison of eachComparisons(repository, { base, head }, 'ci'))
      verdicts.push(await isWholeRevert(repository, comparison))
    expect(verdicts).toEqual([false, true])
  })
})

describe('what is no revert', () => {
  test('a revert with something added: the file it stands in, and the whole', async () => {
    const repo = history()
    repo.git('revert', '--no-edit', 'two')
    repo.write({ f: lines(20, { 15: 'three', 20: 'evil' }) })
    repo.git('commit', '-q', '-a', '--amend', '--no-edit')
    expect(await judged(repo, head)).toEqual({ changes: two, undone: [shard('two'), 'added'], whole: false })
  })

  test('a revert that keeps the shard, or drops another', async () => {
    for (const extra of [{ [shard('two')]: '2\n' }, { [shard('one')]: null }]) {
      const repo = history()
      repo.git('revert', '--no-edit', 'two')
      repo.write(extra)
      repo.git('add', '-A')
      repo.git('commit', '-q', '--amend', '--no-edit')
      expect((await judged(repo, head)).whole).toBe(false)
    }
  })

  test('a message that claims it', async () => {
    const repo = history()
    commit(repo, { f: 'evil\n' }, `This reverts commit ${repo.git('rev-parse', 'two')}.`)
    expect(await judged(repo, head)).toEqual({ changes: ['M f'], undone: [], whole: false })
  })

  test('the “revert” of a commit that was made up for it, and is in no history of the base', async () => {
    const repo = history()
    branch(repo, 'crafted')
    commit(repo, { f: lines(20, { 5: 'two', 15: 'three', 20: 'evil' }) })
    const crafted = commit(repo, { f: lines(20, { 5: 'two', 15: 'three' }) })
    repo.git('checkout', '-q', 'main')
    repo.git('cherry-pick', 'crafted^')
    repo.git('commit', '-q', '--amend', '-m', `This reverts commit ${crafted}.`)
    expect(await judged(repo, head)).toEqual({ changes: ['M f'], undone: [], whole: false })
  })

  test('the revert of a commit of the range itself, on top of what the range did before', async () => {
    const repo = history()
    commit(repo, { f: lines(20, { 5: 'two', 15: 'three', 20: 'evil' }) })
    const undo = commit(repo, { f: lines(20, { 5: 'two', 15: 'three' }) })
    repo.git('revert', '--no-edit', undo)
    expect(await judged(repo, since('three'))).toEqual({ changes: ['M f'], undone: [], whole: false })
  })

  test('a revert that conflicts, whatever came of it', async () => {
    const repo = history()
    commit(repo, { f: lines(20, { 5: 'four', 15: 'three' }) })
    repo.tryGit(['revert', '--no-edit', 'two'])
    repo.git('commit', '-q', '-a', '-m', `This reverts commit ${repo.git('rev-parse', 'two')}.`)
    expect(await judged(repo, head)).toEqual({ changes: two, undone: [shard('two'), 'added'], whole: false })
  })

  test('what git left in the tree because it could not tell', async () => {
    const repo = createRepo()
    commit(repo, { f: lines(5), s: '' })
    const changed = commit(repo, { f: lines(5, { 2: 'x' }) })
    commit(repo, { f: null })
    commit(repo, { f: lines(5) }, `This reverts commit ${changed}.`)
    expect(await judged(repo, head)).toEqual({ changes: ['A f'], undone: [], whole: false })
  })

  test('a commit that deletes a shard and nothing else', async () => {
    const repo = history()
    commit(repo, { [shard('two')]: null })
    expect(await judged(repo, head)).toEqual({
      changes: [`D ${shard('two')}`],
      undone: [shard('two')],
      whole: false,
    })
  })

  test('a message that names what is not here, or what no one can tell', async () => {
    const repo = history()
    commit(
      repo,
      { keep: '2' },
      `This reverts commit ${'1'.repeat(40)}.\nThis reverts commit 0000000.\nThis reverts commit abcdefabcdef`,
    )
    expect(await judged(repo, head)).toMatchObject({ undone: [], whole: false })
  })

  test('more commits than anyone reverts at once are not all tried: the first sixteen are', async () => {
    const names = Array.from({ length: 17 }, (_, i) => `f${i}`)
    const files = (changed: number) =>
      Object.fromEntries(names.map((name, i) => [name, i < changed ? 'new' : 'old']))
    const repo = createRepo()
    const [, ...changes] = graph(repo, [
      { files: files(0) },
      ...names.map((_, i): Made => ({ files: files(i + 1), parents: [i] })),
    ])
    const message = changes.map((id) => `This reverts commit ${id}.`).join('\n')
    const made = repo.git('commit-tree', 'refs/graph/0^{tree}', '-p', 'refs/graph/17', '-m', message)
    const { undone } = await judged(repo, (repository) => commitComparison(repository, made, 'ci'))
    expect([...names].sort().filter((name) => !undone.includes(name))).toEqual(['f16'])
  })
})

test('in a shallow clone whose edge is the reverted commit, what was before it is not guessed', async () => {
  const repo = history()
  repo.git('revert', '--no-edit', 'two')
  const clone = repoAt(join(temporaryFolder(), 'clone'))
  repo.git('clone', '-q', '--depth', '3', `file://${repo.dir}`, clone.dir)
  await expect(judged(clone, head)).rejects.toMatchObject({ code: 'SHALLOW' })
})

test('before the first commit nothing can be a revert', async () => {
  const repo = createRepo()
  repo.write({ a: '1' })
  repo.git('add', 'a')
  expect(await judged(repo, index)).toEqual({ changes: ['A a'], undone: [], whole: false })
})

describe('what a message says is reverted', () => {
  const [a, b] = ['a'.repeat(40), 'b'.repeat(64)]
  test.each([
    { why: 'nothing', message: 'This reverts nothing. commit abcdef1', expected: [] },
    {
      why: 'a commit',
      message: `Revert "x"\n\nThis reverts commit ${a}.\n`,
      expected: [{ commit: a, kept: null }],
    },
    {
      why: 'an abbreviated id with subject and date',
      message: 'This reverts commit abcdef1 (fix: (a), 2026-11-30).',
      expected: [{ commit: 'abcdef1', kept: null }],
    },
    {
      why: 'a merge',
      message: `This reverts commit ${b}, reversing\nchanges made to ${a}.`,
      expected: [{ commit: b, kept: a }],
    },
    {
      why: 'a merge, abbreviated',
      message:
        'This reverts commit abcdef1 (Merge, 2026-11-30), reversing\nchanges made to 1234567 (x, 2026-11-30).',
      expected: [{ commit: 'abcdef1', kept: '1234567' }],
    },
    {
      why: 'several',
      message: `This reverts commit ${a}.\n\nThis reverts commit ${b}.`,
      expected: [
        { commit: a, kept: null },
        { commit: b, kept: null },
      ],
    },
    { why: 'no id: too short', message: 'This reverts commit abc.', expected: [] },
    { why: 'no id: letters follow', message: 'This reverts commit abcdefgh', expected: [] },
  ])('$why', ({ message, expected }) => expect(toldBy(message)).toEqual(expected))

  test('a hostile message is read in no time', () => {
    const start = performance.now()
    toldBy(`This reverts commit abcdef1 (`.repeat(50_000))
    toldBy(`This reverts commit abcdef1,${' \n'.repeat(500_000)}`)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
