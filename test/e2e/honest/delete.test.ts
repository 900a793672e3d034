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

test('a deletion is committed by its path while other work stays staged', async () => {
  const repo = gatedRepo({ files: { 'src/old.ts': 'export const old = 1\n' } })
  repo.trace({ 'src/old.ts': null, 'src/new.ts': 'export const fresh = 1\n' })
  repo.git('add', '-A')
  expect(repo.commit('--', 'src/old.ts')).toMatchObject({ code: 0, err: '' })
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('git rm --cached: the file stays on disk, ignored from now on', async () => {
  const repo = gatedRepo({ files: { 'src/local.ts': 'export const local = 1\n' } })
  repo.git('rm', '-q', '--cached', 'src/local.ts')
  expect(repo.cli(['adopt', '--yes', 'src/local.ts']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a file makes way for a folder of its name, and comes back', async () => {
  const repo = gatedRepo({ files: { 'src/thing': 'one\ntwo\n' } })
  repo.write({ 'src/thing': null })
  repo.commitTraced({ 'src/thing/inside.ts': 'export {}\n' })
  repo.write({ 'src/thing': null })
  repo.commitTraced({ 'src/thing': 'three\n' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('git add -N announces a file that another commit leaves out', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }), 'src/new.ts': 'export {}\n' })
  repo.git('add', '-N', 'src/new.ts')
  repo.git('add', 'src/app.ts')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
