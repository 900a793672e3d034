import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const APP_EDITED = edit(APP, { 3: 'export const item3 = 33\n' })

test('commit <path> leaves what else is staged for the next commit, and the ledger is not in the way', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': APP_EDITED })
  repo.trace({ 'src/new.ts': 'export const fresh = 1\n' })
  repo.git('add', 'src/app.ts', 'src/new.ts')
  expect(repo.commit('--', 'src/app.ts')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain'), 'the ledger that went along does not look deleted').toBe(
    'A  src/new.ts',
  )
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('one record of two files may be committed in two commits', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': APP_EDITED, 'src/new.ts': 'export const fresh = 1\n' })
  repo.git('add', 'src/new.ts')
  expect(repo.commit('--', 'src/app.ts')).toMatchObject({ code: 0, err: '' })
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('more work recorded between two commits of paths goes into the second', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': APP_EDITED, 'src/new.ts': 'export const fresh = 1\n' })
  repo.git('add', 'src/new.ts')
  expect(repo.commit('--', 'src/app.ts')).toMatchObject({ code: 0, err: '' })
  repo.trace({
    'src/app.ts': edit(APP_EDITED, { 9: 'export const item9 = 99\n' }),
    'src/new.ts': 'export {}\n',
  })
  expect(repo.commit('--', 'src/app.ts', 'src/new.ts')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
