import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { doubtsOf } from '../src/setup/ci/doubts.ts'
import { choosePin } from '../src/setup/ci/release.ts'
import { type Job, readWorkflow, type Workflow } from '../src/setup/ci/workflow.ts'
import { complaints } from './setup/ci/complaints.ts'
import { risks } from './setup/ci/risks.ts'
import { createRepo } from './support/repo.ts'

const FOLDER = '.github/workflows'
const names = readdirSync(FOLDER).sort()
const texts = new Map(names.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]))

function workflowOf(name: string): Workflow {
  const workflow = readWorkflow(parse(texts.get(name)!))
  if (typeof workflow === 'string') throw new Error(workflow)
  return workflow
}

function jobOf(name: string, job: string): Job {
  return workflowOf(name).jobs.find((candidate) => candidate.name === job)!
}

test('our workflows are these', () => {
  expect(names).toEqual(['check.yml', 'dist.yml', 'release.yml', 'self.yml'])
})

test('GitHub has nothing to say against them, nor against action.yml', async () => {
  const files = Object.fromEntries(names.map((name) => [`${FOLDER}/${name}`, texts.get(name)!]))
  expect(await complaints({ ...files, 'action.yml': readFileSync('action.yml', 'utf8') })).toEqual([])
})

test.each(names)('%s takes no risk', (name) => {
  expect(risks(texts.get(name)!)).toEqual([])
})

test.each(names)('%s runs nothing but what GitHub itself makes, and the Action at the root', (name) => {
  const uses = workflowOf(name).jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
  expect(uses.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action) && action !== './')).toEqual(
    [],
  )
})

describe('self: our own gate', () => {
  test('has none of the faults that doctor knows', () => {
    expect(doubtsOf(workflowOf('self.yml'))).toEqual([])
  })

  test('runs the Action as it stands on the base', () => {
    const [checkout, gate] = jobOf('self.yml', 'intentgate').steps
    expect(checkout!.with.ref).toMatch(/^\$\{\{ github\.event\.pull_request\.base\.sha \|\|/)
    expect(gate!.uses).toBe('./')
  })

  test('gives the Action inputs that it has', () => {
    const { inputs } = parse(readFileSync('action.yml', 'utf8'))
    expect(Object.keys(inputs)).toEqual(
      expect.arrayContaining(Object.keys(jobOf('self.yml', 'intentgate').steps[1]!.with)),
    )
  })
})

test('dist: what differs from a new build is an error, whatever attributes say, new files included', () => {
  const repo = createRepo()
  repo.write({ '.gitattributes': 'action/dist/** -diff\n', 'action/dist/index.js': 'old\n' })
  repo.git('add', '.')
  repo.git('commit', '-q', '-m', 'dist')
  const compare = (): number | null => bash(runOf('dist.yml', 'dist', 'git diff --text'), repo.dir).status
  expect(compare()).toBe(0)
  repo.write({ 'action/dist/LICENSES': 'new\n' })
  expect(compare()).not.toBe(0)
  repo.write({ 'action/dist/LICENSES': null, 'action/dist/index.js': 'other\n' })
  expect(compare()).not.toBe(0)
})

test('the workflow for pull_request_target in the documentation is one that GitHub takes, and is safe but for that', async () => {
  const text = /```yaml\n(name: intentgate[\s\S]*?)```/
    .exec(readFileSync('docs/ci/github.md', 'utf8'))![1]!
    .replace('OWNER/REPO@COMMIT # vX.Y.Z', `owner/intentgate@${'0'.repeat(40)} # v1.2.3`)
  expect(await complaints({ [`${FOLDER}/intentgate.yml`]: text })).toEqual([])
  expect(risks(text)).toEqual(['dangerous-triggers: pull_request_target'])
  const workflow = readWorkflow(parse(text))
  if (typeof workflow === 'string') throw new Error(workflow)
  expect(doubtsOf(workflow)).toEqual([])
})

describe('release', () => {
  test('only the job that publishes may prove who it is, and only the other one may write', () => {
    const access = workflowOf('release.yml').jobs.map(({ name, permissions }) => [name, permissions])
    expect(Object.fromEntries(access)).toEqual({
      publish: { contents: 'read', 'id-token': 'write' },
      tags: { contents: 'write' },
    })
    const others = names.filter((name) => name !== 'release.yml').map((name) => texts.get(name)!)
    expect(others.filter((text) => /: write/.test(text))).toEqual([])
  })

  test('the package is published with its provenance, and without a token', () => {
    expect(runOf('release.yml', 'publish', 'npm publish')).toMatch(/--ignore-scripts --provenance/)
    expect(texts.get('release.yml')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/)
  })

  const ENV = { GITHUB_REPOSITORY: 'owner/intentgate', GITHUB_OUTPUT: 'output' }
  const tell = (version: string) => {
    const repo = createRepo()
    repo.write({ 'package.json': '{"version":"1.2.3"}\n' })
    repo.git('add', '.')
    repo.git('commit', '-q', '-m', 'release')
    mkdirSync(join(repo.dir, 'dist'))
    writeFileSync(join(repo.dir, 'output'), '')
    const script = runOf('release.yml', 'publish', 'dist/release.json')
    return { repo, result: bash(script, repo.dir, { ...ENV, GITHUB_REF_NAME: version }) }
  }

  test('the package learns the commit of the Action, and init --ci reads it', () => {
    const { repo, result } = tell('v1.2.3')
    expect(result.status, result.stderr.toString()).toBe(0)
    const commit = repo.git('rev-parse', 'HEAD')
    expect(choosePin(undefined, repo.dir)).toEqual({ action: 'owner/intentgate', version: 'v1.2.3', commit })
    expect(repo.read('output')).toBe(`commit=${commit}\n`)
  })

  test('a tag that is not the version of the package publishes nothing', () => {
    expect(tell('v1.2.4').result.status).not.toBe(0)
  })
})

function runOf(name: string, job: string, part: string): string {
  return jobOf(name, job).steps.find(({ run }) => run?.includes(part))!.run!
}

// As a runner starts it, where the workflow names no shell.
function bash(script: string, cwd: string, env: Record<string, string> = {}) {
  return spawnSync('bash', ['-e', '-c', script], { cwd, env: { ...process.env, ...env } })
}
