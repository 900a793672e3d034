import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, gatedRepo, gatedRepoAt } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'

test('commits in a new worktree are judged there, and its ledger merges back', async () => {
  const repo = gatedRepo()
  const tree = gatedRepoAt(join(temporaryFolder(), 'a tree'))
  repo.git('worktree', 'add', '-q', tree.dir, '-b', 'topic')
  tree.write({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  expect(tree.commit('-a').code, 'the hooks run there').toBe(1)
  tree.record()
  expect(tree.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(tree.git('status', '--porcelain')).toBe('')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const item20 = 2020\n' }) })
  const merged = repo.tryGit(['merge', '--no-edit', 'topic'])
  expect(merged.code, merged.err).toBe(0)
  expect(repo.git('ls-files', '.orchestration/agent_trace').match(/\.jsonl$/gm)).toHaveLength(2)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('commit -a, commit <path> and amend in a worktree', async () => {
  const repo = gatedRepo()
  const tree = gatedRepoAt(join(temporaryFolder(), 'tree'))
  repo.git('worktree', 'add', '-q', tree.dir, '-b', 'topic')
  tree.trace({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }), 'src/new.ts': 'export {}\n' })
  tree.git('add', 'src/new.ts')
  expect(tree.commit('--', 'src/app.ts')).toMatchObject({ code: 0, err: '' })
  expect(tree.git('status', '--porcelain')).toBe('A  src/new.ts')
  expect(tree.commit('--amend', '--no-edit')).toMatchObject({ code: 0, err: '' })
  expect(tree.git('status', '--porcelain')).toBe('')
  expect(await tree.landing()).toEqual({ net: [], each: [] })
})
