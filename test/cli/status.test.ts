import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { governed, writeTraced } from './governed.ts'

const HELLO = 'src/greet/hello.js'

test('says that no hook runs the gate, and how to set them up', async () => {
  const { code, out } = await governed().cli('status')
  expect(code).toBe(0)
  expect(out).toContain('not active: none in')
  expect(out).toContain('npx intentgate init')
})

test('lists the intents in progress with their scopes, and no others', async () => {
  const { out } = await governed().cli('status')
  expect(out).toContain('INT-001 Greet visitors by name: src/greet/**')
  expect(out).not.toContain('INT-002')
})

test('says of each changed path whether it is traced, and for whom', async () => {
  const repo = governed({ 'src/billing/invoice.js': 'x\n' })
  await writeTraced(repo, HELLO, 'one\n')
  repo.write({ 'src/greet/bye.js': 'bye\n', 'src/billing/invoice.js': 'y\n' })
  const { out } = await repo.cli('status')
  expect(out).toContain('✔ src/greet/hello.js  traced (INT-001)')
  expect(out).toContain('✘ src/greet/bye.js  not traced (INT-001)')
  expect(out).toContain('✘ src/billing/invoice.js  not traced (no intent in progress owns it)')
})

test('names the ledger files whose records are not staged yet', async () => {
  const repo = governed()
  repo.write({ [HELLO]: 'one\n' })
  await repo.cli('record', '--intent', 'INT-001', '--', HELLO)
  expect((await repo.cli('status')).out).toMatch(
    /ledger files to be staged\n {2}\.orchestration\/agent_trace\//,
  )
})

test('counts the local commits that no hook has seen', async () => {
  const repo = governed()
  repo.git('commit', '-q', '--allow-empty', '-m', 'seen')
  const folder = join(repo.dir, '.git/intentgate')
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, 'commits'), `${repo.git('rev-parse', 'HEAD')}\n`)
  repo.git('commit', '-q', '--allow-empty', '-m', 'skipped')
  const { out } = await repo.cli('status')
  expect(out).toContain('1 of 2 not seen by the gate')
  expect(out).toContain(`${repo.git('rev-parse', 'HEAD').slice(0, 10)} skipped`)
})

test('commits that a remote has are not counted', async () => {
  const repo = governed()
  repo.git('commit', '-q', '--allow-empty', '-m', 'pushed')
  repo.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  expect((await repo.cli('status')).out).toContain('none that a remote does not have')
})

test('where there is no remote, none of its words', async () => {
  expect((await governed().cli('status')).out).toMatch(/^local commits\n {2}none yet$/m)
})

test('before .orchestration/ is committed no commit is held against the gate', async () => {
  const repo = governed()
  repo.git('rm', '-rq', '--cached', '.orchestration')
  repo.git('commit', '-q', '--allow-empty', '--amend', '-m', 'before')
  repo.git('commit', '-q', '--allow-empty', '-m', 'old')
  const { out } = await repo.cli('status')
  expect(out).toMatch(/^local commits\n {2}not adopted yet/m)
  expect(out).not.toContain('not seen by the gate')
})

test('--json says the same for a program', async () => {
  const repo = governed()
  repo.write({ 'src/greet/bye.js': 'bye\n' })
  const { out } = await repo.cli('status', '--json')
  expect(JSON.parse(out)).toMatchObject({
    version: 1,
    hooks: { active: false },
    intents: [{ id: 'INT-000' }, { id: 'INT-001' }],
    changes: [{ path: 'src/greet/bye.js', traced: false, owners: ['INT-001'] }],
    commits: { count: 0, unseen: [] },
  })
})

test('before the first commit, and without .orchestration, it still answers', async () => {
  const repo = governed()
  repo.git('update-ref', '-d', 'HEAD')
  expect((await repo.cli('status')).code).toBe(0)
  repo.write({ '.orchestration': null })
  expect(await repo.cli('status')).toMatchObject({ code: 2, out: '' })
})
