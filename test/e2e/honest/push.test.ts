import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'

/** A repository with a bare remote that has `main`. */
function withRemote(): GatedRepo {
  const repo = gatedRepo()
  const remote = temporaryFolder()
  repo.git('init', '-q', '--bare', '-b', 'main', remote)
  repo.git('remote', 'add', 'origin', remote)
  const first = push(repo, '-u', 'main')
  if (first.code !== 0) throw new Error(first.err)
  return repo
}

const push = (repo: GatedRepo, ...args: string[]) =>
  repo.tryGit(['push', '-q', ...args.slice(0, -1), 'origin', args.at(-1)!])
const PASSED = { code: 0, err: '' }

test('the first push of a history from before the gate and after', () => {
  const repo = withRemote()
  expect(repo.git('rev-parse', 'origin/main')).toBe(repo.git('rev-parse', 'main'))
})

test('push of a new branch, more commits to it, a tag, and its deletion', () => {
  const repo = withRemote()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  expect(push(repo, 'topic')).toMatchObject(PASSED)
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(push(repo, 'topic')).toMatchObject(PASSED)
  repo.git('tag', '-a', 'v1', '-m', 'one')
  expect(push(repo, 'v1')).toMatchObject(PASSED)
  expect(push(repo, 'topic:refs/heads/copy')).toMatchObject(PASSED)
  expect(push(repo, ':topic')).toMatchObject(PASSED)
  expect(push(repo, ':refs/tags/v1')).toMatchObject(PASSED)
})

test('force push after a rebase', () => {
  const repo = withRemote()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  expect(push(repo, 'topic')).toMatchObject(PASSED)
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  expect(push(repo, 'main')).toMatchObject(PASSED)
  repo.git('checkout', '-q', 'topic')
  expect(repo.tryGit(['rebase', 'main']).code).toBe(0)
  expect(push(repo, '--force-with-lease', 'topic')).toMatchObject(PASSED)
})

test('force push after an amend and a squash', () => {
  const repo = withRemote()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(push(repo, 'topic')).toMatchObject(PASSED)
  expect(repo.commit('--amend', '-m', 'better words').code).toBe(0)
  expect(push(repo, '--force', 'topic')).toMatchObject(PASSED)
  repo.git('reset', '-q', '--soft', 'main')
  expect(repo.commit('-m', 'all at once').code).toBe(0)
  expect(push(repo, '--force', 'topic')).toMatchObject(PASSED)
})

test('a force push that takes commits away', () => {
  const repo = withRemote()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(push(repo, 'topic')).toMatchObject(PASSED)
  repo.git('reset', '-q', '--hard', 'HEAD^')
  expect(push(repo, '--force', 'topic')).toMatchObject(PASSED)
})

test('several branches in one push', () => {
  const repo = withRemote()
  for (const name of ['one', 'two']) {
    repo.git('checkout', '-q', '-b', name, 'adopted')
    repo.commitTraced({ [`src/${name}.ts`]: 'export {}\n' })
  }
  expect(repo.tryGit(['push', '-q', 'origin', 'one', 'two', 'adopted'])).toMatchObject(PASSED)
})

test('a branch that merged main is pushed: what others have pushed past the gate is not held against it', async () => {
  const repo = withRemote()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  expect(push(repo, 'topic')).toMatchObject(PASSED)
  repo.git('checkout', '-q', 'main')
  repo.write({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'let in by an administrator')
  repo.git('-c', 'core.hooksPath=/dev/null', 'push', '-q', 'origin', 'main')
  repo.git('checkout', '-q', 'topic')
  expect(repo.tryGit(['merge', '-q', '--no-edit', 'main']).code).toBe(0)
  expect(push(repo, 'topic'), 'to a branch that the remote has').toMatchObject(PASSED)
  repo.commitTraced({ 'src/new.ts': 'export {}\n' })
  expect(push(repo, 'topic:refs/heads/other'), 'to a new one').toMatchObject(PASSED)
  repo.write({ 'src/new.ts': 'export const untraced = 1\n' })
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'past the gate')
  expect(push(repo, 'topic').code, 'but one’s own commits are').toBe(1)
})

test('a branch is pushed to a fork that has nothing of it yet', () => {
  const repo = withRemote()
  repo.write({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'let in by an administrator')
  repo.git('-c', 'core.hooksPath=/dev/null', 'push', '-q', 'origin', 'main')
  const fork = temporaryFolder()
  repo.git('init', '-q', '--bare', fork)
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/new.ts': 'export {}\n' })
  expect(repo.tryGit(['push', '-q', fork, 'topic'])).toMatchObject(PASSED)
})

test('a branch from before the adoption is pushed, and the push says in one line that nothing was judged', () => {
  const repo = withRemote()
  repo.git('checkout', '-q', '-b', 'old', 'before')
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  expect(repo.commit('-a').code).toBe(0)
  const pushed = push(repo, 'old')
  expect(pushed.code, pushed.err).toBe(0)
  expect(pushed.err).toMatch(/^intentgate: this branch has no \.orchestration\/ yet[^\n]*\n$/)
})

test('an orphan branch is pushed', () => {
  const repo = withRemote()
  repo.git('checkout', '-q', '--orphan', 'pages')
  repo.git('rm', '-rfq', '.')
  repo.write({ 'index.html': '<p>Hello\n' })
  repo.git('add', 'index.html')
  expect(repo.commit().code).toBe(0)
  expect(push(repo, 'pages').code).toBe(0)
})

test('policy commits: each — every commit of a pushed branch passes by itself', () => {
  const repo = withRemote()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.policy('new_intents: review\ncommits: each\n')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'policy')
  repo.git('-c', 'core.hooksPath=/dev/null', 'push', '-q', 'origin', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(push(repo, 'topic')).toMatchObject(PASSED)
})
