import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo, gatedRepoAt } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'

async function expectWorks(repo: GatedRepo): Promise<void> {
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }), 'src/new.ts': 'export {}\n' })
  expect(repo.commit('-a').code, 'the hooks run').toBe(1)
  repo.record()
  repo.git('add', 'src/new.ts')
  expect(repo.commit('--', 'src/app.ts')).toMatchObject({ code: 0, err: '' })
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(repo.git('status', '--porcelain')).toBe('')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
}

function moved(repo: GatedRepo, name: string): GatedRepo {
  const dir = join(temporaryFolder(), name)
  renameSync(repo.dir, dir)
  mkdirSync(repo.dir)
  return gatedRepoAt(dir)
}

test.each(['it\'s "quoted" $(echo no) `echo no`', '-naïve-日本語\\', 'two\nlines'])(
  'a repository in a folder named %j',
  async (name) => {
    await expectWorks(moved(gatedRepo(), name))
  },
)

test('a repository reached through a symbolic link', async () => {
  const link = join(temporaryFolder(), 'link')
  symlinkSync(gatedRepo().dir, link)
  await expectWorks(gatedRepoAt(link))
})

test('a repository whose git directory lives elsewhere', async () => {
  const repo = gatedRepo()
  repo.git('init', '-q', `--separate-git-dir=${join(temporaryFolder(), 'git dir')}`)
  await expectWorks(repo)
})

test('GIT_DIR and GIT_WORK_TREE are set from outside', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  const env = { GIT_DIR: join(repo.dir, '.git'), GIT_WORK_TREE: repo.dir }
  const committed = repo.tryGit(['commit', '-a', '-m', 'work'], { env, cwd: temporaryFolder() })
  expect(committed).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a sparse checkout that has the sources and the ledger', async () => {
  const repo = gatedRepo({ files: { 'big/data.txt': 'much\n' } })
  repo.git('sparse-checkout', 'set', 'src', '.orchestration')
  await expectWorks(repo)
  expect(repo.git('ls-files', 'big')).toBe('big/data.txt')
})
