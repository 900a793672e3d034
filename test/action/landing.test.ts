import { expect, test } from 'vitest'
import { smuggle, unhooked } from '../e2e/bypass/attack.ts'
import { APP, edit, type GatedRepo, gatedRepo } from '../support/gated-repo.ts'
import { runAction, type Step } from '../support/runner.ts'
import { forgeOf, type Json, judge, mergeCommit, openPullRequest, PASSED, reportOf } from './forge.ts'

/** One honest pull request of three commits, for a main that has gone on. */
function honest(): GatedRepo {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const topic20 = 20\n' }) }, 'one')
  repo.commitTraced({ 'src/new.ts': 'export const fresh = 1\n' }, 'two')
  repo.commitTraced(
    { 'src/app.ts': edit(repo.read('src/app.ts'), { 12: '' }), 'src/new.ts': 'export {}\n' },
    'three',
  )
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const main3 = 3\n' }) }, 'main')
  return repo
}

/** The commits that the forge makes of it, on top of main. */
const WAYS: Readonly<Record<string, (repo: GatedRepo) => string>> = {
  squash: (repo) => mergeCommit(repo, 'main', 'topic', ['main']),
  merge: (repo) => mergeCommit(repo, 'main', 'topic'),
  rebase: (repo) => {
    repo.git('checkout', '-q', '--detach', 'topic')
    unhooked(repo, 'rebase', '-q', 'main')
    return repo.git('rev-parse', 'HEAD')
  },
}

function queued(repo: GatedRepo, head: string): Step {
  const forge = forgeOf(repo)
  forge.push('main', `${head}:refs/heads/gh-readonly-queue/main/pr-7`)
  const merge_group = { base_sha: repo.git('rev-parse', 'main'), head_sha: head }
  return { event: 'merge_group', payload: forge.event('merge_group.checks_requested', { merge_group }) }
}

function landed(repo: GatedRepo, head: string): Step {
  const forge = forgeOf(repo)
  forge.push(`${head}:refs/heads/main`)
  const changes = { ref: 'refs/heads/main', before: repo.git('rev-parse', 'main'), after: head }
  return { event: 'push', payload: forge.event('push.branch', changes) }
}

test.each(Object.entries(WAYS))(
  'an honest pull request passes as itself, in the queue and after landing by %s',
  (_, make) => {
    const repo = honest()
    expect(judge(openPullRequest(repo).step)).toEqual(PASSED)
    const made = make(repo)
    expect(judge(queued(repo, made))).toEqual(PASSED)
    expect(judge(landed(repo, made))).toEqual(PASSED)
  },
)

test('a pull request that stands on another one passes on it, and on main once that one has landed by squash', () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'first')
  repo.commitTraced({
    'src/app.ts': edit(APP, { 20: 'export const first = 1\n' }),
    'src/first.ts': 'first()\n',
  })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 5: 'export const second = 2\n' }) })
  expect(judge(openPullRequest(repo, { base: 'first' }).step)).toEqual(PASSED)
  repo.git('update-ref', 'refs/heads/main', mergeCommit(repo, 'main', 'first', ['main']))
  expect(judge(openPullRequest(repo, { action: 'edited' }).step)).toEqual(PASSED)
  unhooked(repo, 'rebase', '-q', '--onto', 'main', 'first', 'topic')
  expect(judge(openPullRequest(repo, { action: 'synchronize' }).step)).toEqual(PASSED)
})

test('policy commits: each holds a forge’s commits to nothing that an honest pull request lacks', () => {
  const repo = honest()
  unhooked(repo, 'checkout', '-q', 'main')
  smuggle(repo, { '.orchestration/policy.yaml': 'commits: each\n' })
  for (const make of [WAYS.squash!, WAYS.merge!]) expect(judge(queued(repo, make(repo)))).toEqual(PASSED)
})

test('what only the queue’s commit holds is found, whatever its message says', () => {
  const repo = honest()
  repo.git('checkout', '-q', '--detach', mergeCommit(repo, 'main', 'topic'))
  repo.write({ 'src/evil.ts': 'evil()\n' })
  repo.git('add', '-A')
  unhooked(repo, 'commit', '-q', '--amend', '-m', 'Merge pull request #7 from octocat/topic')
  expect(judge(queued(repo, repo.git('rev-parse', 'HEAD')))).toMatchObject({
    code: 1,
    said: expect.arrayContaining(['error trace-missing src/evil.ts']),
  })
})

const BOT = `exempt:
  - paths: ["package-lock.json"]
    author: "dependabot[bot]"
    reason: dependency updates
`

test('an exemption for a bot is for its pull requests only, by the event’s author and the base’s policy', () => {
  const repo = gatedRepo({ policy: BOT, files: { 'package-lock.json': '{}\n' } })
  repo.git('checkout', '-q', '-b', 'topic')
  smuggle(repo, { 'package-lock.json': '{ "lockfileVersion": 3 }\n' })
  const { forge, step } = openPullRequest(repo)
  const by = (login: string, changes: Json = {}): Step => {
    const head = { sha: repo.git('rev-parse', 'topic') }
    const pull_request = { head, user: { login } }
    return { ...step, payload: forge.event('pull_request.opened', { pull_request, ...changes }) }
  }
  const passed = runAction(by('dependabot[bot]'))
  expect(passed.code).toBe(0)
  expect(passed.out).toContain('exempted package-lock.json')
  const missing = { code: 1, said: ['error trace-missing package-lock.json'] }
  expect(judge(by('octocat', { sender: { login: 'dependabot[bot]' } }))).toEqual(missing)
  expect(judge({ ...by('octocat'), env: { GITHUB_ACTOR: 'dependabot[bot]' } })).toEqual(missing)
  smuggle(repo, { 'src/app.ts': 'evil()\n' })
  forge.push('topic')
  expect(judge(by('dependabot[bot]'))).toEqual({ code: 1, said: ['error trace-missing src/app.ts'] })
})

test('without a gate on the base nothing blocks, and a warning says so', () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  repo.git('checkout', '-q', '-B', 'main', 'before')
  const run = runAction(openPullRequest(repo).step)
  expect(run.code).toBe(0)
  expect(run.annotations).toContainEqual(
    expect.objectContaining({ level: 'warning', title: 'intentgate: nothing blocks (bootstrap)' }),
  )
  expect(reportOf(run)).toMatchObject({ verdict: 'pass', bootstrap: true })
})

test('a force push over the default branch is judged from what it was, and a warning says what is not', () => {
  const repo = honest()
  const forge = forgeOf(repo)
  const before = repo.git('rev-parse', 'main')
  forge.push('main')
  forge.push('topic:main')
  const after = repo.git('rev-parse', 'topic')
  for (const forced of [true, false]) {
    const payload = forge.event('push.forced', { ref: 'refs/heads/main', before, after, forced })
    const run = runAction({ event: 'push', payload })
    expect(run.code).toBe(0)
    expect(run.annotations).toMatchObject([
      { level: 'warning', message: expect.stringContaining('force push') },
    ])
  }
})

test('where there is nothing to judge it is said, and the report is there all the same', () => {
  const { event } = forgeOf(honest())
  for (const name of ['push.deleted', 'push.tag']) {
    const run = runAction({ event: 'push', payload: event(name), inputs: { 'sarif-file': 'a.sarif' } })
    expect([run.code, run.annotations, run.outputs.verdict]).toEqual([0, [], 'pass'])
    expect(run.out).toContain('nothing was judged')
    expect(run.summary).toContain('nothing was judged')
    expect(reportOf(run)).toMatchObject({ checked: 0 })
  }
  const first = event('push.created', { ref: 'refs/heads/main' })
  expect(runAction({ event: 'push', payload: first })).toMatchObject({
    code: 0,
    annotations: [{ level: 'warning' }],
  })
})

test('a new branch that brings nothing is judged, and says so', () => {
  const repo = honest()
  const forge = forgeOf(repo)
  forge.push('main', 'main:topic')
  const run = runAction({
    event: 'push',
    payload: forge.event('push.created', { after: repo.git('rev-parse', 'main') }),
  })
  expect(run.code).toBe(0)
  expect(run.out).toContain('0 commits')
  expect(run.out).toContain('nothing to judge')
})
