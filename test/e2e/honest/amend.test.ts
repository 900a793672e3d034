import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const LINES = { 3: 'export const item3 = 33\n', 20: 'export const item20 = 2020\n' }
const BOTH = edit(APP, LINES)

test('amend with more recorded work', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: LINES[3] }) })
  repo.trace({ 'src/app.ts': BOTH })
  expect(repo.commit('-a', '--amend', '--no-edit')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('rev-list', '--count', 'adopted..HEAD')).toBe('1')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('amend of the message alone', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': BOTH })
  expect(repo.commit('--amend', '-m', 'better words')).toMatchObject({ code: 0, err: '' })
  expect(repo.commit('--amend', '--no-edit')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test.each([['--no-edit'], ['-m', 'less']])(
  'amend %s may take recorded lines out again',
  async (...message) => {
    const repo = gatedRepo()
    repo.commitTraced({ 'src/app.ts': BOTH })
    repo.write({ 'src/app.ts': edit(APP, { 3: LINES[3] }) })
    const amended = repo.commit('-a', '--amend', ...message)
    expect(amended.code, amended.err).toBe(0)
    expect(repo.git('show', 'HEAD:src/app.ts')).not.toContain('2020')
    expect(await repo.landing()).toEqual({
      net: ['notice partial src/app.ts'],
      each: ['notice partial src/app.ts'],
    })
  },
)

test('amend may take a whole file out of the last commit', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': BOTH, 'src/new.ts': 'export {}\n' })
  repo.git('checkout', '-q', 'HEAD^', '--', 'src/app.ts')
  const amended = repo.commit('--amend', '--no-edit')
  expect(amended.code, amended.err).toBe(0)
  expect(repo.git('diff', '--name-only', 'adopted', 'HEAD', '--', 'src')).toBe('src/new.ts')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('amend of a commit, then work on top of it', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: LINES[3] }) })
  repo.trace({ 'src/app.ts': BOTH })
  expect(repo.commit('-a', '--amend', '--no-edit').code).toBe(0)
  repo.commitTraced({ 'src/app.ts': edit(BOTH, { 3: '' }) })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
