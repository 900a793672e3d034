import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const DRAFT = edit(APP, { 3: 'export const draft = 3\n' })
const CORRECTED = edit(APP, { 3: 'export const item3 = 33\n', 4: '' })

test('two writes become one commit', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': DRAFT })
  repo.trace({ 'src/app.ts': CORRECTED })
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('the staged draft is committed, the correction follows', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': DRAFT })
  repo.git('add', 'src/app.ts')
  repo.trace({ 'src/app.ts': CORRECTED })
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('M src/app.ts')
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('two commits squashed by reset --soft are one traced commit', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': DRAFT })
  repo.commitTraced({ 'src/app.ts': CORRECTED })
  repo.git('reset', '-q', '--soft', 'HEAD~2')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('rev-list', '--count', 'adopted..HEAD')).toBe('1')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('work that was undone again before the commit leaves records and no trouble', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': DRAFT })
  repo.git('checkout', '-q', '--', 'src/app.ts')
  repo.trace({ 'src/new.ts': 'export const fresh = 1\n' })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  repo.commitTraced({ 'src/app.ts': CORRECTED })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('the same change is made, taken back, and made again, each time recorded', async () => {
  const repo = gatedRepo()
  for (const text of [CORRECTED, APP, CORRECTED, APP, CORRECTED]) repo.commitTraced({ 'src/app.ts': text })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('git reset --hard throws recorded work away, and other work takes its place', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': DRAFT })
  repo.git('reset', '-q', '--hard', 'HEAD^')
  repo.commitTraced({ 'src/app.ts': CORRECTED })
  repo.trace({ 'src/app.ts': edit(CORRECTED, { 9: 'export const draft9 = 9\n' }) })
  repo.git('reset', '-q', '--hard')
  repo.commitTraced({ 'src/app.ts': edit(CORRECTED, { 9: 'export const item9 = 99\n' }) })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('git clean removes a record that was not committed: the work is recorded again', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': DRAFT })
  repo.git('clean', '-fdq', '.orchestration')
  expect(repo.commit('-a').code).toBe(1)
  expect(repo.record()).toContain('src/app.ts')
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
