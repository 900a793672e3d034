import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

/** `main` (checked out) and `topic` have each changed src/app.ts since they parted. */
function parted(main: Record<number, string>, topic: Record<number, string>) {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, topic) })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, main) })
  return repo
}

const CONFLICT = [{ 12: 'export const main12 = 12\n' }, { 12: 'export const topic12 = 12\n' }] as const

test('a clean merge needs no record of its own', async () => {
  const repo = parted({ 3: 'export const item3 = 33\n' }, { 20: 'export const item20 = 2020\n' })
  const merged = repo.tryGit(['merge', '--no-ff', '--no-edit', 'topic'])
  expect(merged.code, merged.err).toBe(0)
  expect(repo.git('rev-list', '--no-walk', '--parents', 'HEAD').split(' ')).toHaveLength(3)
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test.each(['ours', 'theirs'])('a merge conflict resolved with %s needs no record', async (side) => {
  const repo = parted(...CONFLICT)
  expect(repo.tryGit(['merge', 'topic']).code).toBe(1)
  repo.git('checkout', '-q', `--${side}`, '--', 'src/app.ts')
  repo.git('add', 'src/app.ts')
  const merged = repo.commit('--no-edit')
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a merge conflict resolved by keeping both sides needs no record', async () => {
  const repo = parted(...CONFLICT)
  expect(repo.tryGit(['merge', 'topic']).code).toBe(1)
  repo.write({ 'src/app.ts': edit(APP, { 12: `${CONFLICT[0][12]}${CONFLICT[1][12]}` }) })
  repo.git('add', 'src/app.ts')
  const merged = repo.commit('--no-edit')
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a merge conflict resolved with new lines is refused, adopted, and goes through', async () => {
  const repo = parted(...CONFLICT)
  expect(repo.tryGit(['merge', 'topic']).code).toBe(1)
  repo.write({ 'src/app.ts': edit(APP, { 12: 'export const both12 = 24\n' }) })
  repo.git('add', 'src/app.ts')
  expect(repo.commit('--no-edit').code).toBe(1)
  expect(repo.cli(['adopt', '--yes', 'src/app.ts']).code).toBe(0)
  const merged = repo.commit('--no-edit')
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a merge conflict that an agent resolves is recorded by the agent', async () => {
  const repo = parted(...CONFLICT)
  expect(repo.tryGit(['merge', 'topic']).code).toBe(1)
  repo.trace({ 'src/app.ts': edit(APP, { 12: 'export const both12 = 24\n' }) })
  repo.git('add', 'src/app.ts')
  const merged = repo.tryGit(['-c', 'core.editor=true', 'merge', '--continue'])
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('fast-forward: nothing is committed, and the branch lands', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  repo.git('checkout', '-q', 'main')
  expect(repo.tryGit(['merge', '--ff-only', 'topic']).code).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('merge --squash: the records of the branch cover the one commit', async () => {
  const repo = parted({ 3: 'export const item3 = 33\n' }, { 20: 'export const item20 = 2020\n' })
  const base = repo.git('rev-parse', 'main')
  repo.git('checkout', '-q', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 202020\n' }) })
  repo.git('checkout', '-q', 'main')
  expect(repo.tryGit(['merge', '--squash', 'topic']).code).toBe(0)
  expect(repo.commit('--no-edit')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
})

test('octopus: two branches merged at once', async () => {
  const repo = parted({ 3: 'export const item3 = 33\n' }, { 20: 'export const item20 = 2020\n' })
  repo.git('checkout', '-q', '-b', 'other', 'adopted')
  repo.commitTraced({ 'src/new.ts': 'export const fresh = 1\n' })
  repo.git('checkout', '-q', 'main')
  const merged = repo.tryGit(['merge', '--no-edit', 'topic', 'other'])
  expect(merged.code, merged.err).toBe(0)
  expect(repo.git('rev-list', '--no-walk', '--parents', 'HEAD').split(' ')).toHaveLength(4)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('main merged into the branch, then more work: only the branch’s own change lands', async () => {
  const repo = parted({ 3: 'export const item3 = 33\n' }, { 20: 'export const item20 = 2020\n' })
  repo.git('checkout', '-q', 'topic')
  expect(repo.tryGit(['merge', '--no-edit', 'main']).code).toBe(0)
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: '' }) })
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})
