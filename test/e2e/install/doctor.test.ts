import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/repo.ts'
import { createProject, type Project, writeHook } from './project.ts'

interface Diagnosis {
  readonly version: 1
  readonly healthy: boolean
  readonly checks: readonly { id: string; status: string; title: string; detail: string; remedy?: string }[]
}

const INTENTS = '.orchestration/active_intents.yaml'

function intent(status: string, more = ''): string {
  return `active_intents:\n  - { id: INT-001, name: n, status: ${status}, owned_scope: ['src/**']${more} }\n`
}

function diagnose(project: Project): { code: number; wrong: (string | undefined)[]; diagnosis: Diagnosis } {
  const { code, out } = project.run('doctor', '--json')
  const diagnosis: Diagnosis = JSON.parse(out)
  for (const { status, remedy } of diagnosis.checks) expect(remedy === undefined).toBe(status === 'ok')
  const wrong = diagnosis.checks
    .filter(({ status }) => status !== 'ok')
    .map(({ id, status }) => `${status}: ${id}`)
  return { code, wrong, diagnosis }
}

function healthy(layout: 'husky' | 'direct' = 'husky'): Project {
  const project = createProject()
  project.run('init', '--hooks', layout)
  project.write({ [INTENTS]: intent('IN_PROGRESS') })
  project.git('add', '-A')
  project.git('commit', '-q', '-m', 'adopt')
  return project
}

describe('doctor', () => {
  test.each(['husky', 'direct'] as const)('finds nothing wrong after init (%s)', (layout) => {
    const { code, wrong, diagnosis } = diagnose(healthy(layout))
    expect({ code, wrong, healthy: diagnosis.healthy, version: diagnosis.version }).toEqual({
      code: 0,
      wrong: [],
      healthy: true,
      version: 1,
    })
  })

  const harms: [string, 'husky' | 'direct', (project: Project) => void, string[]][] = [
    [
      'core.hooksPath is unset',
      'husky',
      ({ git }) => git('config', '--unset', 'core.hooksPath'),
      ['failure: hooks-path', 'failure: worktree'],
    ],
    [
      'core.hooksPath is relative again',
      'husky',
      ({ git }) => git('config', 'core.hooksPath', '.husky/_'),
      ['failure: hooks-path'],
    ],
    [
      'the block is taken out of a file of husky',
      'husky',
      ({ write }) => write({ '.husky/commit-msg': 'echo mine\n' }),
      ['failure: worktree'],
    ],
    ['the block is edited', 'husky', (project) => edit(project, '.husky/pre-commit'), ['warning: worktree']],
    [
      'a hook is deleted',
      'direct',
      ({ dir }) => rmSync(join(dir, '.git/hooks/pre-push')),
      ['failure: worktree'],
    ],
    [
      'a hook is not executable',
      'direct',
      ({ dir }) => chmodSync(join(dir, '.git/hooks/pre-commit'), 0o644),
      ['failure: worktree'],
    ],
    [
      'a block is edited',
      'direct',
      (project) => edit(project, '.git/hooks/pre-commit'),
      ['warning: worktree'],
    ],
    [
      'only half of the markers is left',
      'direct',
      (project) =>
        writeHook(project, 'pre-commit', '#!/bin/sh\n# <<< intentgate <<<\n. "$IG/hooks/pre-commit"\n'),
      ['failure: USAGE'],
    ],
    [
      'the package is gone',
      'direct',
      ({ dir }) => rmSync(join(dir, 'node_modules'), { recursive: true }),
      ['failure: worktree'],
    ],
    [
      'a hook of somebody else is hidden',
      'husky',
      (project) => writeHook(project, 'post-merge', '#!/bin/sh\n'),
      ['warning: silenced-hooks'],
    ],
    [
      '.orchestration/ is gone',
      'husky',
      ({ write }) => write({ '.orchestration': null, '.gitattributes': '* text=auto\n' }),
      ['failure: sidecar', 'warning: attributes'],
    ],
    [
      'the intents are invalid',
      'husky',
      ({ write }) => write({ '.orchestration/active_intents.yaml': 'active_intents: [{}]\n' }),
      ['failure: .orchestration/active_intents.yaml'],
    ],
    [
      'the policy asks for what this version cannot check',
      'husky',
      ({ write }) => write({ '.orchestration/policy.yaml': 'humans: signed\n' }),
      ['failure: .orchestration/policy.yaml'],
    ],
    [
      'no intent is in progress',
      'husky',
      ({ write }) => write({ [INTENTS]: intent('PLANNED') }),
      [`warning: ${INTENTS}`],
    ],
    [
      'the policy is gone',
      'husky',
      ({ write }) => write({ '.orchestration/policy.yaml': null }),
      ['warning: .orchestration/policy.yaml'],
    ],
    [
      'the ledger cannot be read',
      'husky',
      ({ write }) => write({ '.orchestration/agent_trace/2026-01/01-x.jsonl': '{"a":1}{\n' }),
      ['failure: ledger'],
    ],
    [
      'package.json no longer prepares',
      'husky',
      ({ write, read }) =>
        write({ 'package.json': read('package.json').replace(/"prepare": ".*"/, '"prepare": "true"') }),
      ['warning: script'],
    ],
    [
      'lefthook moved in',
      'direct',
      ({ write }) => write({ 'lefthook.yml': 'pre-commit: {}\n' }),
      ['warning: neighbour'],
    ],
  ]
  test.each(harms)('sees that %s (%s)', (_, layout, harm, expected) => {
    const project = healthy(layout)
    harm(project)
    const { code, wrong } = diagnose(project)
    expect(wrong).toEqual(expected)
    expect(code).toBe(expected.some((line) => line.startsWith('failure')) ? 1 : 0)
  })

  test('names a ledger in one file that would conflict at every merge, until init has run again', () => {
    const project = healthy()
    project.write({ '.orchestration/policy.yaml': 'ledger: { layout: single }\n' })
    const { wrong, diagnosis } = diagnose(project)
    expect(wrong).toEqual(['warning: attributes'])
    expect(diagnosis.checks.find(({ id }) => id === 'attributes')).toMatchObject({
      detail: expect.stringContaining('every merge of two branches conflicts'),
      remedy: 'npx intentgate init',
    })
    project.run('init', '--hooks', 'husky')
    expect(diagnose(project).wrong).toEqual([])
    expect(project.run('doctor').out).toContain('merges here keep both sides of it, a forge does not')
  })

  test('says what a warning means for the next commit, and counts it at the end', () => {
    const project = healthy()
    expect(project.run('doctor').out).toMatch(/ 1 intent, 1 IN_PROGRESS\n[\s\S]*\nThe gate runs\.\n$/)
    project.write({ [INTENTS]: intent('PLANNED') })
    expect(project.run('doctor').out).toMatch(
      /1 intent, none IN_PROGRESS: no change .* can be committed[\s\S]*The gate runs\. 1 warning above\.\n$/,
    )
    project.write({ [INTENTS]: 'active_intents: []\n' })
    expect(project.run('doctor').out).toMatch(/0 intents, none IN_PROGRESS.*\n.*declare one in /)
  })

  test('looks into every worktree, and names the one where nothing runs', () => {
    const project = healthy('husky')
    const tree = join(temporaryFolder(), 'tree')
    project.git('worktree', 'add', '-q', tree, '-b', 'other')
    project.git('config', 'extensions.worktreeConfig', 'true')
    project.git('-C', tree, 'config', '--worktree', 'core.hooksPath', '/dev/null')
    const { code, diagnosis } = diagnose(project)
    const trees = diagnosis.checks.filter(({ id }) => id === 'worktree')
    expect(trees.map(({ title, status }) => [title, status])).toEqual([
      [project.dir, 'ok'],
      [tree, 'failure'],
    ])
    expect(code).toBe(1)
  })

  test('says that HUSKY=0 is set', () => {
    const project = healthy()
    process.env.HUSKY = '0'
    try {
      expect(diagnose(project).wrong).toEqual(['warning: husky-off'])
    } finally {
      delete process.env.HUSKY
    }
  })

  test('says that an init.sh switches husky off', () => {
    const project = healthy()
    const folder = temporaryFolder()
    process.env.XDG_CONFIG_HOME = folder
    try {
      expect(diagnose(project).wrong).toEqual([])
      mkdirSync(join(folder, 'husky'))
      writeFileSync(join(folder, 'husky/init.sh'), 'export HUSKY=0\n')
      expect(diagnose(project).wrong).toEqual(['warning: husky-rc'])
    } finally {
      delete process.env.XDG_CONFIG_HOME
    }
  })

  test('outside a repository it says so, with exit 1', () => {
    const folder = temporaryFolder()
    const project = createProject()
    const { code, out } = project.runIn(relative(project.dir, folder), 'doctor')
    expect(code).toBe(1)
    expect(out).toContain('is not inside a git working tree')
  })
})

function edit(project: Project, path: string): void {
  writeFileSync(join(project.dir, path), project.read(path).replace('exit 2', 'exit 0'))
}
