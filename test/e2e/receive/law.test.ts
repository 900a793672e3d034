import { expect, test } from 'vitest'
import { ADOPTED, APP, BEFORE, edit, INTENTS } from '../../support/gated-repo.ts'
import { refused, smuggle, unhooked } from '../bypass/attack.ts'
import { forge, installHook, type Served, served } from './server.ts'

const ACCEPTED = { code: 0, errors: [], said: '' }
const EVIL = { 'src/app.ts': edit(APP, { 3: 'evil()\n' }) }
const MINE = `${INTENTS}  - { id: INT-666, name: Mine, status: IN_PROGRESS, owned_scope: ["**"] }\n`
const DECLARED = { '.orchestration/active_intents.yaml': MINE }
const SHADOW = { '.orchestration/policy.yaml': 'mode: shadow\n' }

function branch({ repo }: Served, name: string, start = 'main'): void {
  unhooked(repo, 'checkout', '-q', '-b', name, start)
}

test('nobody pardons himself by pushing a policy first and the rest after it', () => {
  const one = served()
  branch(one, 'topic')
  smuggle(one.repo, SHADOW)
  const policy = ['control-plane', 'trace-missing'].map((rule) => `${rule} .orchestration/policy.yaml`)
  expect(one.push('topic')).toMatchObject(refused(...policy))
  // As if it had got there, say before the hook was installed: no later push is judged by it.
  one.server.git('fetch', '-q', one.repo.dir, 'topic:topic')
  smuggle(one.repo, EVIL)
  expect(one.push('topic')).toMatchObject(refused(...policy, 'trace-missing src/app.ts'))
  expect(one.push('topic:again')).toMatchObject(refused(...policy, 'trace-missing src/app.ts'))
  expect(one.push('topic:main')).toMatchObject(refused(...policy, 'trace-missing src/app.ts'))
})

test.each(['net', 'each'])(
  'nor by declaring an intent in a push, or a commit, of its own (commits: %s)',
  (commits) => {
    const one = served({ policy: `new_intents: deny\ncommits: ${commits}\n` })
    branch(one, 'topic')
    smuggle(one.repo, DECLARED)
    expect(one.push('topic')).toMatchObject({ code: 0 })
    forge(one.repo, 'billing/pay.ts', 'pay()\n', 'INT-666')
    smuggle(one.repo)
    expect(one.push('topic')).toMatchObject(refused('intent-unreviewed billing/pay.ts'))
    expect(one.push('topic:main')).toMatchObject(refused('intent-unreviewed billing/pay.ts'))
    // Declared on the base itself, where it can be reviewed, it counts.
    expect(one.push('topic~1:main')).toMatchObject({ code: 0 })
    expect(one.push('topic')).toEqual(ACCEPTED)
  },
)

test('what is pushed beside the base is held against the base as it was', () => {
  const one = served({ policy: 'new_intents: deny\n' })
  smuggle(one.repo, DECLARED)
  branch(one, 'topic')
  forge(one.repo, 'billing/pay.ts', 'pay()\n', 'INT-666')
  smuggle(one.repo)
  expect(one.push('main', 'topic')).toMatchObject(refused('intent-unreviewed billing/pay.ts'))
})

test('with commits: each, a commit that could not stand alone is refused', () => {
  const one = served({ policy: 'commits: each\n' })
  smuggle(one.repo, EVIL)
  smuggle(one.repo, { 'src/app.ts': APP })
  expect(one.push('main')).toMatchObject(refused('trace-missing src/app.ts'))
})

test('the base is neither rewritten, nor set back to a time before the gate, nor deleted', () => {
  const one = served()
  one.repo.commitTraced({ 'src/new.ts': 'new()\n' })
  expect(one.push('main')).toEqual(ACCEPTED)
  const held = one.tip('main')
  unhooked(one.repo, 'commit', '-q', '--amend', '-m', 'the same again')
  for (const from of ['main', ADOPTED, `${BEFORE}^{commit}`]) {
    const { code, said } = one.push('--force', `${from}:refs/heads/main`)
    expect({ from, code, said }).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot be rewritten'),
    })
  }
  one.server.git('config', 'receive.denyDeleteCurrent', 'ignore')
  expect(one.push('--delete', 'main').said).toContain('cannot be deleted')
  expect(one.tip('main')).toBe(held)
})

test('another name for the base is the base', () => {
  const one = served()
  one.server.git('symbolic-ref', 'refs/heads/master', 'refs/heads/main')
  one.server.git('config', 'receive.denyDeleteCurrent', 'ignore')
  expect(one.push('--force', `${BEFORE}^{commit}:refs/heads/master`).said).toContain('cannot be rewritten')
  expect(one.push('--delete', 'master').said).toContain('cannot be deleted')
  expect(one.tip('main')).toBe(one.repo.git('rev-parse', ADOPTED))
})

test('a ref that is named as an object id would stop every later push, so it is refused', () => {
  const one = served()
  const id = one.tip('main')
  for (const ref of [`refs/heads/${id}`, `refs/tags/${id}`, `refs/${id}`, `refs/remotes/${id}/HEAD`])
    expect(one.push(`main:${ref}`).said).toContain('named as an object id')
  one.server.git('update-ref', `refs/heads/${id}`, 'main')
  one.repo.commitTraced({ 'src/new.ts': 'new()\n' })
  expect(one.push('main').code).toBe(1)
  expect(one.push(`:refs/heads/${id}`)).toEqual(ACCEPTED)
  expect(one.push('main')).toEqual(ACCEPTED)
})

test('a branch at an old commit of the base is nothing new; what comes on top of it is held against the base', () => {
  const one = served()
  expect(one.push(`${BEFORE}^{commit}:refs/heads/old`)).toEqual(ACCEPTED)
  branch(one, 'old', BEFORE)
  smuggle(one.repo, EVIL)
  expect(one.push('old')).toMatchObject(refused('trace-missing src/app.ts'))
})

test('a branch from nowhere cannot be judged, unless the server ignores its name', () => {
  const one = served()
  unhooked(one.repo, 'checkout', '-q', '--orphan', 'pages')
  smuggle(one.repo, EVIL)
  expect(one.push('pages')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/NO_MERGE_BASE.*\n.*intentgate\.ignoreRef/),
  })
  one.server.git('config', '--add', 'intentgate.ignoreRef', 'refs/heads/pages')
  one.server.git('config', '--add', 'intentgate.ignoreRef', 'refs/notes/*')
  expect(one.push('pages')).toEqual(ACCEPTED)
  expect(one.push('pages:refs/notes/a/b')).toEqual(ACCEPTED)
  // On the server already, and still unjudged.
  expect(one.push('pages:pages2').code).toBe(1)
})

test('a protected branch is held against itself, and begins with all that the base has', () => {
  const one = served()
  one.server.git('config', '--add', 'intentgate.protectedRef', 'refs/heads/release/*')
  expect(one.push(`${BEFORE}^{commit}:refs/heads/release/0`).said).toContain('start it at refs/heads/main')
  expect(one.push('main:release/1')).toEqual(ACCEPTED)
  smuggle(one.repo, { '.orchestration/active_intents.yaml': INTENTS.replace('IN_PROGRESS', 'COMPLETED') })
  expect(one.push('main')).toEqual(ACCEPTED)
  branch(one, 'fix', ADOPTED)
  one.repo.commitTraced({ 'src/fix.ts': 'fix()\n' })
  expect(one.push('fix')).toMatchObject(refused('intent-inactive src/fix.ts'))
  expect(one.push('fix:release/1')).toEqual(ACCEPTED)
  expect(one.push('--force', `${ADOPTED}^{commit}:refs/heads/release/1`).said).toContain(
    'cannot be rewritten',
  )
  smuggle(one.repo, EVIL)
  expect(one.push('fix:release/1')).toMatchObject(refused('trace-missing src/app.ts'))
  expect(one.push('--delete', 'release/1')).toEqual(ACCEPTED)
})

test('the server names the base; no push can', () => {
  const one = served()
  branch(one, 'develop')
  one.repo.commitTraced({ 'src/new.ts': 'new()\n' })
  expect(one.push('develop')).toEqual(ACCEPTED)
  one.server.git('config', 'intentgate.baseRef', 'refs/heads/develop')
  expect(one.push('--delete', 'develop').said).toContain('cannot be deleted')
  expect(one.push('--force', 'main:develop').said).toContain('cannot be rewritten')
  one.server.git('config', '--unset', 'intentgate.baseRef')
  const named = 'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=intentgate.baseRef GIT_CONFIG_VALUE_0=refs/heads/develop'
  installHook(one.server, `export ${named}\n`)
  expect(one.push('--delete', 'develop').said).toContain('cannot be deleted')
  installHook(one.server)
  for (const [key, value] of [
    ['baseRef', 'develop'],
    ['baseRef', 'refs/heads/*'],
    ['protectedRef', 'refs/heads/**'],
    ['ignoreRef', 'notes'],
    ['require', 'perhaps'],
  ] as const) {
    one.server.git('config', `intentgate.${key}`, value)
    expect({ key, value, ...one.push('develop:other') }).toMatchObject({
      code: 1,
      said: expect.stringContaining('cannot-judge'),
    })
    one.server.git('config', '--unset', `intentgate.${key}`)
  }
})
