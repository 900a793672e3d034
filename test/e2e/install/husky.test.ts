import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/repo.ts'
import {
  createProject,
  fingerprint,
  installStub,
  isThere,
  PACKAGE_JSON,
  projectAt,
  writeHook,
} from './project.ts'

const ALL = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit']

describe('husky, the default in a package', () => {
  test('one init, and a commit runs the gate', () => {
    const project = createProject()
    expect(project.run('init').code).toBe(0)
    expect(project.commit()).toMatchObject({ code: 0, hooks: ALL })
    expect(isThere(project, '.husky/_/pre-push')).toBe(true)
    expect(
      isThere(project, '.husky/_/post-checkout'),
      'a wrapper that nothing stands behind only costs time',
    ).toBe(false)
  })

  test('a refusal stops the commit', () => {
    const project = createProject()
    project.run('init')
    project.write({ '.refuse': '' })
    const { code, hooks } = project.commit()
    expect(code).toBe(1)
    expect(hooks).toEqual(['pre-commit'])
  })

  test('a second init changes nothing', () => {
    const project = createProject()
    project.run('init')
    const before = fingerprint(project)
    const again = project.run('init')
    expect(again.out).not.toMatch(/created|edited|set /)
    expect(fingerprint(project)).toEqual(before)
  })

  test('--dry-run says it all and does nothing', () => {
    const project = createProject()
    const before = fingerprint(project)
    expect(project.run('init', '--dry-run').out).toContain('would create  .husky/pre-commit')
    expect(fingerprint(project)).toEqual(before)
    expect(isThere(project, '.orchestration')).toBe(false)
  })

  test('a new worktree is covered, with its own package or with that of the main checkout', () => {
    const project = createProject()
    project.run('init')
    project.git('add', '-A')
    project.git('commit', '-q', '-m', 'adopt')
    const tree = join(temporaryFolder(), 'a tree')
    project.git('worktree', 'add', '-q', tree, '-b', 'other')
    const { code, hooks, err } = project.commit({ cwd: tree })
    expect({ code, hooks }).toEqual({ code: 0, hooks: ALL })
    expect(err).toContain(`in ${project.dir}/.git/../node_modules/intentgate`)
  })

  test('a main checkout on a branch from before husky does not blind the worktrees', () => {
    const project = createProject()
    project.git('branch', 'old')
    project.run('init')
    project.git('add', '-A')
    project.git('commit', '-q', '-m', 'adopt')
    const tree = join(temporaryFolder(), 'tree')
    project.git('worktree', 'add', '-q', tree, '-b', 'new')
    project.git('checkout', '-q', 'old')
    expect(isThere(project, '.husky/pre-commit')).toBe(false)
    expect(project.commit({ cwd: tree }).hooks).toEqual(ALL)
  })

  test('a clone is set up by its install, and no tracked file changes', () => {
    const origin = createProject()
    origin.run('init')
    origin.git('add', '-A')
    origin.git('commit', '-q', '-m', 'adopt')
    const clone = projectAt(temporaryFolder())
    clone.git('clone', '-q', origin.dir, '.')
    origin.git('config', 'core.hooksPath', '/dev/null')
    rmSync(join(clone.dir, 'node_modules'), { recursive: true, force: true })
    expect(clone.commit().hooks, 'nothing is installed yet').toEqual([])
    installStub(join(clone.dir, 'node_modules', 'intentgate'))
    expect(clone.install()).toMatchObject({ code: 0 })
    expect(clone.git('status', '--porcelain')).toBe('')
    expect(clone.commit().hooks).toEqual(ALL)
    expect(clone.install().out, 'the second install has nothing to do').toBe('')
  })

  test('an install in a worktree points git at the main checkout, which does not go away with the worktree', () => {
    const project = createProject()
    project.run('init')
    project.git('add', '-A')
    project.git('commit', '-q', '-m', 'adopt')
    const tree = join(temporaryFolder(), 'tree')
    project.git('worktree', 'add', '-q', tree, '-b', 'other')
    installStub(join(tree, 'node_modules', 'intentgate'))
    project.git('config', '--unset', 'core.hooksPath')
    expect(projectAt(tree).install().code).toBe(0)
    expect(project.git('config', 'core.hooksPath')).toBe(join(project.dir, '.husky/_'))
  })

  test('git clean -xfd takes the hooks away: doctor says so, an install brings them back', () => {
    const project = createProject()
    project.run('init')
    project.git('add', '-A')
    project.git('commit', '-q', '-m', 'adopt')
    project.git('clean', '-xfdq')
    const sick = project.run('doctor')
    expect(sick.code).toBe(1)
    expect(sick.out).toMatch(/core\.hooksPath .*does not exist: git runs no hook/)
    installStub(join(project.dir, 'node_modules', 'intentgate'))
    project.install()
    expect(project.run('doctor').out).toContain('The gate runs.')
    expect(project.commit().hooks).toEqual(ALL)
  })

  test('a package in a sub-folder: husky lives there, the gate is found from the top', () => {
    const project = createProject({ folder: 'packages/my app' })
    expect(project.run('init').code, 'from the top, the package below is found').toBe(0)
    expect(isThere(project, 'packages/my app/.husky/pre-commit')).toBe(true)
    const { hooks, err } = project.commit()
    expect(hooks).toEqual(ALL)
    expect(err).toContain('in packages/my app/node_modules/intentgate')
    expect(project.runIn('packages/my app', 'init').out).not.toMatch(/created|edited/)
    expect(project.runIn('packages', 'doctor').out).toContain('The gate runs.')
    expect(project.git('check-attr', 'eol', '--', 'packages/my app/.husky/pre-commit')).toMatch(/: lf$/)
  })

  test("lines of the user's own hook run as before, after ours", () => {
    const project = createProject()
    project.write({
      '.husky/pre-commit': 'echo "mine $0" >&2\nexit 0\n',
      '.husky/pre-push': 'while read -r ref rest; do echo "mine $ref" >&2; done\n',
    })
    project.run('init')
    const { err, hooks } = project.commit()
    expect(hooks).toEqual(ALL)
    expect(err).toMatch(/stub pre-commit[\s\S]*mine .*\.husky\/pre-commit/)
    const other = temporaryFolder()
    project.git('init', '-q', '--bare', other)
    const push = project.tryGit(['push', other, 'main', 'main:copy'])
    expect(push.err).toContain('refs: refs/heads/main')
    expect(push.err).toMatch(/^mine refs\/heads\/main$\n^mine refs\/heads\/main$/m)
  })

  test('a project that uses husky itself keeps all its wrappers, and gets its relative path back', () => {
    const packageJson = PACKAGE_JSON.replace('"name"', '"scripts": {\n    "prepare": "husky"\n  },\n  "name"')
    const project = createProject({ packageJson })
    project.write({ '.husky/pre-commit': 'echo mine >&2' })
    project.git('config', 'core.hooksPath', '.husky/_')
    const before = fingerprint(project, ['_'])
    project.run('init')
    expect(isThere(project, '.husky/_/post-checkout'), 'a hook added later must run without an install').toBe(
      true,
    )
    expect(JSON.parse(project.read('package.json')).scripts.prepare).toMatch(/^husky && node -e /)
    expect(project.commit().err).toMatch(/mine[\s\S]*stub pre-commit/)
    rmSync(join(project.dir, 'file'))
    expect(project.run('uninstall').code).toBe(0)
    expect(fingerprint(project, ['_'])).toEqual(before)
    expect(project.commit().err).toMatch(/^mine$/m)
  })

  test('hooks that run today are not silenced: without a word direct is taken, with --hooks husky it is refused', () => {
    const project = createProject()
    writeHook(project, 'pre-push', '#!/bin/sh\necho lfs >&2\n')
    const refused = project.run('init', '--hooks', 'husky')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.err).toContain('no longer run these hooks of .git/hooks: pre-push')
    expect(project.run('init').out).toContain('Hooks: direct')
  })

  test('uninstall gives back every byte', () => {
    const project = createProject()
    project.write({
      '.husky/pre-commit': 'echo mine\nno newline at the end',
      '.gitattributes': '*.png binary',
    })
    const before = fingerprint(project)
    project.run('init')
    expect(fingerprint(project)).not.toEqual(before)
    expect(project.run('uninstall').code).toBe(0)
    expect(fingerprint(project)).toEqual(before)
    expect(isThere(project, '.orchestration/policy.yaml'), 'intents and ledger are the project’s').toBe(true)
  })
})
