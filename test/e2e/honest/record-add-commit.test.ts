import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('record, add, commit: the ledger goes with the change by itself', async () => {
  const repo = gatedRepo()
  repo.write({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  expect(repo.run('record').code).toBe(0)
  repo.git('add', 'src/app.ts')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('show', '--name-only', '--format=', 'HEAD')).toMatch(
    /^\.orchestration\/agent_trace\/.*\.jsonl$/m,
  )
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('what was not recorded is refused, and once it is recorded the same commit goes through', async () => {
  const repo = gatedRepo()
  repo.write({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  repo.git('add', 'src/app.ts')
  const refused = repo.commit()
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('trace-missing src/app.ts')
  repo.record()
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
