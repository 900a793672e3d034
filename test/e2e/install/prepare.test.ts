import { chmodSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/repo.ts'
import { createProject, fingerprint, isThere, PACKAGE_JSON } from './project.ts'

const QUIET = { code: 0, out: '', err: '' }

describe('the script after an install never stands in the way', () => {
  test('npm install --omit=dev: the package is not there', () => {
    const project = createProject()
    project.run('init')
    rmSync(join(project.dir, 'node_modules'), { recursive: true })
    expect(project.install()).toEqual(QUIET)
  })

  test('but a package that is there and broken is an error', () => {
    const project = createProject()
    project.run('init')
    rmSync(join(project.dir, 'node_modules/intentgate/dist'))
    const { code, err } = project.install()
    expect(code).not.toBe(0)
    expect(err).toContain('ERR_MODULE_NOT_FOUND')
  })

  test.each([{ CI: 'true' }, { CI: '1' }, { HUSKY: '0' }])('nothing is set up with %o', (env) => {
    const project = createProject()
    project.run('init')
    project.git('config', '--unset', 'core.hooksPath')
    expect(project.install(env)).toEqual(QUIET)
    expect(project.tryGit(['config', 'core.hooksPath']).code).toBe(1)
    expect(project.install({ CI: 'false' }).out).toContain('git hooks are set up (husky)')
  })

  test('an archive or a container without .git', () => {
    const project = createProject()
    project.run('init')
    rmSync(join(project.dir, '.git'), { recursive: true })
    expect(project.install()).toEqual(QUIET)
  })

  test('in a folder of a repository that is not its own: a dependency installs nothing', () => {
    const project = createProject()
    project.run('init')
    project.git('config', '--unset', 'core.hooksPath')
    project.write({ 'node_modules/other/package.json': project.read('package.json') })
    expect(project.install({}, 'node_modules/other')).toEqual(QUIET)
    expect(project.tryGit(['config', 'core.hooksPath']).code).toBe(1)
  })

  test('started by a git hook, it sets up the repository it stands in', () => {
    const project = createProject()
    project.run('init')
    project.git('config', '--unset', 'core.hooksPath')
    const other = createProject()
    const env = { GIT_DIR: join(other.dir, '.git'), GIT_INDEX_FILE: join(other.dir, '.git/index') }
    expect(project.install(env).code).toBe(0)
    expect(project.git('config', 'core.hooksPath')).toContain(project.dir)
    expect(other.tryGit(['config', 'core.hooksPath']).code).toBe(1)
  })

  test("somebody else's core.hooksPath stays, and the install says so", () => {
    const project = createProject()
    project.run('init')
    project.git('config', 'core.hooksPath', '.githooks')
    const { code, err } = project.install()
    expect(code).toBe(0)
    expect(err).toMatch(/hooks were not set up: core\.hooksPath is \.githooks/)
    expect(project.git('config', 'core.hooksPath')).toBe('.githooks')
  })

  test("husky's own install before ours, every time", () => {
    const project = createProject({
      packageJson: PACKAGE_JSON.replace('"name"', '"scripts": { "prepare": "husky" },\n  "name"'),
    })
    project.write({ '.husky/.keep': '' })
    project.write({
      'node_modules/.bin/husky': `#!/bin/sh\nnode ${process.cwd()}/node_modules/husky/bin.js "$@"\n`,
    })
    project.run('init')
    const path = `${join(project.dir, 'node_modules/.bin')}:${process.env.PATH}`
    project.git('config', '--unset', 'core.hooksPath')
    chmodSync(join(project.dir, 'node_modules/.bin/husky'), 0o755)
    expect(project.install({ PATH: path }).code).toBe(0)
    expect(project.git('config', 'core.hooksPath')).toBe(join(project.dir, '.husky/_'))
    expect(isThere(project, '.husky/_/post-checkout')).toBe(true)
  })

  test('Yarn Berry never runs prepare: there it is postinstall', () => {
    const project = createProject({
      packageJson: PACKAGE_JSON.replace('"name"', '"packageManager": "yarn@4.18.1",\n  "name"'),
    })
    project.run('init')
    expect(Object.keys(JSON.parse(project.read('package.json')).scripts)).toEqual(['postinstall'])
    project.git('config', '--unset', 'core.hooksPath')
    expect(project.install().out).toContain('set up (husky)')
  })

  test('a package unplugged by Yarn is found whatever its folder is called', () => {
    const project = createProject({ installed: false })
    const clone = createProject()
    const unplugged = join(project.dir, '.yarn/unplugged/intentgate-npm-1.0.0-0123456789/node_modules')
    project.write({
      '.yarn/.keep': '',
      '.gitignore': '.yarn\n',
      [join('.yarn/unplugged/intentgate-npm-1.0.0-0123456789', 'x')]: '',
    })
    symlinkSync(join(clone.dir, 'node_modules'), unplugged)
    expect(project.run('init').code).toBe(0)
    expect(project.commit().err).toMatch(
      /stub pre-commit .* in \.yarn\/unplugged\/intentgate-npm-1\.0\.0-0123456789\/node_modules\/intentgate/,
    )
    const tree = join(temporaryFolder(), 'tree')
    project.git('worktree', 'add', '-q', tree)
    expect(project.commit({ cwd: tree }).hooks).toContain('pre-commit')
    expect(project.run('doctor').out).toContain('The gate runs.')
  })

  test('init without the package says how to install it', () => {
    const project = createProject({ installed: false })
    project.write({ 'pnpm-lock.yaml': '' })
    const before = fingerprint(project)
    const { code, err } = project.run('init')
    expect(code).toBe(2)
    expect(err).toContain('pnpm add --save-dev intentgate')
    expect(fingerprint(project)).toEqual(before)
  })
})
