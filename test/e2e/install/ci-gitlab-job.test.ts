import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { renderJob } from '../../../src/setup/ci/gitlab-template.ts'
import { ADOPTED, type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'
import { type Answer, createRepo, type TestRepo, temporaryFolder } from '../../support/repo.ts'

const { intentgate: JOB } = parse(renderJob({ stage: 'test', version: '1.2.3' }))
const ZEROS = '0'.repeat(40)
const TRACED = { 'src/new.ts': 'export const traced = 1\n' }
const UNTRACED = { 'src/bad.ts': 'export const untraced = 1\n' }

/** A project on the forge, and what GitLab's runner does with one of its commits. */
interface Project {
  readonly repo: GatedRepo
  /** The bare repository; its path without `.git`, as GitLab names a project. */
  readonly url: string
  /** Runs the job's script in a fresh clone; the branches of `repo` are pushed before. */
  run(env: Record<string, string>, origin?: string): Answer & { readonly clone: TestRepo }
}

function createProject(policy?: string): Project {
  const repo = gatedRepo(policy === undefined ? {} : { policy })
  const url = join(temporaryFolder(), 'project')
  repo.git('clone', '-q', '--bare', '.', `${url}.git`)
  const run: Project['run'] = (env, origin = `${url}.git`) => {
    repo.tryGit(['push', '-q', '--force', '--no-verify', `${url}.git`, 'refs/heads/*'])
    const clone = createRepo()
    clone.git('fetch', '-q', origin, env.CI_COMMIT_SHA!)
    clone.git('remote', 'add', 'origin', origin)
    clone.git('checkout', '-q', '--detach', 'FETCH_HEAD')
    const path = `${npmStub()}:${process.env.PATH}`
    const result = spawnSync('sh', ['-c', JOB.script[0]], {
      cwd: clone.dir,
      env: { ...process.env, ...env, PATH: path },
    })
    return { code: result.status ?? -1, out: `${result.stdout}`, err: `${result.stderr}`, clone }
  }
  return { repo, url, run }
}

// "Installs" what was built here, and only where and what it should.
function npmStub(): string {
  const bin = createRepo()
  bin.write({
    npm: `#!/bin/sh
case "$*" in *" --ignore-scripts "*" intentgate@1.2.3") ;; *) exit 9 ;; esac
! git rev-parse --git-dir 2>/dev/null || exit 8
mkdir node_modules && ln -s '${resolve('.')}' node_modules/intentgate
`,
  })
  chmodSync(join(bin.dir, 'npm'), 0o755)
  return bin.dir
}

function mergeRequest(head: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_PROJECT_ID: '1',
    CI_MERGE_REQUEST_PROJECT_ID: '1',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
    CI_COMMIT_SHA: head,
    ...more,
  }
}

function push(before: string, after: string): Record<string, string> {
  return { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BEFORE_SHA: before, CI_COMMIT_SHA: after }
}

/** A branch `topic` with one commit: recorded and committed, or only committed. */
function branch({ repo }: Project, files: Record<string, string>, how: 'traced' | 'untraced'): string {
  repo.git('checkout', '-q', '-b', 'topic')
  if (how === 'traced') return repo.commitTraced(files)
  return commitUntraced(repo, files)
}

function commitUntraced(repo: GatedRepo, files: Record<string, string>): string {
  repo.write(files)
  repo.git('add', '-A')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'work')
  return repo.git('rev-parse', 'HEAD')
}

const issues = (clone: TestRepo): { check_name: string; severity: string; location: { path: string } }[] =>
  JSON.parse(clone.read('gl-code-quality-report.json'))

describe('a merge request', () => {
  test('that is traced passes, with a report', () => {
    const project = createProject()
    const { code, out, err, clone } = project.run(mergeRequest(branch(project, TRACED, 'traced')))
    expect(code, out + err).toBe(0)
    expect(issues(clone)).toEqual([])
  })

  test('that is not fails, says why in the log, and has it in the report', () => {
    const project = createProject()
    const { code, out, clone } = project.run(mergeRequest(branch(project, UNTRACED, 'untraced')))
    expect(code).toBe(1)
    expect(out).toMatch(/src\/bad\.ts[\s\S]*trace-missing|trace-missing[\s\S]*src\/bad\.ts/)
    expect(issues(clone)).toMatchObject([
      { check_name: 'trace-missing', severity: 'major', location: { path: 'src/bad.ts' } },
    ])
  })

  test('is held against the target as it is now, and what others merged there is not its own', () => {
    const project = createProject()
    const head = branch(project, TRACED, 'traced')
    project.repo.git('checkout', '-q', 'main')
    commitUntraced(project.repo, UNTRACED)
    expect(project.run(mergeRequest(head, { CI_MERGE_REQUEST_DIFF_BASE_SHA: ZEROS })).code).toBe(0)
  })

  test.each(['traced', 'untraced'] as const)(
    '%s, in a pipeline for merged results: its own head is judged',
    (how) => {
      const project = createProject()
      const head = branch(project, TRACED, how)
      project.repo.git('checkout', '-q', '-b', 'merged', 'main')
      project.repo.git(
        '-c',
        'core.hooksPath=/dev/null',
        'merge',
        '-q',
        '--no-ff',
        '-m',
        'made by the forge',
        'topic',
      )
      const merged = project.repo.git('rev-parse', 'HEAD')
      const env = mergeRequest(merged, { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head })
      expect(project.run(env).code).toBe(how === 'traced' ? 0 : 1)
    },
  )

  test.each(['traced', 'untraced'] as const)(
    '%s, from a fork: held against the project it goes to',
    (how) => {
      const project = createProject()
      const fork = `${join(temporaryFolder(), 'fork')}.git`
      const head = branch(project, TRACED, how)
      project.repo.git('clone', '-q', '--bare', '.', fork)
      // The fork's own main already holds what is asked for.
      project.repo.git('push', '-q', '--no-verify', fork, 'topic:main')
      const env = mergeRequest(head, { CI_PROJECT_ID: '2', CI_MERGE_REQUEST_PROJECT_URL: project.url })
      expect(project.run(env, fork).code).toBe(how === 'traced' ? 0 : 1)
    },
  )

  test('whose target is gone cannot be judged, and does not pass', () => {
    const project = createProject()
    const head = branch(project, TRACED, 'traced')
    expect(project.run(mergeRequest(head, { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'gone' })).code).not.toBe(0)
  })
})

describe('a push to the default branch', () => {
  test.each(['traced', 'untraced'] as const)('%s is seen after the fact', (how) => {
    const project = createProject()
    const before = project.repo.git('rev-parse', ADOPTED)
    expect(project.run(push(before, branch(project, TRACED, how))).code).toBe(how === 'traced' ? 0 : 1)
  })

  test('that threw away what was there cannot be compared, and does not pass', () => {
    const project = createProject()
    const { code, clone } = project.run(push('1'.repeat(40), branch(project, TRACED, 'traced')))
    expect(code).toBe(3)
    expect(issues(clone)).toMatchObject([{ check_name: 'cannot-judge', severity: 'blocker' }])
  })

  test('that is the first one is judged as a whole', () => {
    const exempt = createProject('exempt: [{ paths: ["**"], reason: "from before" }]\n')
    expect(exempt.run(push(ZEROS, exempt.repo.git('rev-parse', ADOPTED))).code).toBe(0)
    const project = createProject()
    const first = project.run(push(ZEROS, project.repo.git('rev-parse', ADOPTED)))
    expect(first.out + first.err).toContain('src/app.ts')
    expect(first.code).toBe(1)
  })
})
