import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const EDITED = edit(APP, { 3: 'export const item3 = 33\n', 20: 'export const item20 = 2020\n' })
const NOTICE = 'notice revert src/app.ts'

test('git revert needs no record, and says that it is one', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': EDITED })
  const base = repo.git('rev-parse', 'HEAD')
  const reverted = repo.tryGit(['revert', '--no-edit', 'HEAD'])
  expect(reverted.code, reverted.err).toBe(0)
  expect(repo.read('src/app.ts')).toBe(APP)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing(base)).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('the revert of a revert brings the work back', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': EDITED })
  expect(repo.tryGit(['revert', '--no-edit', 'HEAD']).code).toBe(0)
  const base = repo.git('rev-parse', 'HEAD')
  const again = repo.tryGit(['revert', '--no-edit', 'HEAD'])
  expect(again.code, again.err).toBe(0)
  expect(repo.read('src/app.ts')).toBe(EDITED)
  expect((await repo.landing(base)).net).toEqual([])
  expect((await repo.landing('adopted')).each).toEqual([NOTICE])
})

test('revert of an older commit, with work on other lines since', async () => {
  const repo = gatedRepo()
  const old = repo.commitTraced({ 'src/app.ts': EDITED })
  repo.commitTraced({ 'src/app.ts': edit(EDITED, { 12: 'export const item12 = 1212\n' }) })
  const base = repo.git('rev-parse', 'HEAD')
  expect(repo.tryGit(['revert', '--no-edit', old]).code).toBe(0)
  expect(repo.read('src/app.ts')).toContain('1212')
  expect(await repo.landing(base)).toEqual({ net: [NOTICE], each: [NOTICE] })
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 1: '' }) })
})

test('revert of a merge', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': EDITED })
  repo.git('checkout', '-q', 'main')
  expect(repo.tryGit(['merge', '--no-ff', '--no-edit', 'topic']).code).toBe(0)
  const base = repo.git('rev-parse', 'HEAD')
  const reverted = repo.tryGit(['revert', '--no-edit', '-m', '1', 'HEAD'])
  expect(reverted.code, reverted.err).toBe(0)
  expect(repo.read('src/app.ts')).toBe(APP)
  expect(await repo.landing(base)).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('revert -n, looked at, then committed through the hooks', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': EDITED })
  const base = repo.git('rev-parse', 'HEAD')
  expect(repo.tryGit(['revert', '-n', 'HEAD']).code).toBe(0)
  const committed = repo.commit('-m', 'Take it back')
  expect(committed.code, committed.err).toBe(0)
  expect(committed.err).toContain('revert src/app.ts')
  expect(await repo.landing(base)).toEqual({ net: [NOTICE], each: [NOTICE] })
})

test('a revert that conflicts is resolved and recorded; the ledger, which only grows, is put back as the refusal says', async () => {
  const repo = gatedRepo()
  const old = repo.commitTraced({ 'src/app.ts': EDITED })
  repo.commitTraced({ 'src/app.ts': edit(EDITED, { 3: 'export const item3 = 333\n' }) })
  const base = repo.git('rev-parse', 'HEAD')
  expect(repo.tryGit(['revert', '--no-edit', old]).code).toBe(1)
  repo.trace({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 3.5\n' }) })
  repo.git('add', 'src/app.ts')
  const refused = repo.tryGit(['-c', 'core.editor=true', 'revert', '--continue'])
  expect(refused.code).toBe(1)
  const command = /put them back \(git (.*?)\)/.exec(refused.err)?.[1]
  repo.git(...(command ?? '').split(' '))
  const done = repo.tryGit(['-c', 'core.editor=true', 'revert', '--continue'])
  expect(done.code, done.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
})
