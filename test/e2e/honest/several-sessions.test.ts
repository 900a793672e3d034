import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, gatedRepo, gatedRepoAt } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'

const TWO = `active_intents:
  - id: INT-001
    name: Work on the sources
    status: IN_PROGRESS
    owned_scope: ["src/**"]
  - id: INT-002
    name: Write the manual
    status: IN_PROGRESS
    owned_scope: ["docs/**"]
`

test('the work of two intents in one commit', async () => {
  const repo = gatedRepo({ intents: TWO })
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }), 'docs/manual.md': 'How to use it.\n' })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('two models, each with a record of its own, in one commit', async () => {
  const repo = gatedRepo({ intents: TWO })
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) }, '--intent', 'INT-001', '--model', 'one/model')
  repo.trace({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) }, '--intent', 'INT-001', '--model', 'other/model')
  repo.trace({ 'docs/manual.md': 'How to use it.\n' }, '--intent', 'INT-002', '--by', 'mixed')
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('two agents in two worktrees: their ledgers merge without a conflict, on either side', async () => {
  const repo = gatedRepo()
  const [one, two] = ['one', 'two'].map((name) => {
    const tree = gatedRepoAt(join(temporaryFolder(), name))
    repo.git('worktree', 'add', '-q', tree.dir, '-b', name)
    return tree
  })
  for (const round of [1, 2]) {
    one!.commitTraced({ 'src/one.ts': `export const round = ${round}\n` })
    two!.commitTraced({ 'src/two.ts': `export const round = ${round}\n` })
  }
  const merged = two!.tryGit(['merge', '--no-edit', 'one'])
  expect(merged.code, merged.err).toBe(0)
  expect(repo.tryGit(['merge', '--no-edit', 'two']).code).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('one working tree works on two branches in turn: their shards merge without a conflict', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'one')
  repo.commitTraced({ 'src/one.ts': 'export {}\n' })
  repo.git('checkout', '-q', '-b', 'two', 'adopted')
  repo.commitTraced({ 'src/two.ts': 'export {}\n' })
  repo.git('checkout', '-q', 'one')
  repo.commitTraced({ 'src/one.ts': 'export const more = 1\n' })
  const merged = repo.tryGit(['merge', '--no-edit', 'two'])
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
