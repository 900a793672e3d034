import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mergeHeads, operationInProgress } from '../../src/git/operation.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { codeOf, open } from './open.ts'

/** main and side both changed `a`; HEAD is main. */
function conflicting(): TestRepo {
  const test = createRepo()
  const commit = (text: string) => {
    test.write({ a: text })
    test.git('add', '.')
    test.git('commit', '-qm', text)
  }
  commit('base')
  test.git('checkout', '-qb', 'side')
  commit('side 1')
  commit('side 2')
  test.git('checkout', '-q', 'main')
  commit('main')
  return test
}

describe('what git is in the middle of', () => {
  test.each([
    ['merge', ['merge', 'side']],
    ['rebase', ['rebase', 'side']],
    ['rebase', ['rebase', '--apply', 'side']],
    ['cherry-pick', ['cherry-pick', 'side']],
    ['cherry-pick', ['cherry-pick', 'side~1', 'side']],
    ['revert', ['revert', '--no-edit', 'HEAD~1']],
    ['revert', ['revert', '--no-edit', 'side~1']],
  ] as const)('%s: git %j', async (operation, command) => {
    const test = conflicting()
    expect(test.tryGit(command).code).not.toBe(0)
    expect(await operationInProgress(await open(test.dir))).toBe(operation)
  })

  test('a sequence of picks that stopped without a conflict of its own', async () => {
    const test = conflicting()
    test.tryGit(['cherry-pick', 'side~1', 'side'])
    test.write({ a: 'resolved' })
    test.git('commit', '-qam', 'resolved by hand')
    expect(await operationInProgress(await open(test.dir))).toBe('cherry-pick')
  })

  test('nothing', async () => {
    const test = conflicting()
    const repo = await open(test.dir)
    expect([await operationInProgress(repo), await mergeHeads(repo)]).toEqual([null, []])
  })

  test('is told for the worktree it happens in', async () => {
    const test = conflicting()
    const linked = repoAt(join(temporaryFolder(), 'linked'))
    test.git('worktree', 'add', '-q', '--detach', linked.dir)
    linked.tryGit(['merge', 'side'])
    expect(await operationInProgress(await open(linked.dir))).toBe('merge')
    expect(await operationInProgress(await open(test.dir))).toBeNull()
  })
})

describe('the commits that are being merged', () => {
  test('stand in MERGE_HEAD after a conflict', async () => {
    const test = conflicting()
    test.tryGit(['merge', 'side'])
    expect(await mergeHeads(await open(test.dir))).toEqual([test.git('rev-parse', 'side')])
  })

  test('are named in the environment before a clean merge is committed', async () => {
    const test = conflicting()
    const id = test.git('rev-parse', 'side')
    const repo = await open(test.dir)
    expect(await mergeHeads(repo, { [`GITHEAD_${id}`]: 'side', GITHEAD_: '', GITHEAD_main: 'x' })).toEqual([
      id,
    ])
    expect(await operationInProgress(await open(test.dir, { [`GITHEAD_${id}`]: 'side' }))).toBe('merge')
  })

  test('that cannot be read are an error, not "no merge"', async () => {
    const test = conflicting()
    const repo = await open(test.dir)
    for (const text of ['', 'side\n', `${'a'.repeat(40)}\nx\n`]) {
      writeFileSync(join(test.dir, '.git/MERGE_HEAD'), text)
      expect(await codeOf(mergeHeads(repo))).toBe('GIT_OUTPUT')
    }
  })
})
