import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('commit -a commits what was recorded, and its records with it', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('commit -a takes the latest of two recorded states, whatever was staged before', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  repo.git('add', 'src/app.ts')
  repo.trace({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 333\n' }) })
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('show', 'HEAD:src/app.ts')).toContain('item3 = 333')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('commit -i adds one more file to what is staged', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }), 'src/new.ts': 'export {}\n' })
  repo.git('add', 'src/new.ts')
  expect(repo.commit('-i', 'src/app.ts')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toMatch(/^src\/app\.ts\nsrc\/new\.ts$/m)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
