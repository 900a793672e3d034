import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('ledger compact puts old shards together, is committed, and no record is lost', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  const before = repo.git('rev-parse', 'HEAD')
  const compacted = repo.cli(['ledger', 'compact', '--before', '2999-01-01'])
  expect(compacted.code, compacted.err).toBe(0)
  expect(repo.git('ls-files', '.orchestration/agent_trace').match(/\.jsonl$/gm)).toHaveLength(1)
  expect(repo.commit('-m', 'Compact the ledger')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing(before)).toEqual({ net: [], each: [] })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '', 20: '' }) })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a branch that is open while main compacts its ledger still merges and lands', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 4: '' }) })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/new.ts': 'export {}\n' })
  repo.git('checkout', '-q', 'main')
  expect(repo.cli(['ledger', 'compact', '--before', '2999-01-01']).code).toBe(0)
  expect(repo.commit('-m', 'Compact the ledger').code).toBe(0)
  expect(await repo.landing('main', 'topic')).toEqual({ net: [], each: [] })
  const merged = repo.tryGit(['merge', '--no-edit', 'topic'])
  expect(merged.code, merged.err).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
