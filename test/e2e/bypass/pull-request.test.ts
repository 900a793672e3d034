import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADOPTED, APP, BEFORE, edit, type GatedRepo, gatedRepo, INTENTS } from '../../support/gated-repo.ts'
import {
  chained,
  claim,
  commitByCommit,
  misused,
  PASSED,
  pullRequest,
  refused,
  smuggle,
  unhooked,
  writeShard,
} from './attack.ts'

const EVIL = edit(APP, { 3: 'evil()\n' })
const declared = (id: string, scope: string, status = 'IN_PROGRESS') => `${INTENTS}  - id: ${id}
    name: Mine
    status: ${status}
    owned_scope: ${scope}
`
const DENY = 'new_intents: deny\n'
const INTENTS_FILE = '.orchestration/active_intents.yaml'

/** A record, by whoever writes it, that fits a new file. */
function forge(repo: GatedRepo, path: string, text: string, intent: string, by: 'ai' | 'human' = 'ai'): void {
  const before = repo.tryGit(['show', `HEAD:${path}`])
  repo.write({ [path]: text })
  writeShard(
    repo,
    chained([
      claim({ path, before: before.code === 0 ? before.out : null, after: text, intent, contributor: by }),
    ]),
  )
}

test('a pull request declares its own intent: denied by policy, else shown for review', async () => {
  const repo = gatedRepo({ policy: DENY })
  repo.intents(declared('INT-666', '["**"]'))
  forge(repo, 'billing/pay.ts', 'pay()\n', 'INT-666')
  smuggle(repo)
  const unreviewed = refused('intent-unreviewed billing/pay.ts')
  expect(await pullRequest(repo)).toEqual(unreviewed)
  expect(await commitByCommit(repo)).toEqual(unreviewed)
})

test('declaring the intent in one commit and using it in the next makes no difference', async () => {
  const repo = gatedRepo({ policy: DENY })
  smuggle(repo, { [INTENTS_FILE]: declared('INT-666', '["**"]') })
  forge(repo, 'billing/pay.ts', 'pay()\n', 'INT-666')
  smuggle(repo)
  forge(repo, 'billing/pay.ts', 'pay()\npay()\n', 'INT-666')
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(refused('intent-unreviewed billing/pay.ts'))
  // On the base, the same is in order.
  expect(await pullRequest(repo, 'HEAD~2')).toEqual(PASSED)
})

test('policy new_intents: review says so, however many commits lie between', async () => {
  const repo = gatedRepo()
  smuggle(repo, { [INTENTS_FILE]: declared('INT-666', '["**"]') })
  forge(repo, 'billing/pay.ts', 'pay()\n', 'INT-666')
  smuggle(repo)
  const { code, out } = repo.check('--range', `${ADOPTED}..HEAD`, '--format', 'json')
  expect(code).toBe(0)
  expect(JSON.parse(out).violations).toMatchObject([{ rule: 'intent-unreviewed', severity: 'warning' }])
})

test('a pull request widens its own scope, in a commit before it too', async () => {
  for (const commits of [1, 2]) {
    const repo = gatedRepo({ policy: DENY })
    repo.intents(INTENTS.replace('"src/**"', '"**"'))
    if (commits === 2) smuggle(repo)
    forge(repo, 'billing/pay.ts', 'pay()\n', 'INT-001')
    smuggle(repo)
    expect(await pullRequest(repo)).toEqual(refused('intent-unreviewed billing/pay.ts'))
  }
})

test('a pull request reopens an intent that was closed', async () => {
  const repo = gatedRepo({ policy: DENY, intents: declared('INT-002', '["billing/**"]', 'COMPLETED') })
  smuggle(repo, { [INTENTS_FILE]: declared('INT-002', '["billing/**"]') })
  forge(repo, 'billing/pay.ts', 'pay()\n', 'INT-002')
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(refused('intent-unreviewed billing/pay.ts'))
})

test('an intent used and taken away again within the pull request', async () => {
  const repo = gatedRepo({ policy: 'new_intents: review\n' })
  smuggle(repo, { [INTENTS_FILE]: declared('INT-666', '["**"]') })
  forge(repo, 'billing/pay.ts', 'pay()\n', 'INT-666')
  smuggle(repo)
  smuggle(repo, { [INTENTS_FILE]: INTENTS })
  expect(await pullRequest(repo)).toEqual(refused('intent-unknown billing/pay.ts'))
})

test('records that name an unknown, a closed or another intent than the one that owns the file', async () => {
  const repo = gatedRepo({ intents: declared('INT-002', '["docs/**"]', 'COMPLETED') })
  forge(repo, 'src/one.ts', 'one()\n', 'INT-404')
  forge(repo, 'docs/two.md', 'two\n', 'INT-002')
  forge(repo, 'billing/three.ts', 'three()\n', 'INT-001')
  smuggle(repo)
  const all = refused(
    'intent-inactive docs/two.md',
    'intent-unknown src/one.ts',
    'scope-violation billing/three.ts',
  )
  expect(await pullRequest(repo)).toEqual(all)
  expect(await commitByCommit(repo)).toEqual(all)
})

test('globs mean no more than they say', async () => {
  const misleading = ['["src/../src/secret/*"]', '["./src/**"]', '["{lib,src/../src}/secret/*"]']
  const scopes = ['["src/**", "!src/secret/**"]', '["!src/secret/**", "src/**"]', '["!!src/secret/key.ts"]']
  for (const scope of [...scopes, '["src/*"]', '["SRC/**"]', ...misleading]) {
    const repo = gatedRepo()
    smuggle(repo, { [INTENTS_FILE]: INTENTS.replace('["src/**"]', scope) })
    forge(repo, 'src/secret/key.ts', 'key()\n', 'INT-001')
    smuggle(repo)
    const outside = misleading.includes(scope)
      ? misused('INVALID_FILE')
      : refused('scope-violation src/secret/key.ts')
    expect({ scope, ...(await pullRequest(repo, 'HEAD^')) }).toEqual({ scope, ...outside })
  }
})

const PARDONS: Record<string, string> = {
  'shadow mode': 'mode: shadow\n',
  'rules off':
    'rules: { trace-missing: off, hash-mismatch: off, control-plane: off, scope-violation: off }\n',
  'an exemption': 'exempt:\n  - paths: ["**"]\n    reason: mine\n',
  'a waiver': `waivers:\n${['trace-missing', 'control-plane'].map((rule) => `  - { id: W-${rule}, rule: ${rule}, paths: ["**"], until: 2999-01-01, reason: mine, approved_by: me }\n`).join('')}`,
  'humans exempt': 'humans: exempt\n',
  ratchet: 'mode: ratchet\n',
}

test.each(Object.entries(PARDONS))('a pull request pardons itself by %s', async (_, policy) => {
  const repo = gatedRepo()
  smuggle(repo, { '.orchestration/policy.yaml': policy })
  smuggle(repo, { 'src/app.ts': EVIL })
  const both = ['control-plane .orchestration/policy.yaml', 'trace-missing .orchestration/policy.yaml']
  expect(await pullRequest(repo)).toEqual(refused(...both, 'trace-missing src/app.ts'))
  expect((await commitByCommit(repo)).code).toBe(1)
})

test('a pull request names its own head as the baseline, or takes the policy away', async () => {
  const repo = gatedRepo()
  const evil = smuggle(repo, { 'src/app.ts': EVIL })
  smuggle(repo, { '.orchestration/policy.yaml': `baseline: ${evil}\n` })
  expect((await pullRequest(repo)).errors).toContain('trace-missing src/app.ts')
  expect((await commitByCommit(repo)).errors).toContain('trace-missing src/app.ts')
  smuggle(repo, { '.orchestration/policy.yaml': null })
  expect((await pullRequest(repo)).errors).toContain('control-plane .orchestration/policy.yaml')
})

const STEERING = [
  '.gitattributes',
  'src/.gitattributes',
  '.gitmodules',
  '.husky/pre-commit',
  '.HUSKY/pre-commit',
  '.githooks/pre-push',
  'lefthook.yml',
  '.pre-commit-config.yaml',
  '.claude/settings.json',
  '.cursor/mcp.json',
  '.mcp.json',
]

test('what steers the gate is not for an agent, nor for a person whose intent owns everything', async () => {
  const repo = gatedRepo({ intents: INTENTS.replace('"src/**"', '"**"') })
  for (const path of STEERING) forge(repo, path, 'src/** -diff filter=evil binary\n', 'INT-001', 'human')
  const workflow = 'on: push\njobs: { gate: { steps: [{ run: echo intentgate skipped }] } }\n'
  forge(repo, '.github/workflows/ci.yml', workflow, 'INT-001', 'ai')
  smuggle(repo)
  const paths = [...STEERING, '.github/workflows/ci.yml']
  const steering = paths.map((path) => `control-plane ${path}`).sort()
  expect(await pullRequest(repo)).toEqual(refused(...steering, 'unsafe-path .husky/pre-commit'))
})

test('a person may change what steers the gate, for an intent that names the very file', async () => {
  const repo = gatedRepo({ intents: INTENTS.replace('"src/**"', '"**", "src/.gitattributes"') })
  forge(repo, 'src/.gitattributes', '*.bin binary\n', 'INT-001', 'ai')
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(refused('control-plane src/.gitattributes'))
  unhooked(repo, 'reset', '-q', '--hard', 'adopted')
  forge(repo, 'src/.gitattributes', '*.bin binary\n', 'INT-001', 'human')
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(PASSED)
})

test('attributes that hide a file from diffs hide nothing from the gate', async () => {
  const hidden = '* -diff binary -text filter=evil diff=evil merge=ours linguist-generated\n'
  const repo = gatedRepo({ files: { 'src/.gitattributes': hidden } })
  repo.git('config', 'filter.evil.clean', 'cat /dev/null')
  repo.git('config', 'diff.evil.textconv', 'true')
  repo.git('config', 'diff.evil.command', 'true')
  repo.git('config', 'diff.external', 'true')
  repo.git('update-index', '--cacheinfo', `100644,${blob(repo, EVIL)},src/app.ts`)
  unhooked(repo, 'commit', '-q', '-m', 'smuggled')
  expect(await pullRequest(repo)).toEqual(refused('trace-missing src/app.ts'))
})

function blob(repo: GatedRepo, text: string): string {
  return repo.tryGit(['hash-object', '-w', '--stdin'], { input: text }).out.trim()
}

test('the sidecar is taken away, emptied, or replaced by a link', async () => {
  const repo = gatedRepo()
  repo.git('rm', '-rq', '.orchestration')
  smuggle(repo, { 'src/app.ts': EVIL })
  expect((await pullRequest(repo)).errors).toEqual(
    expect.arrayContaining(['control-plane .orchestration', 'trace-missing src/app.ts']),
  )
  unhooked(repo, 'reset', '-q', '--hard', 'adopted')
  smuggle(repo, { [INTENTS_FILE]: 'active_intents: []\n', 'src/app.ts': EVIL })
  expect(await pullRequest(repo)).toEqual(
    refused(`control-plane ${INTENTS_FILE}`, 'trace-missing src/app.ts'),
  )
  unhooked(repo, 'reset', '-q', '--hard', 'adopted')
  repo.write({ [INTENTS_FILE]: null })
  symlinkSync('../docs/intents.yaml', join(repo.dir, INTENTS_FILE))
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(misused('INVALID_FILE'))
})

test('names that need no trace give no shelter to a script, a link, or a placeholder with content', async () => {
  const repo = gatedRepo()
  const keep = '.orchestration/agent_trace/2026-11/.keep'
  repo.write({ [keep]: '#!/bin/sh\nevil\n', '.orchestration/agent_trace/evil.sh': 'evil\n' })
  symlinkSync('/etc/passwd', join(repo.dir, '.orchestration/schema/evil.json'))
  smuggle(repo)
  expect(await pullRequest(repo)).toEqual(
    refused(
      'trace-missing .orchestration/agent_trace/2026-11/.keep',
      'trace-missing .orchestration/agent_trace/evil.sh',
      'trace-missing .orchestration/schema/evil.json',
    ),
  )
  unhooked(repo, 'reset', '-q', '--hard', 'adopted')
  smuggle(repo, { [keep]: '' })
  expect(await pullRequest(repo)).toEqual(PASSED)
})

test('a branch that brings a gate of its own, from before the adoption or from nowhere', async () => {
  const repo = gatedRepo()
  const own = { 'src/evil.ts': 'evil()\n', [INTENTS_FILE]: INTENTS, '.orchestration/policy.yaml': null }
  for (const [name, start] of [
    ['older', ['-b', 'older', BEFORE]],
    ['nowhere', ['--orphan', 'nowhere', BEFORE]],
  ] as const) {
    repo.git('checkout', '-q', ...start)
    smuggle(repo, own)
    repo.git('checkout', '-q', '-B', `landing-${name}`, ADOPTED)
    unhooked(repo, 'merge', '-q', '--no-edit', '-X', 'ours', '--allow-unrelated-histories', name)
    expect(await pullRequest(repo)).toEqual(refused('trace-missing src/evil.ts'))
    expect((await commitByCommit(repo)).errors).toContain('trace-missing src/evil.ts')
    expect((await commitByCommit(repo)).code).toBe(1)
  }
})

test('a record that a later commit of the same branch takes away again explains nothing: after a squash nothing would tell of it', async () => {
  const repo = gatedRepo()
  repo.commitTraced({ 'src/app.ts': edit(APP, { 3: 'export const item3 = 33\n' }) })
  const shards = repo.git(
    'diff',
    '--name-only',
    '--diff-filter=A',
    ADOPTED,
    '--',
    '.orchestration/agent_trace',
  )
  smuggle(repo, Object.fromEntries(shards.split('\n').map((path) => [path, null])))
  expect(await pullRequest(repo)).toEqual(refused('trace-missing src/app.ts'))
  expect((await commitByCommit(repo)).errors).toContainEqual(expect.stringContaining('ledger-rewritten'))
})
