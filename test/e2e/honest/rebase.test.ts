import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

/** `main` and `topic` have each changed src/app.ts since they parted. */
function parted(main: Record<number, string>, topic: Record<number, string>) {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, topic) })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, main) })
  repo.git('checkout', '-q', 'topic')
  return repo
}

test('rebase onto a branch that changed a line next to mine', async () => {
  const repo = parted({ 10: 'export const main10 = 10\n' }, { 12: 'export const topic12 = 12\n' })
  const rebased = repo.tryGit(['rebase', 'main'])
  expect(rebased.code, rebased.err).toBe(0)
  expect(repo.read('src/app.ts')).toMatch(/main10.*topic12/s)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
  expect(await repo.landing('adopted', 'topic')).toEqual({ net: [], each: [] })
})

test('rebase onto a branch that moved my lines down', async () => {
  const repo = parted({ 1: `${'// a new line\n'.repeat(9)}export const item1 = 1\n` }, { 12: '' })
  expect(repo.tryGit(['rebase', 'main']).code).toBe(0)
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('a conflict in a rebase is resolved, recorded and continued', async () => {
  const repo = parted({ 12: 'export const main12 = 12\n' }, { 12: 'export const topic12 = 12\n' })
  expect(repo.tryGit(['rebase', 'main']).code).toBe(1)
  repo.trace({ 'src/app.ts': edit(APP, { 12: 'export const both12 = 12\n' }) })
  repo.git('add', 'src/app.ts')
  const continued = repo.tryGit(['-c', 'core.editor=true', 'rebase', '--continue'])
  expect(continued.code, continued.err).toBe(0)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect((await repo.landing('main', 'topic')).net).toEqual([])
  expect((await repo.landing('main', 'topic')).each).toEqual([])
})

test('a conflict in a rebase may be resolved with mine, unchanged', async () => {
  const repo = parted({ 12: 'export const main12 = 12\n' }, { 12: 'export const topic12 = 12\n' })
  expect(repo.tryGit(['rebase', 'main']).code).toBe(1)
  repo.trace({ 'src/app.ts': edit(APP, { 12: 'export const topic12 = 12\n' }) })
  repo.git('add', 'src/app.ts')
  const continued = repo.tryGit(['-c', 'core.editor=true', 'rebase', '--continue'])
  expect(continued.code, continued.err).toBe(0)
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('work goes on after a rebase', async () => {
  const repo = parted({ 10: 'export const main10 = 10\n' }, { 12: 'export const topic12 = 12\n' })
  expect(repo.tryGit(['rebase', 'main']).code).toBe(0)
  repo.commitTraced({ 'src/app.ts': repo.read('src/app.ts').replace('topic12', 'again12') })
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})
