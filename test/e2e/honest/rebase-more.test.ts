import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'

const TOP = { 3: 'export const top3 = 3\n' }
const END = { 20: 'export const end20 = 20\n' }
const MID = { 12: 'export const mid12 = 12\n' }

/** Mine of the conflict was recorded on the branch, and did not arrive. */
const PARTIAL = ['notice partial src/app.ts']

function withTopic(): GatedRepo {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, TOP) }, 'one')
  repo.commitTraced({ 'src/app.ts': edit(APP, { ...TOP, ...END }) }, 'two')
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, MID) }, 'main')
  repo.git('checkout', '-q', 'topic')
  return repo
}

test('git pull --rebase', async () => {
  const repo = withTopic()
  const remote = temporaryFolder()
  repo.git('init', '-q', '--bare', '-b', 'main', remote)
  repo.git('remote', 'add', 'origin', remote)
  repo.git('push', '-q', 'origin', 'main')
  const pulled = repo.tryGit(['pull', '-q', '--rebase', 'origin', 'main'])
  expect(pulled.code, pulled.err).toBe(0)
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('rebase --rebase-merges keeps a merge, clean as it was', async () => {
  const repo = withTopic()
  repo.git('checkout', '-q', '-b', 'side', 'HEAD^')
  repo.commitTraced({ 'src/side.ts': 'export {}\n' }, 'side')
  repo.git('checkout', '-q', 'topic')
  expect(repo.tryGit(['merge', '-q', '--no-edit', 'side']).code).toBe(0)
  const rebased = repo.tryGit(['rebase', '--rebase-merges', 'main'])
  expect(rebased.code, rebased.err).toBe(0)
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('rebase -x runs a check after every commit', async () => {
  const repo = withTopic()
  const rebased = repo.tryGit(['rebase', '-x', 'test -f src/app.ts', 'main'])
  expect(rebased.code, rebased.err).toBe(0)
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('rebase --root goes through the adoption of the gate', async () => {
  const repo = withTopic()
  const rebased = repo.tryGit(['rebase', '--root', '--force-rebase'])
  expect(rebased.code, rebased.err).toBe(0)
  expect(repo.git('rev-list', '--count', 'HEAD')).toBe('5')
  expect(await repo.landing('HEAD~2')).toEqual({ net: [], each: [] })
})

test('rebase --apply (git am underneath) with a conflict', async () => {
  const repo = withTopic()
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const main20 = 20\n' }) }, 'in the way')
  repo.git('checkout', '-q', 'topic')
  expect(repo.tryGit(['rebase', '--apply', 'main']).code).not.toBe(0)
  repo.trace({ 'src/app.ts': edit(APP, { ...TOP, 20: 'export const both20 = 20\n' }) })
  repo.git('add', 'src/app.ts')
  const continued = repo.tryGit(['-c', 'core.editor=true', 'rebase', '--continue'])
  expect(continued.code, continued.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing('main', 'topic')).toEqual({ net: PARTIAL, each: [] })
})

test('git am with a conflict, resolved and recorded', async () => {
  const repo = withTopic()
  const mails = temporaryFolder()
  repo.git('format-patch', '-q', '-o', mails, 'adopted..topic')
  repo.git('checkout', '-q', 'main')
  const base = repo.commitTraced(
    { 'src/app.ts': edit(APP, { 20: 'export const main20 = 20\n' }) },
    'in the way',
  )
  expect(
    repo.tryGit(['am', '-q', '-3', join(mails, '0001-one.patch'), join(mails, '0002-two.patch')]).code,
  ).not.toBe(0)
  repo.trace({ 'src/app.ts': edit(APP, { ...TOP, 20: 'export const both20 = 20\n' }) })
  repo.git('add', 'src/app.ts')
  const continued = repo.tryGit(['am', '-q', '--continue'])
  expect(continued.code, continued.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing(base)).toEqual({ net: PARTIAL, each: [] })
})

test('several commits are cherry-picked at once, or as one change', async () => {
  const repo = withTopic()
  repo.git('checkout', '-q', 'main')
  const base = repo.git('rev-parse', 'HEAD')
  const picked = repo.tryGit(['cherry-pick', 'adopted..topic'])
  expect(picked.code, picked.err).toBe(0)
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
  repo.git('reset', '-q', '--hard', base)
  expect(repo.tryGit(['cherry-pick', '-n', 'adopted..topic']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
})

test('several commits are reverted at once', async () => {
  const repo = withTopic()
  const base = repo.git('rev-parse', 'HEAD')
  const reverted = repo.tryGit(['revert', '--no-edit', 'adopted..topic'])
  expect(reverted.code, reverted.err).toBe(0)
  expect(repo.read('src/app.ts')).toBe(APP)
  const { net, each } = await repo.landing(base)
  expect(net).toEqual(['notice revert src/app.ts'])
  expect(each).toEqual(['notice revert src/app.ts', 'notice revert src/app.ts'])
})
