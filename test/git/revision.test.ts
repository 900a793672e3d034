import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isAncestor, mergeBases, resolveCommit } from '../../src/git/revision.ts'
import { requireMergeTree, supportsMergeTree } from '../../src/git/version.ts'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { codeOf, open } from './open.ts'

function commit(repo: TestRepo, name: string): string {
  repo.write({ [name]: name })
  repo.git('add', '.')
  repo.git('commit', '-qm', name)
  return repo.git('rev-parse', 'HEAD')
}

function cloneOf(repo: TestRepo, ...args: string[]): TestRepo {
  const clone = repoAt(join(temporaryFolder(), 'clone'))
  repo.git('clone', '-q', ...args, `file://${repo.dir}`, clone.dir)
  return clone
}

describe('a revision', () => {
  test('is what a branch, a tag, an id, a part of an id or an expression names', async () => {
    const test = createRepo()
    const one = commit(test, 'one')
    test.git('tag', '-am', 'v1', 'v1')
    const two = commit(test, 'two')
    const repo = await open(test.dir)
    const names = ['main', 'refs/heads/main', 'HEAD', 'HEAD~0', two, two.slice(0, 12), '@']
    expect(await Promise.all(names.map((name) => resolveCommit(repo, name)))).toEqual(names.map(() => two))
    const before = ['v1', 'refs/tags/v1', 'HEAD^', 'main~1', 'v1^{commit}', 'HEAD@{1}']
    expect(await Promise.all(before.map((name) => resolveCommit(repo, name)))).toEqual(before.map(() => one))
  })

  test.each([
    ['', 'INVALID_REVISION', 2],
    ['--all', 'INVALID_REVISION', 2],
    ['-1', 'INVALID_REVISION', 2],
    ['a..b', 'INVALID_REVISION', 2],
    ['^main', 'INVALID_REVISION', 2],
    [':/one', 'INVALID_REVISION', 2],
    ['main x', 'INVALID_REVISION', 2],
    ['main\n', 'INVALID_REVISION', 2],
    ['main\0', 'INVALID_REVISION', 2],
    ['0'.repeat(40), 'NULL_REVISION', 3],
    ['0'.repeat(64), 'NULL_REVISION', 3],
    ['nowhere', 'UNKNOWN_REVISION', 3],
    ['d'.repeat(40), 'UNKNOWN_REVISION', 3],
    ['HEAD~9', 'UNKNOWN_REVISION', 3],
    ['HEAD:one', 'UNKNOWN_REVISION', 3],
    ['HEAD^{tree}', 'UNKNOWN_REVISION', 3],
    ['*', 'UNKNOWN_REVISION', 3],
  ])('%j is %s, exit %i', async (name, code, exit) => {
    const test = createRepo()
    commit(test, 'one')
    await expect(resolveCommit(await open(test.dir), name)).rejects.toMatchObject({ code, exit })
  })

  test.each([
    ['a branch and a tag', 'both', ['branch', 'both'], ['tag', 'both']],
    [
      'a branch and a remote branch',
      'origin/x',
      ['branch', 'origin/x'],
      ['update-ref', 'refs/remotes/origin/x', 'HEAD'],
    ],
    [
      'a branch and a remote',
      'origin',
      ['branch', 'origin'],
      ['update-ref', 'refs/remotes/origin/HEAD', 'HEAD'],
    ],
    ['HEAD and a branch', 'HEAD', ['update-ref', 'refs/heads/HEAD', 'HEAD'], ['version']],
    ['a branch below a tag of its full name', 'refs/heads/main', ['tag', 'refs/heads/main'], ['version']],
    [
      'an id and a branch',
      'a'.repeat(40),
      ['update-ref', `refs/heads/${'a'.repeat(40)}`, 'HEAD'],
      ['version'],
    ],
  ])('a name that is %s is refused, with its ends as well', async (_, name, ...commands) => {
    const test = createRepo()
    commit(test, 'one')
    commit(test, 'two')
    for (const command of commands) test.git(...command)
    const repo = await open(test.dir)
    for (const end of ['', '^0', '~1', '^{commit}']) {
      await expect(resolveCommit(repo, `${name}${end}`)).rejects.toMatchObject({
        code: 'AMBIGUOUS_REVISION',
        exit: 2,
      })
    }
  })

  test('a branch whose name only begins alike is no second reading', async () => {
    const test = createRepo()
    const one = commit(test, 'one')
    test.git('branch', 'feature/x')
    test.git('tag', 'feature')
    expect(await resolveCommit(await open(test.dir), 'feature')).toBe(one)
  })

  test('that a shallow clone has not fetched is SHALLOW, a misspelt branch is unknown', async () => {
    const origin = createRepo()
    const one = commit(origin, 'one')
    commit(origin, 'two')
    const repo = await open(cloneOf(origin, '--depth=1').dir)
    expect(await codeOf(resolveCommit(repo, one))).toBe('SHALLOW')
    expect(await codeOf(resolveCommit(repo, 'HEAD~1'))).toBe('SHALLOW')
    expect(await codeOf(resolveCommit(repo, 'mian'))).toBe('UNKNOWN_REVISION')
  })
})

describe('merge bases', () => {
  /** base, then main and side apart from it. */
  function fork(): { test: TestRepo; base: string } {
    const test = createRepo()
    for (const name of ['root', 'old', 'older', 'before']) commit(test, name)
    const base = commit(test, 'base')
    test.git('checkout', '-qb', 'side')
    for (const name of ['s1', 's2', 's3']) commit(test, name)
    test.git('checkout', '-q', 'main')
    commit(test, 'm1')
    return { test, base }
  }

  test('one, none, and both of a criss-cross', async () => {
    const { test, base } = fork()
    const repo = await open(test.dir)
    expect(await mergeBases(repo, 'main', 'side')).toEqual([base])
    test.git('checkout', '-q', '--orphan', 'other')
    commit(test, 'other')
    expect(await mergeBases(repo, 'main', 'other')).toEqual([])
    test.git('checkout', '-q', 'main')
    const [mainTip, sideTip] = [test.git('rev-parse', 'main'), test.git('rev-parse', 'side')]
    test.git('merge', '-q', '-m', 'm', sideTip)
    test.git('checkout', '-q', 'side')
    test.git('merge', '-q', '-m', 's', mainTip)
    expect((await mergeBases(repo, 'main', 'side')).sort()).toEqual([mainTip, sideTip].sort())
  })

  test('a clone so shallow that there is none, or a wrong one, is SHALLOW; deep enough it is right', async () => {
    const { test, base } = fork()
    const ends = ['origin/main', 'origin/side'] as const
    for (const depth of [1, 2, 3]) {
      const repo = await open(cloneOf(test, `--depth=${depth}`, '--no-single-branch').dir)
      expect(await codeOf(mergeBases(repo, ...ends)), `depth ${depth}`).toBe('SHALLOW')
    }
    const repo = await open(cloneOf(test, '--depth=4', '--no-single-branch').dir)
    expect([repo.shallow, await mergeBases(repo, ...ends)]).toEqual([true, [base]])
  })

  test('a clone cut where main was merged into the side finds no older base instead', async () => {
    const { test } = fork()
    test.git('checkout', '-q', 'side')
    test.git('merge', '-q', '-m', 'merge main', 'main')
    const late = commit(test, 'late')
    test.git('checkout', '-q', 'main')
    commit(test, 'm2')
    const clone = cloneOf(test, '--depth=2', '--no-single-branch')
    expect(await codeOf(mergeBases(await open(clone.dir), 'origin/main', late))).toBe('SHALLOW')
  })

  test("two bases of which one may be the other's ancestor, beyond the edge, are SHALLOW", async () => {
    const test = createRepo()
    const old = commit(test, 'old')
    commit(test, 'between')
    const recent = commit(test, 'recent')
    const tree = test.git('rev-parse', 'HEAD^{tree}')
    for (const name of ['a', 'b']) {
      test.git('branch', name, test.git('commit-tree', tree, '-p', recent, '-p', old, '-m', name))
    }
    expect(await mergeBases(await open(test.dir), 'a', 'b')).toEqual([recent])
    const clone = cloneOf(test, '--depth=2', '--no-single-branch', '--branch=a')
    expect(clone.git('merge-base', '--all', 'origin/a', 'origin/b').split('\n')).toHaveLength(2)
    expect(await codeOf(mergeBases(await open(clone.dir), 'origin/a', 'origin/b'))).toBe('SHALLOW')
  })

  test('an ancestor is one; whether it is beyond the edge cannot be told', async () => {
    const { test, base } = fork()
    const repo = await open(test.dir)
    expect(await isAncestor(repo, base, 'side')).toBe(true)
    expect(await isAncestor(repo, 'side', base)).toBe(false)
    const clone = await open(cloneOf(test, '--depth=2', '--no-single-branch').dir)
    expect(await isAncestor(clone, 'origin/side~1', 'origin/side')).toBe(true)
    expect(await codeOf(isAncestor(clone, 'origin/main', 'origin/side'))).toBe('SHALLOW')
  })
})

describe('the version of git', () => {
  test.each([
    ['git version 2.38.0', true],
    ['git version 2.39.5 (Apple Git-154)', true],
    ['git version 2.47.1.windows.1', true],
    ['git version 3.0.0', true],
    ['git version 2.37.9', false],
    ['git version 1.99.0', false],
    ['something', false],
  ])('%s can redo merges: %s', (version, expected) => expect(supportsMergeTree(version)).toBe(expected))

  test('is asked for once', async () => {
    const repo = await open(createRepo().dir)
    expect(requireMergeTree(repo)).toBe(requireMergeTree(repo))
    await requireMergeTree(repo)
  })
})
