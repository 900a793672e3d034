import { describe, expect, test } from 'vitest'
import { treeComparison } from '../../src/git/tree.ts'
import { createRepo } from '../support/repo.ts'
import { changesOf, commit, opened } from './comparing.ts'

describe('an audit of HEAD’s tree', () => {
  test('without a baseline everything is a change, by today’s policy', async () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    const head = commit(repo, { b: '1' })
    repo.write({ a: 'not committed', c: 'not committed' })
    repo.git('add', '-A')
    const comparison = await treeComparison(await opened(repo), { place: 'ci', baseline: null })
    expect(changesOf(comparison)).toEqual(['A a', 'A b'])
    expect(comparison.snapshot).toMatchObject({
      source: { kind: 'tree', base: null, head, mergeBases: [] },
      place: 'ci',
      message: null,
    })
    expect([comparison.base.id, comparison.target.id, comparison.origin?.id, comparison.historyFrom]).toEqual(
      [head, head, '', null],
    )
  })

  test('with a baseline only what came after it, as a name or an id', async () => {
    const repo = createRepo()
    const baseline = commit(repo, { a: '1', gone: '1' })
    repo.git('tag', 'v1')
    const head = commit(repo, { b: '1', gone: null })
    for (const name of [baseline, 'v1']) {
      const comparison = await treeComparison(await opened(repo), { place: 'local', baseline: name })
      expect(changesOf(comparison)).toEqual(['A b', 'D gone'])
      expect([comparison.base.id, comparison.origin?.id, comparison.historyFrom]).toEqual([
        head,
        baseline,
        baseline,
      ])
    }
  })

  test.each([
    ['before the first commit there is no tree', null],
    ['a baseline that is not here', '1'.repeat(40)],
  ])('%s', async (_, baseline) => {
    const repo = createRepo()
    if (baseline !== null) commit(repo, { a: '1' })
    await expect(treeComparison(await opened(repo), { place: 'ci', baseline })).rejects.toMatchObject({
      code: 'UNKNOWN_REVISION',
      exit: 3,
    })
  })
})
