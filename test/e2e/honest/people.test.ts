import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import { createRepo } from '../../support/repo.ts'

const STEERING = `active_intents:
  - id: INT-001
    name: Work on the sources
    status: IN_PROGRESS
    owned_scope: ["src/**"]
  - id: INT-900
    name: Keep the gate
    status: IN_PROGRESS
    owned_scope: [".orchestration/policy.yaml", ".gitattributes", ".gitmodules", "vendor/**"]
`

test('a person changes the policy, for an intent that names the file, and CI lets it in', async () => {
  const repo = gatedRepo({ intents: STEERING })
  repo.policy('new_intents: deny\n')
  repo.git('add', '-A')
  expect(repo.commit().code).toBe(1)
  expect(repo.cli(['adopt', '--yes', '.orchestration/policy.yaml']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a person adds a submodule', async () => {
  const repo = gatedRepo({ intents: STEERING })
  const library = createRepo()
  library.git('commit', '-q', '--allow-empty', '-m', 'one')
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.dir, 'vendor/lib')
  expect(repo.cli(['adopt', '--yes', '--all']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a person’s and an agent’s work in one commit', async () => {
  const repo = gatedRepo({ intents: STEERING })
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.write({ '.gitattributes': `${repo.read('.gitattributes')}*.png binary\n` })
  repo.git('add', '-A')
  expect(repo.cli(['adopt', '--yes', '--all']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('policy humans: scope-only — a person commits in the scope of an intent without a word', async () => {
  const repo = gatedRepo({ policy: 'humans: scope-only\n' })
  repo.write({ 'src/app.ts': edit(APP, { 3: '' }) })
  expect(repo.commit('-a').code).toBe(0)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('what nobody wants to trace is adopted when it lands, in one go', async () => {
  const repo = gatedRepo()
  for (const line of [3, 9, 12]) {
    repo.write({ 'src/app.ts': edit(repo.read('src/app.ts'), { [line]: '' }) })
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-a', '-m', 'quick')
  }
  expect((await repo.landing()).net[0]).toBe('refused')
  expect(repo.cli(['adopt', '--yes', '--since', 'adopted', '--all']).code).toBe(0)
  expect(repo.commit('-m', 'Adopt the branch')).toMatchObject({ code: 0, err: '' })
  expect((await repo.landing()).net).toEqual([])
})
