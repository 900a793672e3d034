import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'

test('patches that travel by mail bring their records: format-patch, am, and a range that passes', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) }, 'one')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 333\n' }) }, 'two')
  const mails = temporaryFolder()
  repo.git('format-patch', '-q', '-o', mails, 'main')
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  const base = repo.git('rev-parse', 'HEAD')
  const applied = repo.tryGit([
    'am',
    '-q',
    '--3way',
    join(mails, '0001-one.patch'),
    join(mails, '0002-two.patch'),
  ])
  expect(applied.code, applied.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
})
