import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

const EDITED = edit(APP, { 3: 'export const item3 = 33\n' })

test('a person adopts what they wrote by hand, and the same commit goes through', async () => {
  const repo = gatedRepo()
  repo.write({ 'src/app.ts': EDITED })
  repo.git('add', 'src/app.ts')
  expect(repo.commit().code).toBe(1)
  expect(repo.cli(['adopt', '--yes', 'src/app.ts']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a person changes by hand what an agent recorded, and adopts the rest', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': EDITED })
  repo.write({ 'src/app.ts': edit(EDITED, { 9: 'export const byHand = 9\n' }) })
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(1)
  expect(repo.cli(['adopt', '--yes', '--all']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect((await repo.landing()).net.filter((said) => !said.startsWith('notice partial'))).toEqual([])
})

test('a branch that the push refuses is adopted with --since', async () => {
  const repo = gatedRepo()
  repo.write({ 'src/app.ts': EDITED })
  expect(repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'past the gate')).toBe('')
  expect((await repo.landing()).net).toEqual(['refused', 'error trace-missing src/app.ts'])
  expect(repo.cli(['adopt', '--yes', '--since', 'adopted', 'src/app.ts']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect((await repo.landing()).net).toEqual([])
})
