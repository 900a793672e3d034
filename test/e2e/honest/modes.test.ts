import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('mode shadow: everything is reported, nothing blocks', async () => {
  const repo = gatedRepo({ policy: 'mode: shadow\n' })
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }), 'elsewhere.ts': 'export {}\n' })
  repo.git('add', '-A')
  const committed = repo.commit()
  expect(committed.code, committed.err).toBe(0)
  expect(committed.err).toContain('trace-missing elsewhere.ts')
  const findings = ['error trace-missing elsewhere.ts', 'error trace-missing src/app.ts']
  expect(await repo.landing()).toEqual({ net: findings, each: findings })
})

test('mode ratchet: an old file is free until a record names it; from then on it is held', async () => {
  const repo = gatedRepo({ policy: 'mode: ratchet\n' })
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  const free = repo.commit('-a')
  expect(free.code, free.err).toBe(0)
  expect(free.err).toContain('free until first traced')
  expect((await repo.landing()).net).toEqual(['notice trace-missing src/app.ts'])
  const base = repo.git('rev-parse', 'HEAD')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(await repo.landing(base)).toEqual({ net: [], each: [] })
  repo.write({ 'src/app.ts': edit(APP, { 3: '', 9: '', 12: '' }) })
  expect(repo.commit('-a').code).toBe(1)
})

test('mode ratchet: what was free when it was committed stays so when the branch is judged commit by commit', async () => {
  const repo = gatedRepo({ policy: 'mode: ratchet\n' })
  repo.write({ 'src/app.ts': edit(APP, { 3: 'export const free = 3\n' }) })
  expect(repo.commit('-a').code).toBe(0)
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: '' }) })
  const { net, each } = await repo.landing()
  expect(each).toEqual(['notice hash-mismatch src/app.ts'])
  expect(net).toEqual(['notice hash-mismatch src/app.ts'])
})

test('mode ratchet: what is untraced after the first record is refused, in the net of the branch too', async () => {
  const repo = gatedRepo({ policy: 'mode: ratchet\n' })
  repo.write({ 'src/app.ts': edit(APP, { 3: 'export const free = 3\n' }) })
  expect(repo.commit('-a').code).toBe(0)
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 9: '' }) })
  repo.write({ 'src/app.ts': edit(repo.read('src/app.ts'), { 20: 'export const sneaked = 20\n' }) })
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'past the hooks')
  const { net, each } = await repo.landing()
  expect(new Set(net)).toEqual(new Set(['refused', 'error hash-mismatch src/app.ts']))
  expect(each).toContain('error hash-mismatch src/app.ts')
})

test('a baseline: the history before it is not judged', async () => {
  const repo = gatedRepo()
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'from before')
  const baseline = repo.git('rev-parse', 'HEAD')
  repo.policy(`new_intents: review\nbaseline: ${baseline}\n`)
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'The baseline')
  repo.git('tag', 'with-baseline')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(await repo.landing('with-baseline')).toEqual({ net: [], each: [] })
  const audit = repo.check('--all')
  expect(audit.out + audit.err).not.toContain('src/app.ts')
})

test('policy trailer: add — the message says which intent', async () => {
  const repo = gatedRepo({ policy: 'trailer: add\n' })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) }, 'Take a line out')
  expect(repo.git('log', '-1', '--format=%(trailers:key=Intent,valueonly)')).toBe('INT-001')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('policy trailer: require — a message that says it passes', async () => {
  const repo = gatedRepo({ policy: 'trailer: require\n' })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) }, 'Take a line out\n\nIntent: INT-001')
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('policy ledger.layout: single — one file holds all records', async () => {
  const repo = gatedRepo({ policy: 'ledger: { layout: single }\n' })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(repo.read('.orchestration/agent_trace.jsonl').trim().split('\n')).toHaveLength(2)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('policy ledger.layout: single — two branches merge without a conflict, after init', async () => {
  const repo = gatedRepo({ policy: 'ledger: { layout: single }\n' })
  expect(repo.cli(['init', '--yes', '--hooks', 'direct']).code).toBe(0)
  expect(repo.read('.gitattributes')).toContain('\n.orchestration/agent_trace.jsonl merge=union\n')
  repo.git('add', '-A')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Attributes')
  repo.commitTraced({ 'src/first.ts': 'export const first = 1\n' })
  repo.git('checkout', '-q', '-b', 'side')
  repo.commitTraced({ 'src/side.ts': 'export const side = 1\n' })
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/main.ts': 'export const main = 1\n' })
  expect(repo.tryGit(['merge', '--no-edit', 'side'])).toMatchObject({ code: 0 })
  expect(repo.read('.orchestration/agent_trace.jsonl').trim().split('\n')).toHaveLength(3)
  expect(repo.cli(['ledger', 'verify']).code).toBe(0)
  expect((await repo.landing('HEAD~1', 'HEAD')).net).toEqual([])
})

test('policy commits: each — every commit of a good branch passes', async () => {
  const repo = gatedRepo({ policy: 'commits: each\n' })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: '', 9: '' }) })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
