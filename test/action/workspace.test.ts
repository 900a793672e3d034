import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smuggle, unhooked } from '../e2e/bypass/attack.ts'
import { APP, edit, gatedRepo } from '../support/gated-repo.ts'
import { repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'
import { runAction, type StepRun } from '../support/runner.ts'
import { type Opened, openPullRequest, outcomeOf, PASSED } from './forge.ts'

/** As actions/checkout leaves it: the merge commit checked out, one remote. */
function checkout({ forge, merge }: Opened, ...fetchArgs: string[]): TestRepo {
  const clone = repoAt(temporaryFolder())
  clone.git('init', '-q', '-b', 'main')
  clone.git('remote', 'add', 'origin', forge.url)
  const branches = fetchArgs.includes('--depth=1') ? [] : ['+refs/heads/*:refs/remotes/origin/*']
  clone.git('fetch', '-q', ...fetchArgs, 'origin', `+${merge}:refs/remotes/pull/7/merge`, ...branches)
  clone.git('checkout', '-q', '--detach', 'refs/remotes/pull/7/merge')
  return clone
}

function opened(kind: 'honest' | 'planted'): Opened {
  const repo = gatedRepo()
  for (let at = 0; at < 12; at++) unhooked(repo, 'commit', '-q', '--allow-empty', '-m', `main ${at}`)
  repo.git('checkout', '-q', '-b', 'topic', 'main~6')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const topic20 = 20\n' }) })
  unhooked(repo, 'merge', '-q', '--no-edit', 'main')
  repo.commitTraced({ 'src/new.ts': 'work()\n' })
  if (kind === 'planted') smuggle(repo, { 'src/evil.ts': 'evil()\n' })
  return openPullRequest(repo)
}

/** Everything in a folder, by name, size and time. An object is its name: git renews the time of one that it would write again. */
function inventory(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => existsSync(join(folder, name)))
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name))
      return `${name} ${size} ${name.startsWith('.git/objects/') ? '' : mtimeMs}`
    })
}

function runIn(workspace: TestRepo, { step }: Opened): StepRun {
  const before = inventory(workspace.dir)
  const run = runAction({ ...step, workspace: workspace.dir })
  expect(inventory(workspace.dir)).toEqual(before)
  return run
}

const EVIL = { code: 1, said: ['error trace-missing src/evil.ts'] }
const CHECKOUTS = [['--depth=1'], ['--depth=2'], ['--depth=10'], ['--filter=blob:none'], ['--filter=tree:0']]

test('a shallow or partial checkout is left alone, and the verdict is that of the whole history', () => {
  const [honest, planted] = [opened('honest'), opened('planted')]
  for (const args of CHECKOUTS) {
    const passed = runIn(checkout(honest, ...args), honest)
    expect({ args, ...outcomeOf(passed) }).toEqual({ args, ...PASSED })
    expect(passed.out).toMatch(/, 3 commits, .*, fetched/)
    expect({ args, ...outcomeOf(runIn(checkout(planted, ...args), planted)) }).toEqual({ args, ...EVIL })
  }
})

test('a whole checkout is read, and nothing is fetched', () => {
  const [honest, planted] = [opened('honest'), opened('planted')]
  const [clean, dirty] = [checkout(honest), checkout(planted)]
  const nowhere = { repository: { clone_url: 'file:///nowhere' } }
  const offline = ({ forge, merge, step }: Opened): Opened => {
    const pull_request = { head: { sha: forge.bare.git('rev-parse', 'refs/pull/7/head') } }
    return {
      forge,
      merge,
      step: { ...step, payload: forge.event('pull_request.opened', { ...nowhere, pull_request }) },
    }
  }
  const run = runIn(clean, offline(honest))
  expect(outcomeOf(run)).toEqual(PASSED)
  expect(run.out).toContain('read from the workspace')
  expect(run.out).toMatch(/note: found in \d+\.\d s, judged in \d+\.\d s\n/)
  expect(outcomeOf(runIn(dirty, offline(planted)))).toEqual(EVIL)
})

test('a whole checkout of something else is not taken for the pull request', () => {
  const [honest, planted] = [opened('honest'), opened('planted')]
  expect(outcomeOf(runIn(checkout(honest), planted))).toEqual(EVIL)
})

test('what lies deeper than the range is fetched when judging asks for it', () => {
  for (const policy of ['commits: each\n', 'commits: net\n']) {
    const repo = gatedRepo()
    smuggle(repo, { '.orchestration/policy.yaml': `${policy}baseline: ${repo.git('rev-parse', 'before')}\n` })
    for (let at = 0; at < 60; at++) unhooked(repo, 'commit', '-q', '--allow-empty', '-m', `main ${at}`)
    repo.git('checkout', '-q', '-b', 'topic')
    repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const topic20 = 20\n' }) })
    const honest = openPullRequest(repo)
    expect({ policy, ...outcomeOf(runAction(honest.step)) }).toEqual({ policy, ...PASSED })
    smuggle(repo, { 'src/evil.ts': 'evil()\n' })
    expect({ policy, ...outcomeOf(runAction(openPullRequest(repo).step)) }).toEqual({ policy, ...EVIL })
  }
})

test('a report goes where a checkout has put a link, and not where the link leads', () => {
  const honest = opened('honest')
  const clone = checkout(honest)
  const target = join(temporaryFolder(), 'target')
  writeFileSync(target, 'kept')
  for (const name of ['report.json', 'a.sarif']) symlinkSync(target, join(clone.dir, name))
  const inputs = { 'report-file': 'report.json', 'sarif-file': 'a.sarif' }
  const run = runAction({ ...honest.step, workspace: clone.dir, inputs })
  expect(run.code).toBe(0)
  expect(run.outputs.report).toBe(join(clone.dir, 'report.json'))
  expect(readFileSync(target, 'utf8')).toBe('kept')
  expect(JSON.parse(readFileSync(join(clone.dir, 'a.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
})
