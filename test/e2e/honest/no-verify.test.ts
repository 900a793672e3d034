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

test('commit -n -a: the gate that -n does not skip takes the records along by itself, or says what to stage', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  const skipped = repo.commit('-n', '-a')
  if (skipped.code !== 0) {
    expect(skipped.err).toMatch(/stage/)
    repo.git('add', '-A')
    expect(repo.commit('-n', '-a').code).toBe(0)
  }
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
