import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smuggle } from '../e2e/bypass/attack.ts'
import { BEFORE, type GatedRepo, gatedRepo } from '../support/gated-repo.ts'
import { runAction, type Step, type StepRun } from '../support/runner.ts'
import { forgeOf, openPullRequest, outcomeOf, reportOf, strangers } from './forge.ts'

function withTopic(): GatedRepo {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/new.ts': 'work()\n' })
  return repo
}

/** One error, which says what to do; no verdict anywhere reads as a pass. */
function refusal(run: StepRun): { code: number; why: string } {
  expect(run.otherCommands).toEqual([])
  expect(run.annotations).toHaveLength(1)
  expect(run.annotations[0]).toMatchObject({ level: 'error', message: expect.stringContaining('\nfix: ') })
  expect(run.outputs).toMatchObject({ verdict: 'fail', errors: '0' })
  expect(run.summary).toContain('could not judge')
  expect(reportOf(run)).toMatchObject({ verdict: 'fail', error: { code: expect.any(String) } })
  return { code: run.code, why: outcomeOf(run).said[0] ?? '' }
}

const event = { event: 'pull_request', payload: {} }
const STEPS: Readonly<Record<string, readonly [step: Step, code: number, why: string]>> = {
  'an event about no commits': [{ ...event, event: 'issue_comment' }, 2, 'USAGE'],
  'no event': [{ ...event, env: { GITHUB_EVENT_NAME: undefined } }, 2, 'USAGE'],
  'no event file': [{ ...event, payload: null }, 3, 'EVENT_UNREADABLE'],
  'no name of an event file': [{ ...event, env: { GITHUB_EVENT_PATH: undefined } }, 3, 'EVENT_UNREADABLE'],
  'an event file that is no JSON': [{ ...event, payload: '::error::forged' }, 3, 'EVENT_UNREADABLE'],
  'an event file that is empty': [{ ...event, payload: '' }, 3, 'EVENT_UNREADABLE'],
  'a payload of another shape': [{ ...event, payload: { pull_request: {} } }, 3, 'EVENT_UNREADABLE'],
  'an unknown fail-on': [{ ...event, inputs: { 'fail-on': 'never' } }, 2, 'USAGE'],
  'an unknown mode': [{ ...event, inputs: { mode: 'Shadow' } }, 2, 'USAGE'],
  'unknown annotations': [{ ...event, inputs: { annotations: 'false' } }, 2, 'USAGE'],
}

test.each(Object.entries(STEPS))('%s is an error, and never a pass', (_, [step, code, why]) => {
  expect(refusal(runAction(step))).toEqual({ code, why })
})

test('an unknown value is answered with those that are known', () => {
  const { out } = runAction({ ...event, inputs: { 'fail-on': 'never' } })
  expect(out).toContain('write one of: error, warning, notice')
})

test('a head or a base that is not there, or cannot be reached', () => {
  const { step, forge } = openPullRequest(withTopic())
  const gone = forge.event('pull_request.opened', { pull_request: { head: { sha: 'd'.repeat(40) } } })
  expect(refusal(runAction({ ...step, payload: gone })).code).toBe(3)
  const noBase = forge.event('pull_request.opened', { pull_request: { base: { ref: 'deleted' } } })
  expect(refusal(runAction({ ...step, payload: noBase }))).toEqual({ code: 3, why: 'UNKNOWN_REVISION' })
  const zeros = forge.event('pull_request.opened', { pull_request: { head: { sha: '0'.repeat(40) } } })
  expect(refusal(runAction({ ...step, payload: zeros }))).toEqual({ code: 3, why: 'NULL_REVISION' })
  rmSync(forge.bare.dir, { recursive: true })
  expect(refusal(runAction(step))).toEqual({ code: 3, why: 'FETCH_FAILED' })
})

test('a force push over the default branch whose old state is gone', () => {
  const forge = forgeOf(withTopic())
  forge.push('main')
  const changes = {
    ref: 'refs/heads/main',
    before: 'd'.repeat(40),
    after: forge.bare.git('rev-parse', 'main'),
  }
  const run = runAction({ event: 'push', payload: forge.event('push.forced', changes) })
  expect(refusal(run).code).toBe(3)
})

test('histories that have nothing in common', () => {
  const repo = withTopic()
  const other = strangers()
  repo.git('fetch', '-q', other.dir, '+main:topic', '--update-head-ok')
  const forge = forgeOf(repo)
  const tip = repo.git('rev-parse', 'topic')
  forge.push('main', 'topic')
  const payload = forge.event('pull_request.opened', { pull_request: { head: { sha: tip } } })
  expect(refusal(runAction({ event: 'pull_request', payload }))).toEqual({ code: 3, why: 'NO_MERGE_BASE' })
})

test('a runner without git', () => {
  const { step } = openPullRequest(withTopic())
  expect(refusal(runAction({ ...step, env: { PATH: '/nowhere' } }))).toEqual({ code: 2, why: 'GIT_MISSING' })
})

test('a base with a policy that cannot be read', () => {
  const repo = withTopic()
  repo.git('checkout', '-q', 'main')
  smuggle(repo, { '.orchestration/policy.yaml': 'mode: whatever\n' })
  expect(refusal(runAction(openPullRequest(repo).step))).toEqual({ code: 2, why: 'INVALID_FILE' })
})

test('neither side has a gate', () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-B', 'main', BEFORE)
  repo.git('checkout', '-q', '-b', 'topic')
  smuggle(repo, { 'src/new.ts': 'new()\n' })
  expect(refusal(runAction(openPullRequest(repo).step))).toEqual({ code: 2, why: 'NO_ORCHESTRATION' })
})

test('a report that cannot be written is said, and the check does not pass', () => {
  const { step } = openPullRequest(withTopic())
  const run = runAction({ ...step, inputs: { 'report-file': '/proc/none/report.json' } })
  expect(run.code).toBe(2)
  expect(run.annotations).toMatchObject([{ level: 'error', title: 'intentgate: cannot judge (FILE_SYSTEM)' }])
})

test('a log that cannot be written is no verdict', () => {
  const run = `exec '${process.execPath}' action/dist/index.js > /dev/full`
  expect(spawnSync('sh', ['-c', run], { env: { PATH: process.env.PATH } }).status).toBe(70)
})

test('whatever goes wrong, a bare runner is enough: no summary, no outputs, no workspace, no temporary folder', () => {
  const { step } = openPullRequest(withTopic())
  const none = {
    GITHUB_STEP_SUMMARY: undefined,
    GITHUB_OUTPUT: undefined,
    GITHUB_WORKSPACE: undefined,
    RUNNER_TEMP: undefined,
    TMPDIR: join(forgeOf(withTopic()).bare.dir),
  }
  const passed = runAction({ ...step, env: none })
  expect([passed.code, passed.otherCommands, passed.err]).toEqual([0, [], ''])
  expect(runAction({ ...event, env: none }).code).toBe(3)
})
