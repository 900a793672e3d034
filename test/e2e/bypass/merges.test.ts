import { expect, test } from 'vitest'
import { ADOPTED, APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import {
  ci,
  commitAll,
  commitByCommit,
  hookSaid,
  PASSED,
  pullRequest,
  refused,
  shardsOf,
  smuggle,
  unhooked,
} from './attack.ts'

/** `main` (checked out) and `topic` have each changed src/app.ts, traced, since they parted. */
function parted(): GatedRepo {
  const repo = gatedRepo({ files: { 'src/old.ts': 'export const old = 1\n' } })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  return repo
}

const MISMATCH = refused('hash-mismatch src/app.ts')

test('a merge is edited by hand outside of any conflict', async () => {
  const repo = parted()
  unhooked(repo, 'merge', '-q', '--no-commit', '--no-ff', 'topic')
  repo.write({ 'src/app.ts': edit(repo.read('src/app.ts'), { 11: 'evil()\n' }) })
  expect(commitAll(repo, '--no-edit')).toEqual(MISMATCH)
  expect(commitAll(repo, '--no-edit', '-n')).toEqual(MISMATCH)
  unhooked(repo, 'commit', '-q', '--no-edit')
  expect(await pullRequest(repo)).toEqual(MISMATCH)
  expect(await commitByCommit(repo)).toEqual(MISMATCH)
  expect(ci(repo, '--commit', 'HEAD')).toEqual(MISMATCH)
  repo.git('reset', '-q', '--hard', 'HEAD^')
  expect(repo.tryGit(['merge', '-q', '--no-edit', 'topic']).code).toBe(0)
  expect(ci(repo, '--commit', 'HEAD')).toEqual(PASSED)
})

test('a merge brings a file, or takes one away, that neither side has touched', async () => {
  const repo = parted()
  unhooked(repo, 'merge', '-q', '--no-commit', '--no-ff', 'topic')
  repo.write({ 'src/evil.ts': 'evil()\n', 'src/old.ts': null })
  const both = refused('trace-missing src/evil.ts', 'trace-missing src/old.ts')
  expect(commitAll(repo, '--no-edit')).toEqual(both)
  unhooked(repo, 'commit', '-q', '--no-edit')
  expect(await commitByCommit(repo)).toEqual(both)
  expect(await pullRequest(repo)).toEqual(both)
})

test('merge -s ours throws the other side’s work away, its records too', async () => {
  const repo = parted()
  repo.git('checkout', '-q', 'topic')
  expect(hookSaid(repo.tryGit(['merge', '-q', '-s', 'ours', '--no-edit', 'main'])).code).toBe(1)
  repo.tryGit(['merge', '--abort'])
  unhooked(repo, 'merge', '-q', '-s', 'ours', '--no-edit', 'main')
  const { code, errors } = await pullRequest(repo, 'main', 'topic')
  expect(code).toBe(1)
  expect(errors.some((error) => error.startsWith('ledger-rewritten'))).toBe(true)
  expect((await commitByCommit(repo, 'main', 'topic')).errors.length).toBeGreaterThan(0)
})

test('a conflict is resolved with lines that stand on no side', async () => {
  const repo = parted()
  repo.git('checkout', '-q', '-b', 'clash', ADOPTED)
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 3003\n' }) })
  expect(repo.tryGit(['merge', 'main']).code).toBe(1)
  repo.write({ 'src/app.ts': edit(APP, { 3: 'evil()\n' }) })
  expect(commitAll(repo, '--no-edit')).toEqual(MISMATCH)
  unhooked(repo, 'commit', '-q', '--no-edit')
  expect(ci(repo, '--commit', 'HEAD')).toEqual(MISMATCH)
})

test('an octopus is edited by hand', async () => {
  const repo = parted()
  repo.git('checkout', '-q', '-b', 'third', ADOPTED)
  repo.commitTraced({ 'src/third.ts': 'export const third = 3\n' })
  repo.git('checkout', '-q', 'main')
  unhooked(repo, 'merge', '-q', '--no-edit', 'topic', 'third')
  repo.write({ 'src/evil.ts': 'evil()\n' })
  repo.git('add', '-A')
  unhooked(repo, 'commit', '-q', '--amend', '--no-edit')
  const evil = refused('trace-missing src/evil.ts')
  expect(ci(repo, '--commit', 'HEAD')).toEqual(evil)
  expect(await pullRequest(repo)).toEqual(evil)
})

test('an untraced commit is hidden behind a merge', async () => {
  const repo = parted()
  repo.git('checkout', '-q', 'topic')
  smuggle(repo, { 'src/old.ts': 'evil()\n' })
  repo.git('checkout', '-q', 'main')
  unhooked(repo, 'merge', '-q', '--no-edit', 'topic')
  expect(await pullRequest(repo)).toEqual(refused('trace-missing src/old.ts'))
  expect(await commitByCommit(repo)).toEqual(refused('trace-missing src/old.ts'))
})

test('a squash hides an untraced commit among traced ones', async () => {
  const repo = parted()
  repo.git('checkout', '-q', 'topic')
  smuggle(repo, { 'src/app.ts': edit(repo.read('src/app.ts'), { 11: 'evil()\n' }) })
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 15: 'export const item15 = 1515\n' }) })
  repo.git('checkout', '-q', '-b', 'squashed', ADOPTED)
  repo.tryGit(['merge', '-q', '--squash', 'topic'])
  expect(hookSaid(repo.commit('-m', 'squashed'))).toEqual(MISMATCH)
  unhooked(repo, 'commit', '-q', '-m', 'squashed')
  expect(await pullRequest(repo)).toEqual(MISMATCH)
})

test('an amend slips lines into a commit that passed', async () => {
  const repo = parted()
  repo.write({ 'src/app.ts': edit(repo.read('src/app.ts'), { 11: 'evil()\n' }) })
  expect(commitAll(repo, '--amend', '--no-edit')).toEqual(MISMATCH)
  expect(commitAll(repo, '--amend', '-n', '-C', 'HEAD')).toEqual(MISMATCH)
  unhooked(repo, 'commit', '-q', '--amend', '--no-edit')
  expect(await pullRequest(repo)).toEqual(MISMATCH)
})

test('an amend keeps what no hook has judged: the push and CI see it', async () => {
  const repo = parted()
  smuggle(repo, { 'src/app.ts': edit(repo.read('src/app.ts'), { 11: 'evil()\n' }) })
  repo.commit('--amend', '-m', 'nothing to see')
  expect(await pullRequest(repo)).toEqual(MISMATCH)
  expect(await commitByCommit(repo)).toEqual(MISMATCH)
})

test('a rebase or a cherry-pick leaves the records behind', async () => {
  const repo = parted()
  repo.git('checkout', '-q', 'topic')
  repo.git('checkout', '-q', '-b', 'picked', 'main')
  unhooked(repo, 'cherry-pick', '--no-commit', 'topic')
  repo.git('rm', '-qf', '--', ...shardsOf(repo).filter((shard) => isNew(repo, shard)))
  expect(hookSaid(repo.commit('-m', 'picked'))).toEqual(MISMATCH)
  unhooked(repo, 'commit', '-q', '-m', 'picked')
  expect(await pullRequest(repo, 'main')).toEqual(MISMATCH)
})

function isNew(repo: GatedRepo, path: string): boolean {
  return repo.tryGit(['cat-file', '-e', `HEAD:${path}`]).code !== 0
}
