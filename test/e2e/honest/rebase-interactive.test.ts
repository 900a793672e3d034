import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'

const STEPS = [
  edit(APP, { 3: 'export const item3 = 33\n' }),
  edit(APP, { 3: 'export const item3 = 333\n' }),
  edit(APP, { 3: 'export const item3 = 333\n', 20: 'export const item20 = 2020\n' }),
]

function threeCommits(): GatedRepo {
  const repo = gatedRepo()
  for (const [at, text] of STEPS.entries()) repo.commitTraced({ 'src/app.ts': text }, `step ${at + 1}`)
  return repo
}

/** Rebases with the todo list edited by a sed script; the message editor keeps what it is given. */
function rebase(repo: GatedRepo, script: string, editor = 'true') {
  return repo.tryGit(['rebase', '-i', 'adopted'], {
    env: { GIT_SEQUENCE_EDITOR: `sed -i -e '${script}'`, GIT_EDITOR: editor },
  })
}

test('squash: three commits become one', async () => {
  const repo = threeCommits()
  const done = rebase(repo, '2,3s/^pick/squash/')
  expect(done.code, done.err).toBe(0)
  expect(repo.git('rev-list', '--count', 'adopted..HEAD')).toBe('1')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('fixup with --autosquash goes into the commit it mends', async () => {
  const repo = threeCommits()
  repo.trace({ 'src/app.ts': edit(STEPS[2]!, { 20: 'export const item20 = 20.5\n' }) })
  repo.git('add', '-A')
  expect(repo.commit('--fixup', 'HEAD').code).toBe(0)
  const done = repo.tryGit(['rebase', '-i', '--autosquash', 'adopted'], {
    env: { GIT_SEQUENCE_EDITOR: 'true' },
  })
  expect(done.code, done.err).toBe(0)
  expect(repo.git('rev-list', '--count', 'adopted..HEAD')).toBe('3')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('reword: the message changes, the evidence stays', async () => {
  const repo = threeCommits()
  const done = rebase(repo, '2s/^pick/reword/', `sh -c 'echo "other words" >"$1"' --`)
  expect(done.code, done.err).toBe(0)
  expect(repo.git('log', '-1', '--format=%s', 'HEAD^')).toBe('other words')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('drop: the last commit goes, with its records', async () => {
  const repo = threeCommits()
  const done = rebase(repo, '3s/^pick/drop/')
  expect(done.code, done.err).toBe(0)
  expect(repo.read('src/app.ts')).toBe(STEPS[1])
  expect(repo.git('status', '--porcelain')).toBe('')
  repo.commitTraced({ 'src/app.ts': STEPS[2]! })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('reorder: two commits that do not touch each other change places', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': STEPS[0]! }, 'first')
  repo.commitTraced({ 'src/app.ts': edit(STEPS[0]!, { 20: 'export const item20 = 2020\n' }) }, 'second')
  const done = rebase(repo, '1{h;d};2G')
  expect(done.code, done.err).toBe(0)
  expect(repo.git('log', '-2', '--format=%s')).toBe('first\nsecond')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('edit: the rebase stops, more recorded work is amended in, and it goes on', async () => {
  const repo = threeCommits()
  expect(rebase(repo, '2s/^pick/edit/').code).toBe(0)
  repo.trace({ 'src/app.ts': edit(STEPS[1]!, { 9: 'export const item9 = 99\n' }) })
  const amended = repo.commit('-a', '--amend', '--no-edit')
  expect(amended.code, amended.err).toBe(0)
  const done = repo.tryGit(['rebase', '--continue'], { env: { GIT_EDITOR: 'true' } })
  expect(done.code, done.err).toBe(0)
  expect(repo.read('src/app.ts')).toMatch(/item9 = 99.*2020/s)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('edit: one commit is split in two', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': STEPS[2]!, 'src/new.ts': 'export const fresh = 1\n' })
  expect(rebase(repo, '1s/^pick/edit/').code).toBe(0)
  repo.git('reset', '-q', 'HEAD^')
  repo.git('add', '-A', 'src/new.ts', '.orchestration')
  expect(repo.commit('-m', 'new').code).toBe(0)
  repo.git('add', '-A')
  expect(repo.commit('-m', 'app').code).toBe(0)
  expect(repo.tryGit(['rebase', '--continue'], { env: { GIT_EDITOR: 'true' } }).code).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
