import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('git mv, recorded', async () => {
  const repo = gatedRepo()
  repo.git('mv', 'src/app.ts', 'src/main.ts')
  repo.record()
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a file that is renamed and edited', async () => {
  const repo = gatedRepo()
  repo.git('mv', 'src/app.ts', 'src/main.ts')
  repo.trace({ 'src/main.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  repo.commitTraced({ 'src/main.ts': edit(repo.read('src/main.ts'), { 9: '' }) })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a recorded edit, then the rename, squashed into one commit', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  repo.git('mv', 'src/app.ts', 'src/main.ts')
  repo.record()
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect((await repo.landing()).net).toEqual([])
})

test('a rename rebased over an edit from upstream takes the edit along', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.git('mv', 'src/app.ts', 'src/main.ts')
  repo.record()
  expect(repo.commit().code).toBe(0)
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  repo.git('checkout', '-q', 'topic')
  expect(repo.tryGit(['rebase', 'main']).code).toBe(0)
  expect(repo.read('src/main.ts')).toContain('2020')
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('a change of case in a name only', async () => {
  const repo = gatedRepo()
  repo.git('mv', 'src/app.ts', 'src/App.ts')
  repo.record()
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
