import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('the husky layout: commit, commit <path>, amend, merge, revert', async () => {
  const repo = gatedRepo({ layout: 'husky' })
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  expect(repo.commit('-a').code, 'the hooks run').toBe(1)
  repo.record()
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.trace({ 'src/app.ts': edit(APP, { 3: '', 9: '' }), 'src/new.ts': 'export {}\n' })
  repo.git('add', 'src/new.ts')
  expect(repo.commit('--', 'src/app.ts')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('A  src/new.ts')
  expect(repo.commit('--amend', '--no-edit')).toMatchObject({ code: 0, err: '' })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 20: '' }) })
  const merged = repo.tryGit(['merge', '--no-edit', 'topic'])
  expect(merged.code, merged.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
