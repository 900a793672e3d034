import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo, gatedRepoAt } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'

/** What CI has: the commits, and nothing of the machine they were made on. */
function cloned(repo: GatedRepo, ...args: string[]): GatedRepo {
  const clone = gatedRepoAt(temporaryFolder())
  clone.git('clone', '-q', '--no-local', ...args, `file://${repo.dir}`, '.')
  return clone
}

test('a branch with drafts that were never committed passes in a fresh clone as it did at home', async () => {
  const repo = gatedRepo()
  const draft = edit(APP, { 3: 'export const draft = 3\n', 20: 'export const item20 = 2020\n' })
  repo.trace({ 'src/app.ts': draft })
  repo.commitTraced({ 'src/app.ts': edit(draft, { 3: 'export const item3 = 33\n' }) })
  expect(await cloned(repo).landing()).toEqual({ net: [], each: [] })
})

test('what git add -p took apart passes in a fresh clone, commit by commit', async () => {
  const repo = gatedRepo()
  const draft = edit(APP, { 3: 'export const draft = 3\n', 20: 'export const item20 = 2020\n' })
  repo.trace({ 'src/app.ts': draft })
  repo.trace({ 'src/app.ts': edit(draft, { 3: 'export const item3 = 33\n' }) })
  expect(repo.tryGit(['add', '-p'], { input: 'y\nn\n' }).code).toBe(0)
  expect(repo.commit().code).toBe(0)
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(0)
  const { net, each } = await cloned(repo).landing()
  expect(net).toEqual([])
  expect(each).toEqual(['notice partial src/app.ts'])
})

test('a blobless clone fetches what it needs, and passes', async () => {
  const repo = gatedRepo()
  repo.git('config', 'uploadpack.allowFilter', 'true')
  repo.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(await cloned(repo, '--filter=blob:none').landing()).toEqual({ net: [], each: [] })
})

test('a bare clone is judged without a working tree', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  const bare = gatedRepoAt(temporaryFolder())
  bare.git('clone', '-q', '--bare', repo.dir, '.')
  expect(await bare.landing()).toEqual({ net: [], each: [] })
})

test('a shallow clone that is deep enough for the range passes', async () => {
  const repo = gatedRepo()
  const base = repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(await cloned(repo, '--depth=2').landing(base)).toEqual({ net: [], each: [] })
})
