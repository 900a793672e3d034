import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'

const MAIN = { 3: 'export const main3 = 3\n' }
const TOPIC = { 20: 'export const topic20 = 20\n' }
const MORE = { 12: 'export const more12 = 12\n' }

/** `topic` left `main` (checked out), which has moved on since. */
function diverged(main: Record<number, string> = MAIN): GatedRepo {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, TOPIC) }, 'topic')
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, main) }, 'main')
  return repo
}

/** As a forge does it: the branch becomes one commit of main, and no hook runs. */
function squashMerge(repo: GatedRepo, branch: string): void {
  repo.git('merge', '-q', '--squash', branch)
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', `${branch} (#1)`)
}

test('a branch that is behind main is judged as what would land', async () => {
  const repo = diverged()
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('a branch that conflicts with main is judged as it stands', async () => {
  const repo = diverged({ 20: 'export const main20 = 20\n' })
  expect(repo.tryGit(['merge-tree', '--write-tree', 'main', 'topic']).code).toBe(1)
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('squash-merged on the forge, then main is judged', async () => {
  const repo = diverged()
  const base = repo.git('rev-parse', 'main')
  squashMerge(repo, 'topic')
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
  expect(await repo.landing('adopted')).toEqual({ net: [], each: [] })
})

test('stacked branches: the lower one is squash-merged, and the upper one still lands', async () => {
  const repo = diverged()
  repo.git('checkout', '-q', '-b', 'upper', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { ...TOPIC, ...MORE }) }, 'upper')
  repo.git('checkout', '-q', 'main')
  squashMerge(repo, 'topic')
  expect(await repo.landing('main', 'upper')).toEqual({ net: [], each: [] })
  repo.git('checkout', '-q', 'upper')
  const rebased = repo.tryGit(['rebase', '--onto', 'main', 'topic'])
  expect(rebased.code, rebased.err).toBe(0)
  expect(await repo.landing('main', 'upper')).toEqual({ net: [], each: [] })
})

test('work goes on on a branch that was squash-merged already', async () => {
  const repo = diverged()
  squashMerge(repo, 'topic')
  repo.git('checkout', '-q', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const again20 = 20\n' }) }, 'again')
  expect(repo.tryGit(['merge', '-q', '--no-edit', 'main']).code).toBe(1)
  repo.git('checkout', '-q', '--ours', '--', 'src/app.ts')
  repo.write({ 'src/app.ts': edit(repo.read('src/app.ts'), MAIN) })
  repo.git('add', 'src/app.ts')
  const merged = repo.commit('--no-edit')
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
})

test('a merged pull request is reverted in another one, and that one in a third', async () => {
  const repo = diverged()
  squashMerge(repo, 'topic')
  repo.git('checkout', '-q', '-b', 'undo')
  expect(repo.tryGit(['revert', '--no-edit', 'main']).code).toBe(0)
  expect((await repo.landing('main', 'undo')).net).toEqual(['notice revert src/app.ts'])
  repo.git('checkout', '-q', 'main')
  squashMerge(repo, 'undo')
  repo.git('checkout', '-q', '-b', 'redo')
  const again = repo.tryGit(['revert', '--no-edit', 'main'])
  expect(again.code, again.err).toBe(0)
  expect(await repo.landing('main', 'redo')).toEqual({ net: [], each: [] })
})

test('a fix is cherry-picked to a release branch, and both branches go on', async () => {
  const repo = diverged()
  repo.git('branch', 'release', 'adopted')
  const fix = repo.commitTraced(
    { 'src/app.ts': edit(APP, { ...MAIN, 9: 'export const fixed9 = 9\n' }) },
    'fix',
  )
  repo.git('checkout', '-q', 'release')
  const picked = repo.tryGit(['cherry-pick', '-x', fix])
  expect(picked.code, picked.err).toBe(0)
  expect(await repo.landing('adopted', 'release')).toEqual({ net: [], each: [] })
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 1: '' }) }, 'release only')
  expect(await repo.landing('adopted', 'release')).toEqual({ net: [], each: [] })
  const merged = repo.tryGit(['merge', '-q', '--no-edit', 'main'])
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing('main', 'release')).toEqual({ net: [], each: [] })
})

test('a branch that merged main twice (criss-cross) lands only its own lines', async () => {
  const repo = diverged()
  repo.git('checkout', '-q', '-b', 'other', 'topic')
  expect(repo.tryGit(['merge', '-q', '--no-edit', 'main']).code).toBe(0)
  repo.git('checkout', '-q', 'main')
  expect(repo.tryGit(['merge', '-q', '--no-edit', '--no-ff', 'topic']).code).toBe(0)
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 1: '' }) }, 'main again')
  repo.git('checkout', '-q', 'other')
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), MORE) }, 'other')
  expect(repo.git('merge-base', '--all', 'main', 'other').split('\n')).toHaveLength(2)
  expect(await repo.landing('main', 'other')).toEqual({ net: [], each: [] })
})
