import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smuggle } from '../e2e/bypass/attack.ts'
import { APP, edit, type GatedRepo, gatedRepo, INTENTS } from '../support/gated-repo.ts'
import { temporaryFolder } from '../support/repo.ts'
import { runAction, type Step } from '../support/runner.ts'
import { openPullRequest, outcomeOf, reportOf } from './forge.ts'

function topic(work: (repo: GatedRepo) => void, policy?: string): { repo: GatedRepo; step: Step } {
  const repo = gatedRepo(policy === undefined ? {} : { policy })
  repo.git('checkout', '-q', '-b', 'topic')
  work(repo)
  return { repo, step: openPullRequest(repo).step }
}

const evil = (repo: GatedRepo) => smuggle(repo, { 'src/app.ts': edit(APP, { 3: 'evil()\n', 9: 'evil()\n' }) })
const declares = (repo: GatedRepo) => {
  repo.intents(`${INTENTS}  - { id: INT-002, name: Other, status: IN_PROGRESS, owned_scope: ["docs/**"] }\n`)
  repo.trace({ 'docs/a.md': 'a\n' }, '--intent', 'INT-002')
  smuggle(repo)
}

test('it says from where to where was judged, by which policy, and on the lines what is wrong', () => {
  const { repo, step } = topic(evil)
  const run = runAction(step)
  const [base, head] = [repo.git('rev-parse', 'main'), repo.git('rev-parse', 'topic')]
  const policy = repo.git('rev-parse', 'main:.orchestration/policy.yaml')
  const range = `pull_request (opened) #7 into main: base ${base}, head ${head}, merge base ${base}, 1 commit, policy ${policy}, fetched`
  expect(run.out).toContain(`note: ${range}\n`)
  expect(reportOf(run).notes).toContain(range)
  for (const id of [base, head, policy]) expect(run.summary).toContain(id)
  expect(run.summary).toMatch(/fetched in \d+\.\d s, judged in \d+\.\d s/)
  expect(run.out).toMatch(/^::error title=intentgate%3A rejected::/)
  expect(run.annotations[1]).toMatchObject({ level: 'error', file: 'src/app.ts', line: 3, endLine: 3 })
  expect(run.outputs).toMatchObject({ verdict: 'fail', errors: '1', warnings: '0', notices: '0' })
  expect([run.dropped, run.otherCommands, run.err]).toEqual([[], [], ''])
})

test('a pass says how many commits and paths it is about, in one plain line each', () => {
  const { step } = topic((repo) => repo.commitTraced({ 'src/new.ts': 'work()\n' }))
  const run = runAction(step)
  expect(run.annotations).toEqual([])
  expect(run.out).toMatch(
    /^intentgate: 2 paths, all traced \(INT-001\)\nnote: pull_request [^\n]*1 commit[^\n]*\nnote: fetched in \d+\.\d s, judged in \d+\.\d s\n$/,
  )
  expect(run.outputs).toMatchObject({ verdict: 'pass', errors: '0', warnings: '0', notices: '0' })
})

test('three hundred findings: ten annotations, and the log, the summary, the report and SARIF have them all', () => {
  const names = Array.from({ length: 300 }, (_, at) => `src/evil-${String(at).padStart(3, '0')}.ts`)
  const { step } = topic((repo) => smuggle(repo, Object.fromEntries(names.map((name) => [name, 'evil()\n']))))
  const folder = temporaryFolder()
  const run = runAction({ ...step, inputs: { 'sarif-file': join(folder, 'a.sarif') } })
  expect(run.annotations.filter(({ level }) => level === 'error')).toHaveLength(10)
  expect(run.dropped).toEqual([])
  const sarif = readFileSync(join(folder, 'a.sarif'), 'utf8')
  for (const name of names)
    for (const text of [run.out, run.summary, sarif, JSON.stringify(reportOf(run))])
      expect(text).toContain(name)
  expect(run.outputs.errors).toBe('300')
})

test('names of every kind forge nothing: not in the log, not in the summary, not in the outputs', () => {
  const names = [
    '::error file=x,line=1::forged',
    ' ::stop-commands::pause',
    'a##[add-mask]secret',
    '##vso[task.setvariable variable=x]y',
    'line\n::warning::forged',
    'cr\r::notice::forged',
    'sep\u2028::debug::forged',
    'bidi\u202egpj.ts',
    'x<<EOF\nverdict=pass',
    '</table><img src=x onerror=alert(1)>@octocat',
    '%0A::error::forged',
  ]
  const { step } = topic((repo) => smuggle(repo, Object.fromEntries(names.map((name) => [name, 'x\n']))))
  const run = runAction(step)
  expect(run.code).toBe(1)
  expect(run.otherCommands).toEqual([])
  for (const { title } of run.annotations) expect(title).toMatch(/^intentgate/)
  expect(run.out).not.toMatch(/##\[|##vso\[|[\u2028\u202e\r]/)
  expect(run.summary).not.toMatch(/<img|(?<!<code>[^<]*)@octocat/)
  expect(run.outputs.verdict).toBe('fail')
  const paths = reportOf(run).violations.map(({ path }) => path)
  for (const name of names) expect(paths).toContain(name)
})

test('fail-on says from which severity on it fails', () => {
  const { step } = topic(declares, 'new_intents: review\n')
  const outcome = (failOn: string) => outcomeOf(runAction({ ...step, inputs: { 'fail-on': failOn } }))
  const said = expect.arrayContaining(['warning intent-unreviewed .orchestration/active_intents.yaml'])
  expect(outcome('')).toEqual({ code: 0, said })
  expect(outcome('warning')).toEqual({ code: 1, said })
  expect(outcome('notice')).toEqual({ code: 1, said })
})

test('mode: the workflow may watch only, or make a policy that watches only bite', () => {
  const strict = topic(evil).step
  const shadow = topic(evil, 'mode: shadow\n').step
  const code = (step: Step, mode: string) => runAction({ ...step, inputs: { mode } }).code
  expect([code(strict, ''), code(strict, 'enforce'), code(strict, 'shadow')]).toEqual([1, 1, 0])
  expect([code(shadow, 'policy'), code(shadow, 'enforce')]).toEqual([0, 1])
  const watched = runAction({ ...strict, inputs: { mode: 'shadow' } })
  expect(watched.out).toContain("note: mode shadow by the workflow, in place of the policy's enforce")
  expect(watched.outputs).toMatchObject({ verdict: 'pass', errors: '1' })
})

test('annotations: off prints the same findings as plain lines', () => {
  const { step } = topic(evil)
  const run = runAction({ ...step, inputs: { annotations: 'off' } })
  expect([run.code, run.annotations, run.otherCommands]).toEqual([1, [], []])
  expect(run.out).toMatch(/^error trace-missing src\/app\.ts/m)
})

test('the token is nowhere: not in the log, not in a file, not on a command line', () => {
  const { step } = topic(evil)
  const token = 'ghs_0123456789abcdefghijABCDEFGHIJ012345'
  const run = runAction({ ...step, inputs: { token } })
  const encoded = Buffer.from(`x-access-token:${token}`).toString('base64')
  const all = `${run.out}${run.err}${run.summary}${JSON.stringify(run.outputs)}${JSON.stringify(reportOf(run))}`
  for (const secret of [token, encoded]) expect(all).not.toContain(secret)
})
