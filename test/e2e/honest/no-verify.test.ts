import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('commit -n of recorded work: the records are staged by hand, and nothing is lost', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) }, '--stage')
  const skipped = repo.commit('-n', '-a')
  expect(skipped.code, skipped.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('commit -n of recorded work whose records nobody staged: it is refused with the command that stages them', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  const refused = repo.commit('-n', '-a')
  expect(refused.code).toBe(1)
  const command = /records that are not staged do not count here: git (.*)/.exec(refused.err)?.[1]
  repo.git(...(command ?? '').split(' '))
  const skipped = repo.commit('-n', '-a')
  expect(skipped.code, skipped.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
