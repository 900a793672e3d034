import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('git rm, recorded', async () => {
  const repo = gatedRepo()
  repo.git('rm', '-q', 'src/app.ts')
  repo.record()
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a deletion recorded on a branch holds although upstream edited the file meanwhile', async () => {
  const repo = gatedRepo({ files: { 'src/old.ts': 'export const old = 1\n' } })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.git('rm', '-q', 'src/old.ts')
  repo.record()
  expect(repo.commit().code).toBe(0)
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/old.ts': 'export const old = 2\n' })
  repo.git('checkout', '-q', 'topic')
  expect(repo.tryGit(['rebase', 'main']).code).toBe(1)
  repo.git('rm', '-q', 'src/old.ts')
  const done = repo.tryGit(['-c', 'core.editor=true', 'rebase', '--continue'])
  expect(done.code, done.err).toBe(0)
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('a file that is deleted, and written anew in the next commit', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': null })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 1: '' }) })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a file that was created and deleted again between two commits', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/draft.ts': 'export {}\n' })
  repo.trace({ 'src/draft.ts': null, 'src/new.ts': 'export const fresh = 1\n' })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
