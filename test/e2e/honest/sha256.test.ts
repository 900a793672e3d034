import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('a repository with SHA-256 object ids: commit, amend, merge, revert', async () => {
  const repo = gatedRepo({ objects: 'sha256' })
  repo.git('checkout', '-q', '-b', 'topic')
  expect(repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })).toHaveLength(64)
  repo.trace({ 'src/app.ts': edit(APP, { 3: '', 4: '' }) })
  expect(repo.commit('-a', '--amend', '--no-edit')).toMatchObject({ code: 0, err: '' })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: '' }) })
  const merged = repo.tryGit(['merge', '--no-edit', 'topic'])
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
  const base = repo.git('rev-parse', 'HEAD')
  expect(repo.tryGit(['revert', '--no-edit', 'topic']).code).toBe(0)
  expect((await repo.landing(base)).net).toEqual(['notice revert src/app.ts'])
})
