import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rangeComparison } from '../../src/git/range.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { changeOf, changesOf, graph, lines, type Made, opened, textAt } from './comparing.ts'

async function judged(repo: TestRepo, commits: readonly Made[], [a, b]: readonly [number, number]) {
  const ids = graph(repo, commits)
  const repository = await opened(repo)
  const comparison = await rangeComparison(repository, ids[a]!, ids[b]!, 'ci')
  return { ids, comparison, repository, changes: changesOf(comparison) }
}

describe('what would land if the head were merged', () => {
  test('a branch ahead of the base: from the base to the head, whatever was between', async () => {
    const repo = createRepo()
    const commits = [
      { files: { a: '1' } },
      { files: { a: '1', draft: 'x' }, parents: [0] },
      { files: { a: '2', b: '1' }, parents: [1] },
    ]
    const { ids, comparison, changes } = await judged(repo, commits, [0, 2])
    expect(changes).toEqual(['M a', 'A b'])
    expect(comparison.snapshot.source).toEqual({
      kind: 'range',
      base: ids[0],
      head: ids[2],
      mergeBases: [ids[0]],
    })
    expect(comparison.commits).toEqual([ids[1], ids[2]])
    expect([
      comparison.base.id,
      comparison.target.id,
      comparison.ledgerBase.id,
      comparison.historyFrom,
    ]).toEqual([ids[0], ids[2], ids[0], ids[0]])
    expect([comparison.moreEvidence, comparison.origin, comparison.snapshot.message]).toEqual([
      [],
      undefined,
      null,
    ])
  })

  test('a stale branch: what the base did meanwhile is no change, and the head’s own tree serves as evidence', async () => {
    const repo = createRepo()
    const commits = [
      { files: { f: lines(9), gone: '1' } },
      { files: { f: lines(9, { 2: 'base' }), base: '1' }, parents: [0] },
      { files: { f: lines(9, { 8: 'head' }), gone: '1', head: '1' }, parents: [0] },
    ]
    const { ids, comparison, changes, repository } = await judged(repo, commits, [1, 2])
    expect(changes).toEqual(['M f', 'A head'])
    expect(await textAt(repository, comparison.target, 'f')).toBe(lines(9, { 2: 'base', 8: 'head' }))
    expect(changeOf(comparison, 'f').before).toEqual(await comparison.base.entry('f'))
    expect([comparison.base.id, comparison.ledgerBase.id, comparison.historyFrom, comparison.origin]).toEqual(
      [ids[1], ids[1], ids[1], undefined],
    )
    expect(comparison.moreEvidence.map(({ id }) => id)).toEqual([ids[2]])
    expect(comparison.snapshot.source.mergeBases).toEqual([ids[0]])
  })

  test('a revert on the base is not undone by a branch that left before it', async () => {
    const repo = createRepo()
    const shard = '.orchestration/agent_trace/x.jsonl'
    const commits = [
      { files: { a: '2', [shard]: 'x\n' } },
      { files: { a: '1' }, parents: [0] },
      { files: { a: '2', [shard]: 'x\n', b: '1' }, parents: [0] },
    ]
    const { comparison, changes } = await judged(repo, commits, [1, 2])
    expect(changes).toEqual(['A b'])
    expect([await comparison.ledgerBase.entry(shard), await comparison.target.entry(shard)]).toEqual([
      null,
      null,
    ])
  })

  test('a branch that merged the base in: only its own work', async () => {
    const repo = createRepo()
    const commits = [
      { files: { s: '' } },
      { files: { s: '', base: '1' }, parents: [0] },
      { files: { s: '', head: '1' }, parents: [0] },
      { files: { s: '', base: '1', head: '1' }, parents: [2, 1] },
      { files: { s: '', base: '1', later: '1' }, parents: [1] },
    ]
    expect((await judged(repo, commits, [1, 3])).changes).toEqual(['A head'])
    const { changes, comparison, ids } = await judged(createRepo(), commits, [4, 3])
    expect([changes, comparison.commits]).toEqual([['A head'], [ids[2], ids[3]]])
  })

  test('a branch that merged the base in with -s ours throws the base’s work away: that would land', async () => {
    const repo = createRepo()
    const commits = [
      { files: { s: '' } },
      { files: { s: '', base: '1' }, parents: [0] },
      { files: { s: '', head: '1' }, parents: [0] },
      { files: { s: '', head: '1' }, parents: [2, 1] },
    ]
    expect((await judged(repo, commits, [1, 3])).changes).toEqual(['D base', 'A head'])
  })

  test('criss-cross merges: several merge bases', async () => {
    const repo = createRepo()
    const both = { base: '1', head: '1' }
    const commits = [
      { files: { f: lines(9) } },
      { files: { f: lines(9), base: '1' }, parents: [0] },
      { files: { f: lines(9), head: '1' }, parents: [0] },
      { files: { f: lines(9), ...both }, parents: [1, 2] },
      { files: { f: lines(9, { 8: 'head' }), ...both }, parents: [2, 1] },
      { files: { f: lines(9, { 2: 'base' }), ...both }, parents: [3] },
    ]
    const { changes, comparison, ids } = await judged(repo, commits, [5, 4])
    expect([changes, [...comparison.snapshot.source.mergeBases].sort()]).toEqual([
      ['M f'],
      [ids[1], ids[2]].sort(),
    ])
  })

  test('nothing, if the head is in the base already', async () => {
    const repo = createRepo()
    const { changes, comparison, ids } = await judged(
      repo,
      [{ files: { a: '1' } }, { files: { a: '2' }, parents: [0] }],
      [1, 0],
    )
    expect([changes, comparison.commits, comparison.target.id]).toEqual([[], [], ids[1]])
  })

  test('nothing, if base and head are one commit', async () => {
    const { changes } = await judged(createRepo(), [{ files: { a: '1' } }], [0, 0])
    expect(changes).toEqual([])
  })

  test('a cherry-pick that the base already has is no change', async () => {
    const repo = createRepo()
    const commits = [
      { files: { f: lines(9) } },
      { files: { f: lines(9, { 5: 'fix' }), base: '1' }, parents: [0] },
      { files: { f: lines(9, { 5: 'fix' }), head: '1' }, parents: [0] },
    ]
    expect((await judged(repo, commits, [1, 2])).changes).toEqual(['A head'])
  })

  test('names as well as ids, of a repository of SHA-256', async () => {
    const repo = createRepo('--object-format=sha256')
    graph(repo, [
      { files: { a: '1' } },
      { files: { a: '1', base: '1' }, parents: [0] },
      { files: { a: '2' }, parents: [0] },
    ])
    const comparison = await rangeComparison(await opened(repo), 'refs/graph/1', 'refs/graph/2', 'local')
    expect([changesOf(comparison), comparison.snapshot.place]).toEqual([['M a'], 'local'])
  })
})

describe('where git cannot merge by itself, what the head brought since it left', () => {
  test('measured from the merge base, judged by the base’s policy', async () => {
    const repo = createRepo()
    const commits = [
      { files: { f: lines(9), other: '1' } },
      { files: { f: lines(9, { 5: 'base' }), other: '1', base: '1' }, parents: [0] },
      { files: { f: lines(9, { 5: 'head' }), other: '2' }, parents: [0] },
    ]
    const { ids, comparison, changes } = await judged(repo, commits, [1, 2])
    expect(changes).toEqual(['M f', 'M other'])
    expect([
      comparison.base.id,
      comparison.origin?.id,
      comparison.ledgerBase.id,
      comparison.target.id,
    ]).toEqual([ids[1], ids[0], ids[0], ids[2]])
    expect([comparison.historyFrom, comparison.historyAlsoFrom, comparison.snapshot.conflicted.size]).toEqual(
      [ids[0], undefined, 0],
    )
    expect(changeOf(comparison, 'f').before).toEqual(await comparison.origin?.entry('f'))
  })

  test('with several merge bases: from their merge, so that nothing already shared is a change', async () => {
    const repo = createRepo()
    const both = { base: '1', head: '1' }
    const commits = [
      { files: { f: lines(9) } },
      { files: { f: lines(9), base: '1' }, parents: [0] },
      { files: { f: lines(9), head: '1' }, parents: [0] },
      { files: { f: lines(9, { 5: 'base' }), ...both }, parents: [1, 2] },
      { files: { f: lines(9, { 5: 'head' }), ...both }, parents: [2, 1] },
    ]
    const { changes, comparison, repository, ids } = await judged(repo, commits, [3, 4])
    expect(changes).toEqual(['M f'])
    expect((await comparison.origin?.names())?.toSorted()).toEqual(['base', 'f', 'head'])
    expect([comparison.historyFrom, ...(comparison.historyAlsoFrom ?? [])].sort()).toEqual(
      [ids[1], ids[2]].sort(),
    )
    expect(await textAt(repository, comparison.ledgerBase, 'f')).toBe(lines(9))
  })
})

describe('what cannot be judged is said, with the way out', () => {
  test('no commit in common', async () => {
    const repo = createRepo()
    await expect(judged(repo, [{ files: { a: '1' } }, { files: { b: '1' } }], [0, 1])).rejects.toMatchObject({
      code: 'NO_MERGE_BASE',
      exit: 3,
    })
  })

  test.each([
    ['a name that does not exist', 'nowhere', 'UNKNOWN_REVISION'],
    ['an option', '--all', 'INVALID_REVISION'],
    ['git’s null id', '0'.repeat(40), 'NULL_REVISION'],
  ])('%s', async (_, name, code) => {
    const repo = createRepo()
    graph(repo, [{ files: { a: '1' } }])
    const repository = await opened(repo)
    await expect(rangeComparison(repository, 'refs/graph/0', name, 'ci')).rejects.toMatchObject({ code })
    await expect(rangeComparison(repository, name, 'refs/graph/0', 'ci')).rejects.toMatchObject({ code })
  })

  test('a shallow clone whose edge hides the merge base', async () => {
    const repo = createRepo()
    const [, base, head] = graph(repo, [
      { files: { s: '' } },
      { files: { s: '', b: '1' }, parents: [0] },
      { files: { s: '', h: '1' }, parents: [0] },
    ])
    repo.git('update-ref', 'refs/heads/main', base!)
    repo.git('update-ref', 'refs/heads/head', head!)
    const clone = repoAt(join(temporaryFolder(), 'clone'))
    repo.git('clone', '-q', '--depth', '1', '--no-single-branch', `file://${repo.dir}`, clone.dir)
    await expect(rangeComparison(await opened(clone), base!, head!, 'ci')).rejects.toMatchObject({
      code: 'SHALLOW',
      exit: 3,
    })
  })
})
