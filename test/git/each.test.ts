import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commitComparison } from '../../src/git/commit.ts'
import { eachComparisons } from '../../src/git/each.ts'
import { resolveCommit } from '../../src/git/revision.ts'
import type { Comparison, Repository } from '../../src/git/types.ts'
import { createRepo, repoAt, temporaryFolder } from '../support/repo.ts'
import { changesOf, commit, graph, lines, type Made, opened } from './comparing.ts'

async function all(repository: Repository, a: string, b: string): Promise<Comparison[]> {
  const found: Comparison[] = []
  const [base, head] = await Promise.all([resolveCommit(repository, a), resolveCommit(repository, b)])
  for await (const comparison of eachComparisons(repository, { base, head }, 'ci')) found.push(comparison)
  return found
}

const told = (comparison: Comparison) => [comparison.snapshot.message, changesOf(comparison)]

/** Root, two sides, a clean merge with something smuggled in, an unrelated history merged in, and odd messages. */
const story: readonly Made[] = [
  { files: { f: lines(9) }, message: 'root' },
  {
    files: { f: lines(9, { 2: 'ours' }) },
    parents: [0],
    message: `ours\n\n:100644 100644 ${'a'.repeat(40)}`,
  },
  { files: { f: lines(9, { 8: 'theirs' }), t: '1' }, parents: [0], message: 'theirs' },
  {
    files: { f: lines(9, { 2: 'ours', 8: 'theirs' }), t: '1', evil: 'x' },
    parents: [1, 2],
    message: 'merge',
  },
  { files: { other: '1' }, message: 'another root' },
  {
    files: { f: lines(9, { 2: 'ours', 8: 'theirs' }), t: '1', evil: 'x', other: '1' },
    parents: [3, 4],
    message: '',
  },
  { files: { f: lines(9, { 2: 'ours', 8: 'theirs' }), t: '1', other: '1' }, parents: [5], message: 'last' },
]

describe('every commit of a range is judged by itself', () => {
  test('parents before children, each as it would be judged alone', async () => {
    const repo = createRepo()
    const ids = graph(repo, story)
    const repository = await opened(repo)
    const found = await all(repository, ids[0]!, ids[6]!)
    expect(found.map(told)).toEqual(
      expect.arrayContaining([
        ['theirs', ['M f', 'A t']],
        ['merge', ['A evil']],
        ['another root', ['A other']],
        ['', []],
        ['last', ['D evil']],
      ]),
    )
    const order = found.map(({ snapshot }) => ids.indexOf(snapshot.source.head ?? ''))
    expect([...order].sort()).toEqual([1, 2, 3, 4, 5, 6])
    for (const [at, { parents = [] }] of story.entries())
      for (const parent of parents.filter((each) => each > 0))
        expect(order.indexOf(parent)).toBeLessThan(order.indexOf(at))
    for (const comparison of found) {
      const alone = await commitComparison(repository, comparison.snapshot.source.head!, 'ci')
      expect(comparison.snapshot).toEqual(alone.snapshot)
      expect([
        comparison.base.id,
        comparison.target.id,
        comparison.ledgerBase.id,
        comparison.historyFrom,
        comparison.historyAlsoFrom,
        comparison.origin?.id,
      ]).toEqual([
        alone.base.id,
        alone.target.id,
        alone.ledgerBase.id,
        alone.historyFrom,
        alone.historyAlsoFrom,
        alone.origin?.id,
      ])
    }
  })

  test('the head’s tree serves as evidence for all of them', async () => {
    const repo = createRepo()
    const ids = graph(repo, story)
    const found = await all(await opened(repo), ids[0]!, ids[6]!)
    for (const { moreEvidence } of found) expect(moreEvidence.map(({ id }) => id)).toEqual([ids[6]])
  })

  test('a head that the base does not lead to', async () => {
    const repo = createRepo()
    const ids = graph(repo, story)
    expect(
      (await all(await opened(repo), ids[2]!, ids[1]!)).map(({ snapshot }) => snapshot.source.head),
    ).toEqual([ids[1]])
    expect(await all(await opened(repo), ids[6]!, ids[0]!)).toEqual([])
  })

  test('the trees are the commits’ own', async () => {
    const repo = createRepo()
    const [first, ...later] = Array.from({ length: 12 }, (_, i) => commit(repo, { n: `${i}` }))
    const repository = await opened(repo)
    for (const comparison of await all(repository, first!, 'HEAD')) {
      const at = later.indexOf(comparison.snapshot.source.head!)
      const [before, after] = await Promise.all([comparison.base.entry('n'), comparison.target.entry('n')])
      const texts = await Promise.all(
        [before, after].map(async (entry) =>
          Buffer.from((await repository.content(entry!.blob)) as Uint8Array).toString(),
        ),
      )
      expect(texts).toEqual([`${at}`, `${at + 1}`])
    }
  })

  test('in a shallow clone whose edge lies in the range, none is judged', async () => {
    const repo = createRepo()
    const ids = [1, 2, 3, 4].map((n) => commit(repo, { n: `${n}` }))
    repo.git('update-ref', 'refs/heads/old', ids[0]!)
    const clone = repoAt(join(temporaryFolder(), 'clone'))
    repo.git('clone', '-q', '--depth', '2', '--no-single-branch', `file://${repo.dir}`, clone.dir)
    const repository = await opened(clone)
    await expect(all(repository, ids[0]!, ids[3]!)).rejects.toMatchObject({ code: 'SHALLOW' })
    expect((await all(repository, ids[2]!, ids[3]!)).map(changesOf)).toEqual([['M n']])
  })
})

test('a long range costs one git log: no process per ordinary commit', async () => {
  const repo = createRepo()
  const chain = Array.from(
    { length: 60 },
    (_, i): Made => ({ files: { [`f${i % 7}`]: `${i}`, s: '' }, parents: i === 0 ? [] : [i - 1] }),
  )
  const ids = graph(repo, chain)
  const traces = temporaryFolder()
  process.env.GIT_TRACE2_EVENT = traces
  onTestFinished(() => {
    delete process.env.GIT_TRACE2_EVENT
  })
  const repository = await opened(repo)
  const found = await all(repository, ids[0]!, ids.at(-1)!)
  for (const { base, target } of found) await Promise.all([base.list('.orchestration'), target.entry('s')])
  expect(found).toHaveLength(59)
  expect(readdirSync(traces).length).toBeLessThan(10)
})
