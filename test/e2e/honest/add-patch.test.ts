import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const BOTH = edit(APP, { 3: 'export const item3 = 33\n', 20: 'export const item20 = 2020\n' })

test('git add -p: one hunk of a recorded write now, the other one in the next commit', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': BOTH })
  expect(repo.tryGit(['add', '-p'], { input: 'y\nn\n' }).code).toBe(0)
  const first = repo.commit()
  expect(first.code, first.err).toBe(0)
  expect(repo.git('show', 'HEAD:src/app.ts')).not.toContain('2020')
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: ['notice partial src/app.ts'] })
})

test('git add -p over two writes of the same lines stages a state that was never on disk', async () => {
  const repo = gatedRepo()
  const draft = edit(APP, { 3: 'export const draft = 3\n', 20: 'export const item20 = 2020\n' })
  repo.trace({ 'src/app.ts': draft })
  repo.trace({ 'src/app.ts': edit(draft, { 3: 'export const item3 = 33\n' }) })
  expect(repo.tryGit(['add', '-p'], { input: 'y\nn\n' }).code).toBe(0)
  const first = repo.commit()
  expect(first.code, first.err).toBe(0)
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect((await repo.landing()).net).toEqual([])
})
