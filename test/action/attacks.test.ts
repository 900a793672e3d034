import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chained, claim, smuggle, unhooked, writeShard } from '../e2e/bypass/attack.ts'
import { APP, edit, type GatedRepo, gatedRepo, INTENTS } from '../support/gated-repo.ts'
import { runAction } from '../support/runner.ts'
import { openPullRequest, outcomeOf } from './forge.ts'

const EVIL = edit(APP, { 3: 'evil()\n' })

function forge(repo: GatedRepo, path: string, before: string | null, after: string): void {
  repo.write({ [path]: after })
  writeShard(repo, chained([claim({ path, before, after })]))
}

/** What a pull request tries on the branch topic, and each finding that names it. */
const ATTACKS: Readonly<Record<string, readonly [attack: (repo: GatedRepo) => void, ...errors: string[]]>> = {
  'widens its own scope': [
    (repo) => {
      repo.intents(INTENTS.replace('"src/**"', '"**"'))
      forge(repo, 'billing/pay.ts', null, 'pay()\n')
      smuggle(repo)
    },
    'intent-unreviewed billing/pay.ts',
  ],
  'edits the policy': [
    (repo) => smuggle(repo, { '.orchestration/policy.yaml': 'mode: shadow\n', 'src/app.ts': EVIL }),
    'control-plane .orchestration/policy.yaml',
    'trace-missing .orchestration/policy.yaml',
    'hash-mismatch src/app.ts',
  ],
  'edits the workflow that runs the gate': [
    (repo) =>
      smuggle(repo, {
        '.github/workflows/intentgate.yml': 'jobs: { gate: { steps: [{ run: "true # intentgate" }] } }\n',
      }),
    'control-plane .github/workflows/intentgate.yml',
    'trace-missing .github/workflows/intentgate.yml',
  ],
  'deletes ledger lines': [
    (repo) => {
      const base = repo.git('merge-base', 'main', 'topic')
      const shards = repo.git('ls-tree', '-r', '--name-only', base, '.orchestration/agent_trace')
      smuggle(repo, { [shards.split('\n').find((path) => path.endsWith('.jsonl'))!]: null })
    },
    'ledger-rewritten',
  ],
  'hides a change with -diff': [
    (repo) => smuggle(repo, { 'src/.gitattributes': '* -diff linguist-generated\n', 'src/app.ts': EVIL }),
    'control-plane src/.gitattributes',
    'trace-missing src/.gitattributes',
    'hash-mismatch src/app.ts',
  ],
  'hides a change in a merge': [
    (repo) => {
      unhooked(repo, 'merge', '-q', '--no-commit', '--no-ff', 'main')
      smuggle(repo, { 'src/app.ts': edit(repo.read('src/app.ts'), { 11: 'evil()\n' }) })
    },
    'hash-mismatch src/app.ts',
  ],
  'hides a change in a merge of three': [
    (repo) => {
      for (const name of ['one', 'two']) {
        unhooked(repo, 'checkout', '-q', '-b', name, 'main')
        repo.commitTraced({ [`src/${name}.ts`]: `${name}()\n` })
      }
      unhooked(repo, 'checkout', '-q', 'topic')
      unhooked(repo, 'merge', '-q', '--no-commit', 'one', 'two')
      smuggle(repo, { 'src/app.ts': edit(repo.read('src/app.ts'), { 11: 'evil()\n' }) })
    },
    'hash-mismatch src/app.ts',
  ],
  'takes back in a merge what main has': [
    (repo) => void unhooked(repo, 'merge', '-q', '-s', 'ours', '-m', 'Merge main', 'main'),
    'ledger-rewritten',
  ],
  'puts a link in place of the sidecar': [
    (repo) => {
      repo.git('mv', '.orchestration', 'src/kept')
      symlinkSync('src/kept', join(repo.dir, '.orchestration'))
      smuggle(repo, { 'src/kept/policy.yaml': 'mode: shadow\n' })
    },
    'trace-missing .orchestration',
    'control-plane .orchestration',
    'ledger-rewritten',
  ],
  'brings a submodule where a file was recorded': [
    (repo) => {
      forge(repo, 'src/sub', null, 'x\n')
      smuggle(repo)
      const entry = `160000,${repo.git('rev-parse', 'HEAD')},src/sub`
      repo.git('update-index', '--cacheinfo', entry)
      unhooked(repo, 'commit', '-q', '-m', 'smuggled')
    },
    'hash-mismatch src/sub',
  ],
  'moves a file out of scope': [
    (repo) => {
      repo.write({ billing: null })
      repo.write({ 'billing/app.ts': APP, 'src/app.ts': null })
      repo.record('--intent', 'INT-001', 'src/app.ts')
      forge(repo, 'billing/app.ts', null, APP)
      smuggle(repo)
    },
    'scope-violation billing/app.ts',
  ],
  'renames a file by case': [
    (repo) => {
      forge(repo, 'src/APP.ts', null, APP)
      smuggle(repo)
    },
    'unsafe-path src/APP.ts',
  ],
  'forges annotations through a file name': [
    (repo) =>
      smuggle(repo, {
        '::error file=a,line=1::forged': 'x\n',
        'src/##[error]forged ::stop-commands::x': 'x\n',
      }),
    'trace-missing ::error file=a,line=1::forged',
    'trace-missing src/##[error]forged ::stop-commands::x',
  ],
  'brings a commit that is taken back by the next': [
    (repo) => {
      smuggle(repo, { 'src/app.ts': EVIL })
      forge(repo, 'src/app.ts', EVIL, edit(EVIL, { 5: 'more()\n' }))
      smuggle(repo)
    },
    'hash-mismatch src/app.ts',
  ],
}

test.each(Object.entries(ATTACKS))(
  'a pull request that %s is rejected, and it is named',
  (_, [attack, ...errors]) => {
    const repo = gatedRepo({ policy: 'new_intents: deny\n' })
    repo.commitTraced({ 'src/before.ts': 'before()\n' })
    repo.git('checkout', '-q', '-b', 'topic')
    repo.commitTraced({ 'src/app.ts': edit(APP, { 20: 'export const topic20 = 20\n' }) })
    repo.git('checkout', '-q', 'main')
    repo.commitTraced({ 'src/main.ts': 'main()\n' })
    repo.git('checkout', '-q', 'topic')
    attack(repo)
    const run = runAction(openPullRequest(repo).step)
    const { code, said } = outcomeOf(run)
    const found = said.filter((line) => line.startsWith('error ')).map((line) => line.slice('error '.length))
    expect({ code, found }).toEqual({
      code: 1,
      found: expect.arrayContaining(errors.map((error) => expect.stringContaining(error))),
    })
    expect(new Set(found.map((line) => line.split(' ')[0]))).toEqual(
      new Set(errors.map((error) => error.split(' ')[0])),
    )
    expect(run.otherCommands).toEqual([])
    // Each is named where a reviewer looks.
    for (const error of errors) expect(run.summary).toContain(error.split(' ')[0])
    expect(run.annotations[0]).toMatchObject({ level: 'error', title: 'intentgate: rejected' })
    for (const { title } of run.annotations) expect(title).toMatch(/^intentgate/)
  },
)

test('a workflow that would judge a pull request from its own commits is refused, and told why', () => {
  const repo = gatedRepo()
  repo.git('checkout', '-q', '-b', 'topic')
  const before = smuggle(repo, { 'src/app.ts': EVIL })
  repo.commitTraced({ 'src/new.ts': 'fresh()\n' })
  const changes = { before, after: repo.git('rev-parse', 'topic') }
  const { step } = openPullRequest(repo, { action: 'synchronize', changes })
  for (const base of Object.values(changes)) {
    const run = runAction({ ...step, inputs: { base } })
    expect(outcomeOf(run)).toEqual({ code: 2, said: ['USAGE'] })
    expect(run.out).toContain('a commit of the pull_request itself')
  }
  expect(outcomeOf(runAction({ ...step, inputs: { base: '' } })).code).toBe(1)
})
