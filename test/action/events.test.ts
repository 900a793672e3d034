import { expect, test } from 'vitest'
import { smuggle, unhooked } from '../e2e/bypass/attack.ts'
import { APP, BEFORE, edit, type GatedRepo, gatedRepo } from '../support/gated-repo.ts'
import type { Step } from '../support/runner.ts'
import { forgeOf, judge, mergeCommit, openPullRequest, PASSED, PULL } from './forge.ts'

/** One commit on the branch that is checked out. */
type Work = (repo: GatedRepo) => void

const MAIN = { 3: 'export const main3 = 3\n' }
const honest: Work = (repo) => {
  const line = `export const topic20 = ${repo.git('rev-list', '--count', 'HEAD')}\n`
  repo.commitTraced({ 'src/app.ts': edit(repo.read('src/app.ts'), { 20: line }) })
}
const planted: Work = (repo) => {
  honest(repo)
  smuggle(repo, { 'src/evil.ts': 'evil()\n' })
}
const EVIL = { code: 1, said: ['error trace-missing src/evil.ts'] }

function onTopic(work: Work, start = 'main'): GatedRepo {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic', start)
  work(repo)
  return repo
}

/** `main` has gone on since `topic` left it; topic is checked out. */
function parted(work: Work, main: Record<number, string> = MAIN): GatedRepo {
  const repo = onTopic(work)
  repo.git('checkout', '-q', 'main')
  repo.commitTraced({ 'src/app.ts': edit(APP, main) }, 'main')
  repo.git('checkout', '-q', 'topic')
  return repo
}

const tip = (repo: GatedRepo, name: string) => repo.git('rev-parse', name)
const mergeHere = (repo: GatedRepo, ...args: string[]) => unhooked(repo, 'merge', '-q', '--no-edit', ...args)

/** Every way in which commits come before the gate. */
const SCENES: Readonly<Record<string, (work: Work) => Step>> = {
  'pull_request opened': (work) => openPullRequest(onTopic(work)).step,
  'pull_request synchronize': (work) => openPullRequest(onTopic(work), { action: 'synchronize' }).step,
  'pull_request reopened': (work) => openPullRequest(onTopic(work), { action: 'reopened' }).step,
  'pull_request whose base has gone on': (work) => openPullRequest(parted(work)).step,
  'pull_request_target that conflicts with its base': (work) => {
    const repo = parted(work, { 20: 'export const main20 = 20\n' })
    return { ...openPullRequest(repo).step, event: 'pull_request_target' }
  },
  'pull_request that has merged its base': (work) => {
    const repo = parted(honest)
    mergeHere(repo, 'main')
    work(repo)
    return openPullRequest(repo).step
  },
  'pull_request with several merge bases': (work) => {
    const repo = parted(honest)
    const [main, topic] = [tip(repo, 'main'), tip(repo, 'topic')]
    mergeHere(repo, main)
    work(repo)
    repo.git('checkout', '-q', 'main')
    mergeHere(repo, '--no-ff', topic)
    expect(repo.git('merge-base', '--all', 'main', 'topic').split('\n')).toHaveLength(2)
    return openPullRequest(repo).step
  },
  'pull_request edited: retargeted, and its merge commit is of the old base': (work) => {
    const repo = onTopic(work)
    repo.git('branch', 'old', BEFORE)
    const { forge, step } = openPullRequest(repo, { action: 'edited' })
    const stale = mergeCommit(repo, tip(repo, 'old'), tip(repo, 'topic'))
    forge.push(`${stale}:${PULL}/merge`)
    return { ...step, sha: stale }
  },
  'pull_request whose merge commit is of an older head': (work) => {
    const repo = onTopic(honest)
    const { forge, merge } = openPullRequest(repo)
    work(repo)
    const { step } = openPullRequest(repo, { action: 'synchronize', forge })
    forge.push(`${merge}:${PULL}/merge`)
    return { ...step, sha: merge }
  },
  'pull_request from a fork that is gone: only refs/pull/7 holds it': (work) => {
    const repo = onTopic(work)
    const { forge, step } = openPullRequest(repo)
    forge.push(':refs/heads/topic')
    return step
  },
  'pull_request_target, whose GITHUB_SHA is the default branch’s': (work) => {
    const repo = parted(work)
    return { ...openPullRequest(repo).step, event: 'pull_request_target', sha: tip(repo, 'main') }
  },
  'merge_group by merge': (work) => {
    const repo = parted(work)
    return queued(repo, mergeCommit(repo, 'main', 'topic'))
  },
  'merge_group by squash': (work) => {
    const repo = parted(work)
    return queued(repo, mergeCommit(repo, 'main', 'topic', ['main']))
  },
  'merge_group behind another one': (work) => {
    const repo = onTopic((first) => first.commitTraced({ 'src/first.ts': 'first()\n' }))
    const before = mergeCommit(repo, 'main', 'topic', ['main'])
    repo.git('checkout', '-q', '-b', 'second', 'main')
    work(repo)
    return queued(repo, mergeCommit(repo, before, 'second', [before]), before)
  },
  'push to the default branch': (work) => {
    const repo = gatedRepo()
    const before = tip(repo, 'main')
    work(repo)
    return pushed(repo, 'branch', { before })
  },
  'push of a merge to the default branch': (work) => {
    const repo = parted(work)
    const before = tip(repo, 'main')
    repo.git('checkout', '-q', 'main')
    mergeHere(repo, '--no-ff', 'topic')
    return pushed(repo, 'branch', { before })
  },
  'push of a new branch': (work) => pushed(parted(work), 'created', {}, 'topic'),
  'push to a branch': (work) => {
    const repo = onTopic(honest)
    const before = tip(repo, 'topic')
    work(repo)
    return pushed(repo, 'branch', { before }, 'topic')
  },
  'force push to a branch, what it was is gone': (work) =>
    pushed(parted(work), 'forced', { before: 'd'.repeat(40) }, 'topic'),
  'workflow_dispatch by commit ids': (work) => {
    const repo = parted(work)
    return dispatched(repo, { base: tip(repo, 'main'), head: tip(repo, 'topic') })
  },
  'workflow_dispatch by a branch and a ref': (work) =>
    dispatched(parted(work), { base: 'main', head: 'refs/heads/topic' }),
  'workflow_dispatch on the head': (work) => dispatched(parted(work), { base: 'main' }),
}

function dispatched(repo: GatedRepo, inputs: Record<string, string>): Step {
  const { forge } = openPullRequest(repo)
  return {
    event: 'workflow_dispatch',
    payload: forge.event('workflow_dispatch'),
    inputs,
    sha: tip(repo, 'topic'),
  }
}

function queued(repo: GatedRepo, group: string, base = tip(repo, 'main')): Step {
  const forge = forgeOf(repo)
  forge.push('main', `${group}:refs/heads/gh-readonly-queue/main/pr-7-${base}`)
  const merge_group = { head_sha: group, base_sha: base }
  const payload = forge.event('merge_group.checks_requested', { merge_group })
  return { event: 'merge_group', payload, sha: group }
}

function pushed(repo: GatedRepo, name: string, changes: Record<string, string>, branch = 'main'): Step {
  const forge = forgeOf(repo)
  forge.push(...new Set(['main', branch]))
  const [ref, after] = [`refs/heads/${branch}`, tip(repo, branch)]
  return { event: 'push', payload: forge.event(`push.${name}`, { ref, after, ...changes }), sha: after }
}

test.each(Object.entries(SCENES))('%s: honest work passes, a planted violation does not', (_, scene) => {
  expect(judge(scene(honest))).toEqual(PASSED)
  const { code, said } = judge(scene(planted))
  expect({ code, said: said.filter((line) => !line.startsWith('notice')) }).toEqual(EVIL)
})

test('a repository of SHA-256 ids', () => {
  for (const [work, expected] of [
    [honest, PASSED],
    [planted, EVIL],
  ] as const) {
    const repo = gatedRepo({ objects: 'sha256' })
    repo.git('checkout', '-q', '-b', 'topic')
    work(repo)
    const forge = forgeOf(repo, '--object-format=sha256')
    expect(judge(openPullRequest(repo, { forge }).step)).toEqual(expected)
    const created = { before: '0'.repeat(64), after: tip(repo, 'topic') }
    expect(judge({ event: 'push', payload: forge.event('push.created', created) })).toEqual(expected)
  }
})
