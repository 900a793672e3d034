import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const EDITED = edit(APP, { 3: 'export const item3 = 33\n' })

test('recorded work is stashed, other work is committed, and the stash is popped and committed', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': EDITED })
  repo.git('stash', '-q')
  repo.trace({ 'src/new.ts': 'export {}\n' }, '--', 'src/new.ts')
  repo.git('add', 'src/new.ts')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  repo.git('stash', 'pop', '-q')
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a stash that was recorded as an undoing meanwhile is popped: doing it again is said, and passes', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': EDITED })
  repo.git('stash', '-q')
  repo.commitTraced({ 'src/new.ts': 'export {}\n' })
  repo.git('stash', 'pop', '-q')
  const committed = repo.commit('-a')
  expect(committed.code, committed.err).toBe(0)
  expect(committed.err).toContain('notice revert src/app.ts')
  expect((await repo.landing()).net).toEqual([])
})

test('the ledger may be stashed with the work (stash -u)', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': EDITED })
  repo.git('stash', '-q', '-u')
  repo.commitTraced({ 'src/new.ts': 'export {}\n' })
  repo.git('stash', 'pop', '-q')
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a look at another branch and back, between the record and the commit', async () => {
  const repo = gatedRepo()
  repo.git('branch', 'other')
  repo.trace({ 'src/app.ts': EDITED })
  repo.git('checkout', '-q', 'other')
  repo.git('checkout', '-q', 'main')
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('recorded on one branch, committed on another', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': EDITED })
  repo.git('checkout', '-q', '-b', 'topic')
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('a stash popped onto a branch where the file has changed meanwhile', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': EDITED })
  repo.git('stash', '-q', '-u')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  repo.git('stash', 'pop', '-q')
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
