import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('a clean cherry-pick brings its records along', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  const picked = repo.commitTraced({
    'src/app.ts': edit(repo.read('src/app.ts'), { 20: 'export const item20 = 2020\n' }),
  })
  repo.git('checkout', '-q', 'main')
  const done = repo.tryGit(['cherry-pick', picked])
  expect(done.code, done.err).toBe(0)
  expect(repo.read('src/app.ts')).not.toContain('item3 = 33')
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('the same commit on two branches lands twice without harm', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  const picked = repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  repo.commitTraced({
    'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n', 20: 'export const item20 = 2020\n' }),
  })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/new.ts': 'export const fresh = 1\n' })
  expect(repo.tryGit(['cherry-pick', picked]).code).toBe(0)
  expect(await repo.landing('adopted', 'main')).toEqual({ net: [], each: [] })
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
  expect(repo.tryGit(['merge', '--no-edit', 'topic']).code).toBe(0)
  expect(await repo.landing('adopted', 'main')).toEqual({ net: [], each: [] })
})

test('a cherry-pick with a conflict: the resolution is recorded, then --continue', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  const picked = repo.commitTraced({ 'src/app.ts': edit(APP, { 12: 'export const topic12 = 12\n' }) })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 12: 'export const main12 = 12\n' }) })
  const base = repo.git('rev-parse', 'HEAD')
  expect(repo.tryGit(['cherry-pick', picked]).code).toBe(1)
  repo.trace({ 'src/app.ts': edit(APP, { 12: 'export const both12 = 12\n' }) })
  repo.git('add', 'src/app.ts')
  const done = repo.tryGit(['-c', 'core.editor=true', 'cherry-pick', '--continue'])
  expect(done.code, done.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
})

test('a cherry-pick of what was staged second leaves its records behind: it is refused, and recording it leads on', async () => {
  const repo = gatedRepo()
  const both = edit(APP, { 3: 'export const item3 = 33\n', 20: 'export const item20 = 2020\n' })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.trace({ 'src/app.ts': both })
  expect(repo.tryGit(['add', '-p'], { input: 'y\nn\n' }).code).toBe(0)
  expect(repo.commit().code).toBe(0)
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(0)
  const second = repo.git('rev-parse', 'HEAD')
  repo.git('checkout', '-q', 'main')
  const picked = repo.tryGit(['cherry-pick', second])
  expect(picked.code).not.toBe(0)
  expect(picked.err).toContain('trace-missing src/app.ts')
  repo.record()
  const done = repo.tryGit(['-c', 'core.editor=true', 'cherry-pick', '--continue'])
  expect(done.code, done.err).toBe(0)
  expect(repo.read('src/app.ts')).not.toContain('item3 = 33')
  expect(repo.git('status', '--porcelain')).toBe('')
  expect((await repo.landing()).net).toEqual([])
})
