import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, type GatedRepo, gatedRepo, INTENTS } from '../../support/gated-repo.ts'
import { temporaryFolder } from '../../support/repo.ts'
import {
  commitAll,
  commitByCommit,
  hookSaid,
  PASSED,
  pullRequest,
  refused,
  smuggle,
  unhooked,
} from './attack.ts'

const EVIL = edit(APP, { 3: 'evil()\n' })
const TRACED = edit(APP, { 3: 'export const item3 = 33\n' })
const UNTRACED = refused('trace-missing src/app.ts')
const MISMATCH = refused('hash-mismatch src/app.ts')

test('commit -n, -a, <path>, -i and --amend are judged by what they would commit', async () => {
  const repo = gatedRepo()
  repo.write({ 'src/app.ts': EVIL })
  const ways = [['-n', '-a'], ['-a'], ['src/app.ts'], ['-i', 'src/app.ts'], ['-n', 'src/app.ts']]
  for (const args of [...ways, ['--amend', '-n', '-a', '-C', 'HEAD'], ['--amend', '-a']])
    expect({ args, ...hookSaid(repo.commit(...args)) }).toEqual({ args, ...UNTRACED })
  expect(repo.git('rev-parse', 'HEAD')).toBe(repo.git('rev-parse', 'adopted'))
  repo.record()
  expect(hookSaid(repo.commit('-a'))).toEqual(PASSED)
})

test('a clean index does not vouch for what commit <path> takes from the working tree', async () => {
  const repo = gatedRepo()
  repo.trace({ 'src/app.ts': TRACED }, '--stage')
  repo.git('add', '-A')
  repo.write({ 'src/app.ts': EVIL })
  expect(hookSaid(repo.commit('-a'))).toEqual(MISMATCH)
  expect(hookSaid(repo.commit('-n', 'src/app.ts')).code).toBe(1)
  expect(hookSaid(repo.commit())).toEqual(PASSED)
})

test('another index, another git directory, another folder', async () => {
  const repo = gatedRepo()
  const index = join(temporaryFolder(), 'index')
  repo.write({ 'src/app.ts': EVIL })
  const env = { GIT_INDEX_FILE: index }
  expect(repo.tryGit(['read-tree', 'HEAD'], { env }).code).toBe(0)
  expect(repo.tryGit(['add', 'src/app.ts'], { env }).code).toBe(0)
  const commit = ['commit', '-m', 'x']
  expect(hookSaid(repo.tryGit(commit, { env }))).toEqual(UNTRACED)
  expect(hookSaid(repo.tryGit([...commit, '-n'], { env }))).toEqual(UNTRACED)
  const places = { GIT_DIR: join(repo.dir, '.git'), GIT_WORK_TREE: repo.dir }
  expect(hookSaid(repo.tryGit([...commit, '-a'], { env: places, cwd: '/' }))).toEqual(UNTRACED)
  expect(hookSaid(repo.tryGit([...commit, '-a'], { cwd: join(repo.dir, 'src') }))).toEqual(UNTRACED)
})

test('with core.hooksPath pointed elsewhere the push and CI see it', async () => {
  const repo = gatedRepo()
  const remote = temporaryFolder()
  repo.git('init', '-q', '--bare', remote)
  repo.git('remote', 'add', 'origin', remote)
  expect(repo.tryGit(['push', '-q', 'origin', 'main']).code).toBe(0)
  smuggle(repo, { 'src/app.ts': EVIL })
  for (const target of ['main', 'main:refs/heads/other', 'HEAD:refs/heads/third'])
    expect(hookSaid(repo.tryGit(['push', '-q', 'origin', target]))).toEqual(UNTRACED)
  expect(await pullRequest(repo)).toEqual(UNTRACED)
  expect(await commitByCommit(repo)).toEqual(UNTRACED)
  repo.git('reset', '-q', '--soft', 'HEAD^')
  repo.record()
  expect(commitAll(repo)).toEqual(PASSED)
  expect(repo.tryGit(['push', '-q', 'origin', 'main']).code).toBe(0)
})

test('HUSKY=0 does not switch off the direct hooks; where it switches off husky’s, CI sees the commit', async () => {
  for (const layout of ['direct', 'husky'] as const) {
    const repo = gatedRepo({ layout })
    repo.write({ 'src/app.ts': EVIL })
    const skipped = repo.tryGit(['commit', '-a', '-m', 'x'], { env: { HUSKY: '0' } })
    if (layout === 'direct') expect(hookSaid(skipped)).toEqual(UNTRACED)
    if (skipped.code !== 0) smuggle(repo)
    expect(await pullRequest(repo)).toEqual(UNTRACED)
  }
})

/** Passes pre-commit and is then given up in the editor: the pass is noted, and no commit was made. */
function abortedCommit(repo: GatedRepo): void {
  repo.trace({ 'src/app.ts': TRACED }, '--stage')
  repo.git('add', '-A')
  expect(repo.tryGit(['-c', 'core.editor=false', 'commit']).code).not.toBe(0)
}

test('the pass of a commit that was given up covers no other content', async () => {
  const repo = gatedRepo()
  abortedCommit(repo)
  repo.write({ 'src/app.ts': EVIL })
  repo.git('add', '-A')
  expect(hookSaid(repo.commit('-n'))).toEqual(MISMATCH)
  repo.write({ 'src/app.ts': TRACED })
  expect(commitAll(repo, '-n')).toEqual(PASSED)
})

test('the pass of a commit that was given up covers no other base', async () => {
  const repo = gatedRepo()
  smuggle(repo, { 'src/app.ts': EVIL })
  repo.trace({ 'src/app.ts': edit(EVIL, { 9: '' }) }, '--stage')
  repo.git('add', '-A')
  expect(repo.tryGit(['-c', 'core.editor=false', 'commit']).code).not.toBe(0)
  repo.git('reset', '-q', '--soft', 'HEAD^')
  expect(hookSaid(repo.commit('-n'))).toEqual(MISMATCH)
})

test('an amend that passes as a change of HEAD^ is no pass against HEAD', async () => {
  const repo = gatedRepo()
  repo.intents(INTENTS.replace('IN_PROGRESS', 'COMPLETED'))
  expect(commitAll(repo)).toEqual(PASSED)
  const closed = repo.read('.orchestration/active_intents.yaml')
  const traceAnyway = (text: string) => {
    repo.intents(INTENTS)
    repo.trace({ 'src/app.ts': text }, '--intent', 'INT-001')
    repo.intents(closed)
    repo.git('add', '-A')
  }
  traceAnyway(TRACED)
  const inactive = refused('intent-inactive src/app.ts')
  const givenUp = repo.tryGit(['-c', 'core.editor=false', 'commit', '-n', '--amend', '-c', 'HEAD'])
  expect(givenUp.code).not.toBe(0)
  expect(hookSaid(repo.commit('-n'))).toEqual(inactive)
  // What the amend was judged by must not be remembered as what HEAD says.
  expect(repo.commit('-n', '--amend', '-C', 'HEAD').code).toBe(0)
  traceAnyway(edit(TRACED, { 9: 'evil()\n' }))
  expect(hookSaid(repo.commit())).toEqual(inactive)
})

test('another hook that rewrites the index after ours has passed', async () => {
  const repo = gatedRepo()
  const hook = join(repo.dir, '.git/hooks/pre-commit')
  appendFileSync(hook, '\necho "evil()" >> src/app.ts; git add src/app.ts\n')
  chmodSync(hook, 0o755)
  repo.trace({ 'src/app.ts': TRACED }, '--stage')
  expect(commitAll(repo)).toEqual(MISMATCH)
})

test('a cache from another version, or one that somebody wrote, is no configuration', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': TRACED })
  const cache = join(repo.dir, '.git/intentgate/config.json')
  const known = JSON.parse(readFileSync(cache, 'utf8'))
  const open = [{ id: 'INT-001', owned_scope: ['**'] }]
  writeFileSync(cache, JSON.stringify({ ...known, open, version: '0.0.1' }))
  repo.write({ 'README.md': 'Out of scope.\n', '.orchestration/policy.yaml': 'mode: shadow\n' })
  expect(commitAll(repo).errors).toContain('trace-missing README.md')
  writeFileSync(cache, 'null')
  expect(commitAll(repo).errors).toContain('trace-missing README.md')
})

test('names of merged branches that git did not give', async () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'evil')
  const evil = smuggle(repo, { 'src/app.ts': EVIL })
  repo.git('checkout', '-q', 'main')
  repo.write({ 'src/app.ts': EVIL })
  const env = { [`GITHEAD_${evil}`]: 'evil' }
  expect(hookSaid(repo.tryGit(['commit', '-a', '-m', 'x'], { env }))).toEqual(UNTRACED)
  expect(hookSaid(repo.tryGit(['commit', '-n', '-a', '-m', 'x'], { env }))).toEqual(UNTRACED)
})

test('intents and policy count as they are staged, not as they lie about', async () => {
  const repo = gatedRepo()
  repo.write({ 'README.md': 'Out of scope.\n' })
  repo.git('add', 'README.md')
  repo.intents(INTENTS.replace('"src/**"', '"**"'))
  repo.policy('mode: shadow\n')
  repo.record('README.md', '--stage')
  expect(hookSaid(repo.commit())).toEqual(refused('scope-violation README.md'))
})

test('HEAD on a branch from before the gate does not free the branch with it', async () => {
  const repo = gatedRepo()
  repo.git('rm', '-rq', '--cached', '.orchestration')
  expect(hookSaid(repo.commit()).code).toBe(1)
  repo.git('reset', '-q')
  repo.write({ 'src/app.ts': EVIL })
  expect(hookSaid(repo.commit('-a'))).toEqual(UNTRACED)
  unhooked(repo, 'rm', '-rq', '--cached', '.orchestration')
  expect(hookSaid(repo.commit('-a')).code).toBe(1)
})
