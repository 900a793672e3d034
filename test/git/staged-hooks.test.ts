import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRepo, repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { branch, commit, lines } from './comparing.ts'

/** What a hook prints: it judges nothing, it says what it would judge. */
const source = `
import { statusOf } from './src/core/change.ts'
import { openRepository } from './src/git/repository.ts'
import { stagedComparison } from './src/git/staged.ts'
const repo = await openRepository(process.cwd())
const { snapshot, base } = await stagedComparison(repo, { place: 'local' })
const changes = snapshot.changes.map((change) => statusOf(change) + ' ' + change.path)
console.log(JSON.stringify({ hook: process.argv[2], changes, merged: snapshot.merged, conflicted: [...snapshot.conflicted], operation: snapshot.operation, base: base.id }))
await repo.close()
`

interface Seen {
  readonly hook: string
  readonly changes: readonly string[]
  readonly merged: readonly string[]
  readonly conflicted: readonly string[]
  readonly operation: string | null
  readonly base: string
}

const folder = mkdtempSync(join(tmpdir(), 'intentgate-hook-'))
const bundle = join(folder, 'hook.mjs')
beforeAll(() =>
  build({
    stdin: { contents: source, resolveDir: resolve('.'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: bundle,
    logLevel: 'error',
  }),
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Installs real hooks; the answer reads what they have seen so far. */
function listen(repo: TestRepo, common = join(repo.dir, '.git')): () => Seen[] {
  const seen = join(common, 'seen')
  for (const hook of ['pre-commit', 'pre-merge-commit']) {
    const file = join(common, 'hooks', hook)
    repoAt(common).write({
      [`hooks/${hook}`]: `#!/bin/sh\nexec '${process.execPath}' '${bundle}' ${hook} >> '${seen}'\n`,
    })
    chmodSync(file, 0o755)
  }
  return () =>
    existsSync(seen)
      ? readFileSync(seen, 'utf8')
          .trim()
          .split('\n')
          .map((line): Seen => JSON.parse(line))
      : []
}

describe('a hook sees what git is about to commit', () => {
  function prepared(): TestRepo {
    const repo = createRepo()
    commit(repo, { a: '1', b: '1', c: '1' })
    repo.write({ a: '2' })
    repo.git('add', 'a')
    repo.write({ b: '2' })
    return repo
  }

  test.each([
    { how: 'add, then commit', args: ['commit', '-m', 'x'], changes: ['M a'] },
    { how: 'commit -a', args: ['commit', '-a', '-m', 'x'], changes: ['M a', 'M b'] },
    {
      how: 'commit <path>: only that path, though another is staged',
      args: ['commit', '-m', 'x', '--', 'b'],
      changes: ['M b'],
    },
    { how: 'commit -i <path>', args: ['commit', '-m', 'x', '-i', 'b'], changes: ['M a', 'M b'] },
    { how: 'commit --amend', args: ['commit', '--amend', '-m', 'x'], changes: ['M a'] },
  ])('$how', ({ args, changes }) => {
    const repo = prepared()
    const seen = listen(repo)
    const parent = repo.git('rev-parse', 'HEAD')
    repo.git(...args)
    expect(seen()).toMatchObject([{ hook: 'pre-commit', changes, merged: [], operation: null, base: parent }])
  })

  test('commit -a from a sub-folder', () => {
    const repo = createRepo()
    commit(repo, { 'sub/a': '1', b: '1' })
    const seen = listen(repo)
    repo.write({ 'sub/a': '2', b: '2' })
    expect(repo.tryGit(['commit', '-q', '-a', '-m', 'x'], { cwd: join(repo.dir, 'sub') }).code).toBe(0)
    expect(seen()).toMatchObject([{ changes: ['M b', 'M sub/a'] }])
  })

  test('the first commit', () => {
    const repo = createRepo()
    const seen = listen(repo)
    commit(repo, { a: '1' })
    expect(seen()).toMatchObject([{ changes: ['A a'], base: '' }])
  })

  test('in a worktree', () => {
    const repo = createRepo()
    commit(repo, { a: '1' })
    const seen = listen(repo)
    const tree = repoAt(join(temporaryFolder(), 'tree'))
    repo.git('worktree', 'add', '-q', '-b', 'other', tree.dir)
    tree.write({ a: '2' })
    tree.git('commit', '-q', '-a', '-m', 'x')
    expect(seen()).toMatchObject([{ changes: ['M a'] }])
  })

  test('merge --squash, then commit: nothing is a merge, everything is a change', () => {
    const repo = diverged({ t: '1', f: lines(10, { 9: 'theirs' }) }, { o: '1' })
    const seen = listen(repo)
    repo.git('merge', '-q', '--squash', 'theirs')
    repo.git('commit', '-q', '-m', 'x')
    expect(seen()).toMatchObject([
      { hook: 'pre-commit', changes: ['M f', 'A t'], merged: [], operation: null },
    ])
  })

  test('cherry-pick with a conflict, then commit', () => {
    const repo = diverged({ f: lines(10, { 5: 'theirs' }), t: '1' }, { f: lines(10, { 5: 'ours' }) })
    const seen = listen(repo)
    repo.tryGit(['cherry-pick', 'theirs'])
    repo.write({ f: lines(10, { 5: 'theirs' }) })
    repo.git('commit', '-q', '-a', '-m', 'x')
    expect(seen()).toMatchObject([{ changes: ['M f', 'A t'], merged: [], operation: 'cherry-pick' }])
  })

  test('revert with a conflict, then commit', () => {
    const repo = createRepo()
    commit(repo, { f: lines(3) })
    commit(repo, { f: lines(3, { 2: 'x' }) })
    commit(repo, { f: lines(3, { 2: 'y' }) })
    const seen = listen(repo)
    repo.tryGit(['revert', '--no-edit', 'HEAD^'])
    repo.write({ f: lines(3) })
    repo.git('commit', '-q', '-a', '-m', 'x')
    expect(seen()).toMatchObject([{ changes: ['M f'], operation: 'revert' }])
  })
})

function diverged(theirs: Record<string, string>, ours: Record<string, string>): TestRepo {
  const repo = createRepo()
  commit(repo, { f: lines(10) })
  branch(repo, 'theirs')
  commit(repo, theirs)
  repo.git('checkout', '-q', 'main')
  commit(repo, ours)
  return repo
}

describe('while a merge is in progress, what git merged by itself is no change', () => {
  test('a clean merge: nothing is left to judge', () => {
    const repo = diverged({ f: lines(10, { 9: 'theirs' }), t: '1' }, { f: lines(10, { 2: 'ours' }) })
    const seen = listen(repo)
    const head = repo.git('rev-parse', 'HEAD')
    repo.git('merge', '-q', '--no-edit', 'theirs')
    expect(seen()).toEqual([
      {
        hook: 'pre-merge-commit',
        changes: [],
        merged: ['f', 't'],
        conflicted: [],
        operation: 'merge',
        base: head,
      },
    ])
  })

  test('a merge that could be a fast-forward (--no-ff)', () => {
    const repo = createRepo()
    commit(repo, { f: '1' })
    branch(repo, 'theirs')
    commit(repo, { t: '1' })
    repo.git('checkout', '-q', 'main')
    const seen = listen(repo)
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'theirs')
    expect(seen()).toMatchObject([{ hook: 'pre-merge-commit', changes: [], merged: ['t'] }])
  })

  test('an octopus', () => {
    const repo = diverged({ t: '1' }, { o: '1' })
    branch(repo, 'third', 'main~1')
    commit(repo, { third: '1' })
    repo.git('checkout', '-q', 'main')
    const seen = listen(repo)
    repo.git('merge', '-q', '--no-edit', 'theirs', 'third')
    expect(seen()).toMatchObject([{ hook: 'pre-merge-commit', changes: [], merged: ['t', 'third'] }])
  })

  test('merge -s ours: what the other side brought is undone by hand, and a change', () => {
    const repo = diverged({ f: lines(10, { 9: 'theirs' }), t: '1' }, { o: '1' })
    const seen = listen(repo)
    repo.git('merge', '-q', '--no-edit', '-s', 'ours', 'theirs')
    expect(seen()).toMatchObject([{ changes: ['M f', 'D t'], merged: [] }])
  })

  test('a conflict resolved by taking one side: a change of a path whose conflict lines may go', () => {
    const repo = diverged(
      { f: lines(10, { 5: 'theirs', 9: 'theirs' }), t: '1' },
      { f: lines(10, { 5: 'ours' }) },
    )
    const seen = listen(repo)
    repo.tryGit(['merge', 'theirs'])
    repo.write({ f: lines(10, { 5: 'ours', 9: 'theirs' }) })
    repo.git('commit', '-q', '-a', '--no-edit')
    expect(seen()).toMatchObject([
      { hook: 'pre-commit', changes: ['M f'], merged: ['t'], conflicted: ['f'], operation: 'merge' },
    ])
  })

  test('an edit outside the conflict, in a file that merged cleanly', () => {
    const repo = diverged({ f: lines(10, { 5: 'theirs' }), t: '1' }, { f: lines(10, { 5: 'ours' }), o: '1' })
    const seen = listen(repo)
    repo.tryGit(['merge', 'theirs'])
    repo.write({ f: lines(10, { 5: 'ours' }), t: 'evil', o: 'evil', new: 'evil' })
    repo.git('add', '-A')
    repo.git('commit', '-q', '--no-edit')
    expect(seen()).toMatchObject([{ changes: ['M f', 'A new', 'M o', 'M t'], merged: [], conflicted: ['f'] }])
  })

  test('merge --no-commit, a file smuggled in, then commit', () => {
    const repo = diverged({ t: '1' }, { o: '1' })
    const seen = listen(repo)
    repo.git('merge', '-q', '--no-commit', 'theirs')
    repo.write({ evil: 'x' })
    repo.git('add', 'evil')
    repo.git('commit', '-q', '--no-edit')
    expect(seen()).toMatchObject([{ changes: ['A evil'], merged: ['t'], operation: 'merge' }])
  })

  test('a user’s own strategy option is no excuse: -X ours beside git’s own merge is a change', () => {
    const repo = diverged({ f: lines(10, { 5: 'theirs' }) }, { f: lines(10, { 5: 'ours' }) })
    const seen = listen(repo)
    repo.git('merge', '-q', '--no-edit', '-X', 'ours', 'theirs')
    expect(seen()).toMatchObject([{ hook: 'pre-merge-commit', changes: ['M f'], conflicted: ['f'] }])
  })

  test('a hook that commits in another repository during a merge is judged there by itself', () => {
    const repo = diverged({ t: '1' }, { o: '1' })
    const other = createRepo()
    commit(other, { a: '1' })
    const seen = listen(other)
    other.write({ a: '2' })
    const merging = { [`GITHEAD_${repo.git('rev-parse', 'theirs')}`]: 'theirs' }
    expect(other.tryGit(['commit', '-q', '-a', '-m', 'x'], { env: merging }).code).toBe(0)
    expect(seen()).toMatchObject([{ changes: ['M a'], merged: [] }])
  })
})
