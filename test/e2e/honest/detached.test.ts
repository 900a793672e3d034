import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('a commit on a detached HEAD is judged like any other', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '--detach')
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  expect(repo.commit('-a').code).toBe(1)
  repo.record()
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('old commits are looked at, bisected and left again: nothing is written, nothing is in the way', async () => {
  const repo = gatedRepo()
  for (const line of [3, 4, 5, 6])
    repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { [line]: '' }) })
  const bisect = repo.tryGit(['bisect', 'start', 'HEAD', 'before'])
  expect(bisect.code, bisect.err).toBe(0)
  const found = repo.tryGit(['bisect', 'run', 'sh', '-c', 'test "$(wc -l <src/app.ts)" -gt 21'])
  expect(found.out).toContain('is the first bad commit')
  expect(repo.tryGit(['bisect', 'reset']).code).toBe(0)
  repo.git('checkout', '-q', 'before')
  expect(repo.git('status', '--porcelain')).toBe('')
  repo.git('checkout', '-q', 'main')
  expect(repo.git('status', '--porcelain')).toBe('')
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 1: '' }) })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('work recorded on an old commit becomes a branch', async () => {
  const repo = gatedRepo()
  const old = repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 20: '' }) })
  repo.git('checkout', '-q', old)
  repo.trace({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  repo.git('checkout', '-q', '-b', 'topic')
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})
