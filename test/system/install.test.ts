import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repoAt, type TestRepo, temporaryFolder } from '../support/repo.ts'

// The package as it is published, through every package manager and beside every hook manager. Needs a registry.

const PACKAGES = {
  npm12: 'npm@12',
  pnpm: 'pnpm@12',
  yarn1: 'yarn@1',
  berry: '@yarnpkg/cli-dist@4',
  bun: 'bun@1',
  lefthook: 'lefthook@2',
  simple: 'simple-git-hooks@2',
}
let tools = ''
let tarball = ''

beforeAll(() => {
  tools = mkdtempSync(join(tmpdir(), 'intentgate-tools-'))
  for (const [name, spec] of Object.entries(PACKAGES)) {
    run(['npm', 'install', '--silent', '--no-save', '--prefix', join(tools, name), spec], tools)
  }
  const packed = run(
    ['npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', tools],
    process.cwd(),
  )
  tarball = join(tools, JSON.parse(packed.stdout.toString())[0].filename)
})

afterAll(() => rmSync(tools, { recursive: true, force: true }))

function run(command: readonly string[], cwd: string): SpawnSyncReturns<Buffer> {
  const [file, ...args] = command
  const path = [join(tools, 'lefthook/node_modules/.bin'), process.env.PATH].join(delimiter)
  const quiet = {
    YARN_ENABLE_TELEMETRY: '0',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_CACHE_FOLDER: join(tools, 'cache'),
  }
  const result = spawnSync(file!, args, { cwd, env: { ...process.env, ...quiet, PATH: path } })
  if (result.status !== 0)
    throw new Error(`${command.join(' ')} → ${result.status}\n${result.stdout}${result.stderr}`)
  return result
}

function createPackage(files: Record<string, string> = {}): TestRepo {
  const repo = repoAt(temporaryFolder())
  repo.git('init', '-q', '-b', 'main')
  cpSync(tarball, join(repo.dir, 'intentgate.tgz'))
  const manifest = {
    name: 'project',
    version: '1.0.0',
    devDependencies: { intentgate: 'file:./intentgate.tgz' },
  }
  repo.write({
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': 'node_modules\n.yarn\n.pnp.*\n',
    ...files,
  })
  return repo
}

/** The commit that adopts passes; an untraced change after it is refused. */
function expectGate(repo: TestRepo, cwd = repo.dir): void {
  repoAt(cwd).write({ 'untraced.js': `${Math.random()}\n` })
  repo.tryGit(['add', 'untraced.js'], { cwd })
  const refused = repo.tryGit(['commit', '-m', 'untraced'], { cwd })
  expect(refused.err).toContain('trace-missing')
  expect(refused.code).toBe(1)
}

function adopt(repo: TestRepo): void {
  repo.git('add', '-A')
  repo.git('commit', '-q', '-m', 'adopt')
}

const managers: [string, (folder: string) => string[], Record<string, string>, string[]][] = [
  ['npm', () => ['npm', 'install'], {}, ['npm', 'install', '--omit=dev']],
  [
    'npm 12, which runs no install script of a dependency',
    (at) => ['node', join(at, 'npm12/node_modules/npm/bin/npm-cli.js'), 'install'],
    {},
    ['npm', 'install', '--omit=dev'],
  ],
  ['pnpm', (at) => [join(at, 'pnpm/node_modules/.bin/pnpm'), 'install', '--no-frozen-lockfile'], {}, []],
  ['yarn 1', (at) => ['node', join(at, 'yarn1/node_modules/yarn/bin/yarn.js'), 'install'], {}, []],
  [
    'yarn 4 with PnP',
    (at) => ['node', join(at, 'berry/node_modules/@yarnpkg/cli-dist/bin/yarn.js'), 'install'],
    { 'yarn.lock': '', '.yarnrc.yml': '' },
    [],
  ],
  [
    'yarn 4 with node_modules',
    (at) => ['node', join(at, 'berry/node_modules/@yarnpkg/cli-dist/bin/yarn.js'), 'install'],
    { 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: node-modules\n' },
    [],
  ],
  ['bun', (at) => [join(at, 'bun/node_modules/.bin/bun'), 'install'], {}, []],
]

describe.each(managers)('%s', (_, command, files, omitDev) => {
  test('init, a commit, a worktree, a clean clone: the gate runs', () => {
    const repo = createPackage(files)
    const install = command(tools)
    run(install, repo.dir)
    expect(repo.run('init').code).toBe(0)
    adopt(repo)
    expectGate(repo)
    const tree = join(temporaryFolder(), 'tree')
    repo.git('worktree', 'add', '-q', tree, '-b', 'other')
    expectGate(repo, tree)
    repo.git('reset', '-q', '--hard')
    repo.git('clean', '-xfdq')
    run(install, repo.dir)
    expect(repo.git('status', '--porcelain', '--untracked-files=no')).toBe('')
    expectGate(repo)
    if (omitDev.length > 0) run(omitDev, repo.dir)
  })
})

describe('beside another hook manager', () => {
  test('lefthook, in the main checkout and in a worktree', () => {
    const repo = createPackage({ 'lefthook.yml': 'pre-commit:\n  commands:\n    lint:\n      run: "true"\n' })
    run(['npm', 'install'], repo.dir)
    repo.run('init')
    run(['lefthook', 'install'], repo.dir)
    adopt(repo)
    expectGate(repo)
    const tree = join(temporaryFolder(), 'a tree')
    repo.git('worktree', 'add', '-q', tree, '-b', 'other')
    expectGate(repo, tree)
    expect(repo.run('doctor').out).toContain('The gate runs.')
  })

  test('simple-git-hooks, with the snippet that init prints', () => {
    const repo = createPackage({ '.simple-git-hooks.json': '{}' })
    run(['npm', 'install'], repo.dir)
    const lines = repo
      .run('init')
      .out.split('\n')
      .filter((line) => line.includes('/hooks/'))
    repo.write({ '.simple-git-hooks.json': `{${lines.join('\n').replace(/,\s*$/, '')}}` })
    run(['node', join(tools, 'simple/node_modules/simple-git-hooks/cli.js')], repo.dir)
    adopt(repo)
    expectGate(repo)
    expect(repo.run('doctor').out).toContain('The gate runs.')
  })

  test('pre-commit, with the snippet that init prints', (context) => {
    const version = /(\d+)\.(\d+)/.exec(spawnSync('pre-commit', ['--version']).stdout?.toString() ?? '')
    // 3.2 brought the names of the stages that the snippet has; Debian 12 is older.
    if (version === null || Number(version[1]) * 100 + Number(version[2]) < 302)
      return context.skip('pre-commit 3.2 or newer is not installed')
    const repo = createPackage({ '.pre-commit-config.yaml': 'repos: []\n' })
    run(['npm', 'install'], repo.dir)
    const { out } = repo.run('init')
    const snippet = out
      .split('\n')
      .filter((line) => /default_install|repos:|- repo|hooks:|- \{ id/.test(line))
    repo.write({ '.pre-commit-config.yaml': snippet.map((line) => line.slice(4)).join('\n') })
    run(['pre-commit', 'install'], repo.dir)
    adopt(repo)
    expectGate(repo)
    expect(repo.run('doctor').out).toContain('The gate runs.')
  })
})
