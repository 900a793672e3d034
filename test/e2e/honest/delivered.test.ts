import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'

const CLEAN = { net: [], each: [] }

function moveMain(repo: GatedRepo): void {
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 2: 'export const item2 = 22\n' }) })
}

function squash(repo: GatedRepo, branch: string): string {
  repo.git('checkout', '-q', 'main')
  repo.git('merge', '-q', '--squash', branch)
  repo.git('commit', '-q', '-m', `Squash ${branch}`)
  return repo.git('rev-parse', 'HEAD')
}

function topic(repo: GatedRepo, lines: Readonly<Record<number, string>>): void {
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, lines) })
}

test.each([
  ['two hunks', edit(APP, { 8: 'added8()\n', 20: 'added20()\n' }), 'y\nn\n'],
  [
    'a moved line and a new one',
    edit(APP, { 8: '', 12: `${APP.split('\n')[11]}\nexport const item8 = 8\n`, 22: 'added()\n' }),
    'n\ny\n',
  ],
])(
  'of %s, one is staged, rebased over a moved main, and the rest committed after it',
  async (_, text, picks) => {
    const repo = gatedRepo()
    repo.git('checkout', '-q', '-b', 'topic')
    repo.trace({ 'src/app.ts': text })
    expect(repo.tryGit(['add', '-p'], { input: picks }).code).toBe(0)
    expect(repo.commit().code).toBe(0)
    repo.git('stash', '-q')
    moveMain(repo)
    repo.git('rebase', '-q', 'main', 'topic')
    repo.git('stash', 'pop', '-q')
    repo.git('add', '-A')
    const done = repo.commit()
    expect(done.code, done.err).toBe(0)
    expect((await repo.landing('main')).net).toEqual([])
  },
)

test('a shard that was committed before its file, onto a moved main, covers it', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.trace({ 'src/app.ts': edit(APP, { 8: 'added8()\n' }) })
  repo.git('add', '.orchestration')
  expect(repo.commit().code).toBe(0)
  repo.git('stash', '-q')
  moveMain(repo)
  repo.git('rebase', '-q', 'main', 'topic')
  repo.git('stash', 'pop', '-q')
  repo.git('add', '-A')
  const done = repo.commit()
  expect(done.code, done.err).toBe(0)
  expect(await repo.landing('main')).toEqual(CLEAN)
})

test('what a squash delivered may be written again with a record of its own', async () => {
  const repo = gatedRepo()
  topic(repo, { 8: 'audit()\n' })
  moveMain(repo)
  const landed = squash(repo, 'topic')
  repo.commitTraced({ 'src/app.ts': `${repo.read('src/app.ts')}audit()\n` })
  expect(await repo.landing(landed)).toEqual(CLEAN)
})

test('a squash is reverted, and the revert reverted, under their names', async () => {
  const repo = gatedRepo()
  topic(repo, { 8: 'audit()\n' })
  moveMain(repo)
  const landed = squash(repo, 'topic')
  for (const gone of ['yes', 'no']) {
    const base = repo.git('rev-parse', 'HEAD')
    const done = repo.tryGit(['revert', '--no-edit', 'HEAD'])
    expect(done.code, done.err).toBe(0)
    expect(repo.read('src/app.ts').includes('audit()')).toBe(gone === 'no')
    expect((await repo.landing(base)).net.filter((said) => !said.startsWith('notice revert '))).toEqual([])
  }
  expect(repo.git('diff', landed, 'HEAD', '--', 'src')).toBe('')
})

test('a branch that stands on a squashed one lands, rebased or not', async () => {
  const repo = gatedRepo()
  topic(repo, { 8: 'first()\n', 9: 'second()\n' })
  repo.git('checkout', '-q', '-b', 'stacked')
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: 'better()\n' }) })
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 20: 'third()\n' }) })
  moveMain(repo)
  squash(repo, 'topic')
  expect(await repo.landing('main', 'stacked')).toEqual(CLEAN)
  repo.git('rebase', '-q', '--onto', 'main', 'topic', 'stacked')
  expect(await repo.landing('main', 'stacked')).toEqual(CLEAN)
  squash(repo, 'stacked')
  expect(await repo.landing('HEAD^')).toEqual(CLEAN)
})
