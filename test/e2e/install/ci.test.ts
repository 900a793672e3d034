import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { renderWorkflow } from '../../../src/setup/ci/github-template.ts'
import type { TestRepo } from '../../support/repo.ts'
import { createProject, fingerprint, isThere, type Project } from './project.ts'

const WORKFLOW = '.github/workflows/intentgate.yml'
const JOB = '.gitlab/intentgate.yml'
const PIPELINE = '.gitlab-ci.yml'
const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const GITHUB = ['init', '--ci', 'github', '--action', `owner/intentgate@${COMMIT}`]
const GITLAB = ['init', '--ci', 'gitlab']

describe('init --ci github', () => {
  test('writes the workflow beside all else, for the default branch, and asks for owners', () => {
    const project = createProject()
    project.git('branch', '-m', 'trunk')
    const { code, out } = project.run(...GITHUB)
    expect(code, out).toBe(0)
    const pin = { action: 'owner/intentgate', commit: COMMIT, version: null }
    expect(project.read(WORKFLOW)).toBe(renderWorkflow({ branch: 'trunk', pin }))
    expect(out).toContain(`created       ${WORKFLOW}`)
    expect(out).toMatch(/git add .*\.github\/workflows\/intentgate\.yml/)
    expect(out).toContain(`/${WORKFLOW} @your-team`)
    expect(isThere(project, '.orchestration/policy.yaml')).toBe(true)
  })

  test('run again, changes nothing, whatever was changed in the file', () => {
    const project = createProject()
    project.run(...GITHUB)
    project.write({ [WORKFLOW]: `# mine\n${project.read(WORKFLOW)}` })
    const before = fingerprint(project)
    expect(project.run('init', '--ci', 'github').out).toContain('it runs the gate already')
    expect(fingerprint(project)).toEqual(before)
  })

  test('keeps a workflow that runs the gate under another name, and adds none', () => {
    const project = createProject()
    project.write({ '.github/workflows/ci.yaml': 'on: push\njobs: { x: { uses: o/IntentGate@v1 } }\n' })
    expect(project.run(...GITHUB).out).toContain('it runs the gate already')
    expect(isThere(project, WORKFLOW)).toBe(false)
  })

  test('a workflow that only speaks of the gate keeps nobody from having one', () => {
    const project = createProject()
    project.write({
      '.github/workflows/ci.yml': 'on: push\njobs: { x: { steps: [{ run: npm i intentgate }] } }\n',
    })
    expect(project.run(...GITHUB).code).toBe(0)
    expect(isThere(project, WORKFLOW)).toBe(true)
  })

  test('keeps a file of another purpose under its name, and says so', () => {
    const project = createProject()
    project.write({ [WORKFLOW]: 'on: push\n' })
    expect(project.run(...GITHUB).out).toMatch(/kept +\S+intentgate\.yml +not ours/)
    expect(project.read(WORKFLOW)).toBe('on: push\n')
  })

  test('a build from source writes nothing at all without a commit to pin', () => {
    const project = createProject()
    const before = fingerprint(project)
    const { code, err } = project.run('init', '--ci', 'github')
    expect(code).toBe(2)
    expect(err).toContain('--action OWNER/REPO@COMMIT')
    expect(fingerprint(project)).toEqual(before)
    expect(isThere(project, '.orchestration')).toBe(false)
  })
})

describe('init --ci gitlab', () => {
  test('writes the job, and the pipeline that includes it', () => {
    const project = createProject()
    expect(project.run(...GITLAB).code).toBe(0)
    expect(parse(project.read(PIPELINE))).toEqual({ include: [{ local: `/${JOB}` }] })
    const { version } = JSON.parse(project.read('node_modules/intentgate/package.json'))
    expect(parse(project.read(JOB)).intentgate.script[0]).toContain(`intentgate@${version})`)
  })

  test('adds the include to a pipeline that is there, joins one of its stages, and says what that changes', () => {
    const project = createProject()
    const pipeline = '# ours\nstages: [lint, ship]\nlint: { stage: lint, script: [x] }\n'
    project.write({ [PIPELINE]: pipeline })
    const { out } = project.run(...GITLAB)
    expect(project.read(PIPELINE)).toBe(`${pipeline}\ninclude:\n  - local: /${JOB}\n`)
    expect(parse(project.read(JOB)).intentgate.stage).toBe('lint')
    expect(out).toMatch(/Still to do in CI:\n.*"Pipelines must succeed"/)
  })

  test('run again, changes nothing', () => {
    const project = createProject()
    project.run(...GITLAB)
    project.write({ [JOB]: `# mine\n${project.read(JOB)}` })
    const before = fingerprint(project)
    expect(project.run(...GITLAB).out).not.toMatch(/created|edited/)
    expect(fingerprint(project)).toEqual(before)
  })

  test('a pipeline that cannot be read is an error before anything is done', () => {
    const project = createProject()
    project.write({ [PIPELINE]: 'a: [\n' })
    expect(project.run(...GITLAB).code).toBe(2)
    expect(isThere(project, '.orchestration')).toBe(false)
  })
})

test.each([
  ['a dry run', [...GITHUB, '--dry-run'], 0],
  ['a dry run', [...GITLAB, '--dry-run'], 0],
  ['a forge that is not known', ['init', '--ci', 'gitea'], 2],
  ['a tag for a pin', ['init', '--ci', 'github', '--action', 'owner/intentgate@v1'], 2],
  ['an Action without a workflow', ['init', '--action', `owner/intentgate@${COMMIT}`], 2],
])('%s writes nothing: %j', (_, args, code) => {
  const project = createProject()
  const before = fingerprint(project)
  const answer = project.run(...args)
  expect(answer.code, answer.err).toBe(code)
  expect(fingerprint(project)).toEqual(before)
})

describe('doctor', () => {
  const ready = (...args: string[]): Project => {
    const project = createProject()
    project.run(...args)
    return project
  }

  const rows = (repo: TestRepo) => {
    const { out } = repo.run('doctor', '--json')
    const checks: { id: string; status: string; detail: string; remedy?: string }[] = JSON.parse(out).checks
    return checks.filter(({ id }) => id === 'ci')
  }

  test('says nothing of CI where the repository belongs to no forge that is known', () => {
    expect(rows(ready('init'))).toEqual([])
  })

  test.each([
    ['git@github.com:a/b.git', 'github'],
    ['https://gitlab.com/a/b.git', 'gitlab'],
  ])('warns where nothing judges on %s, and fails nothing', (url, forge) => {
    const project = ready('init')
    project.git('remote', 'add', 'origin', url)
    expect(rows(project)).toMatchObject([{ status: 'warning', remedy: `npx intentgate init --ci ${forge}` }])
    expect(project.run('doctor').code).toBe(0)
  })

  test.each([GITHUB, GITLAB])('is content with what %s %s %s writes', (...args) => {
    expect(rows(ready(...args))).toMatchObject([{ status: 'ok' }])
  })

  test('names each fault of a workflow, and what to do', () => {
    const project = ready(...GITHUB)
    const unsafe = project
      .read(WORKFLOW)
      .replace(/, edited/, '')
      .replace(/@[0-9a-f]{40}/, '@v1')
    project.write({ [WORKFLOW]: unsafe })
    expect(rows(project)).toMatchObject([
      { status: 'warning', detail: expect.stringContaining('when edited'), remedy: expect.any(String) },
      { status: 'warning', detail: expect.stringContaining('@v1 is not pinned') },
    ])
  })

  test('a workflow that only speaks of the gate does not judge', () => {
    const project = ready('init')
    project.write({
      '.github/workflows/ci.yml': 'on: push\njobs: { x: { steps: [{ run: npm i intentgate }] } }\n',
    })
    expect(rows(project)).toMatchObject([{ status: 'warning', detail: expect.stringContaining('no job') }])
  })

  test.each([
    ['two documents', '---\nx: intentgate\n---\ny: 1\n'],
    ['no YAML', 'x: [intentgate\n'],
    ['no jobs', 'on: push # intentgate\n'],
  ])('a workflow that GitHub cannot run is a failure: %s', (_, text) => {
    const project = ready('init')
    project.write({ [WORKFLOW]: text })
    expect(rows(project)).toMatchObject([{ status: 'failure' }])
    expect(project.run('doctor').code).toBe(1)
  })
})
