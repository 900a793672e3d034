import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/repo.ts'
import {
  createProject,
  fingerprint,
  hooksIn,
  isThere,
  type Project,
  projectAt,
  writeHook,
} from './project.ts'

const ALL = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit']

function directProject(): Project {
  const project = createProject()
  project.run('init', '--hooks', 'direct')
  project.git('add', '-A')
  project.git('commit', '-q', '-m', 'adopt')
  return project
}

describe("direct, in git's own folder", () => {
  test('a commit runs the gate, in the main checkout and in a worktree', () => {
    const project = directProject()
    expect(project.commit()).toMatchObject({ code: 0, hooks: ALL })
    const tree = join(temporaryFolder(), 'tree')
    project.git('worktree', 'add', '-q', tree, '-b', 'other')
    expect(project.commit({ cwd: tree }).hooks).toEqual(ALL)
    expect(project.run('init').out, 'the layout stays as it was chosen').not.toMatch(/created|edited|set /)
  })

  test('merge and push run it too', () => {
    const project = directProject()
    project.git('checkout', '-q', '-b', 'side')
    project.commit()
    project.git('checkout', '-q', 'main')
    const merge = project.tryGit(['merge', '--no-ff', '-m', 'merge', 'side'])
    expect(hooksIn(merge.err)).toEqual(['pre-merge-commit', 'prepare-commit-msg', 'commit-msg'])
    const other = temporaryFolder()
    project.git('init', '-q', '--bare', other)
    const push = project.tryGit(['push', other, 'main'])
    expect(push.err).toContain(`stub pre-push [${other} ${other}]`)
    expect(push.err).toMatch(/^refs: refs\/heads\/main [0-9a-f]{40} refs\/heads\/main 0{40}$/m)
  })

  test('after git clean -xfd a commit is stopped with three lines that help, and passes again after an install', () => {
    const project = directProject()
    project.git('clean', '-xfdq')
    const stopped = project.commit()
    expect(stopped.code).not.toBe(0)
    expect(stopped.err).toMatch(
      /package is missing .*\n.*npm install.*uninstall\n.*core\.hooksPath=\/dev\/null/,
    )
    expect(
      project.commit({ args: ['--no-verify', '-m', 'x'] }).code,
      'the gate that --no-verify does not skip',
    ).not.toBe(0)
    expect(project.tryGit(['-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'knowingly']).code).toBe(0)
  })

  test('a branch from before the adoption is left alone where the package is missing', () => {
    const project = createProject()
    project.git('branch', 'old')
    project.run('init', '--hooks', 'direct')
    project.git('add', '-A')
    project.git('commit', '-q', '-m', 'adopt')
    project.git('checkout', '-q', 'old')
    project.git('clean', '-xfdq')
    expect(project.commit()).toMatchObject({ code: 0, err: '' })
  })

  test('a missing package does not fail post-commit', () => {
    const project = directProject()
    const { code, err } = project.tryGit(['hook', 'run', 'post-commit'])
    expect({ code, hooks: hooksIn(err) }).toEqual({ code: 0, hooks: ['post-commit'] })
    rmSync(join(project.dir, 'node_modules'), { recursive: true })
    expect(project.tryGit(['hook', 'run', 'post-commit'])).toMatchObject({ code: 0, err: '' })
  })

  test("the user's own hook is kept, runs after the gate, and gets what git says on stdin", () => {
    const project = createProject()
    writeHook(project, 'pre-commit', '#!/bin/bash\necho "mine: $0" >&2\n')
    writeHook(project, 'pre-push', '#!/bin/sh\ncat >&2')
    const before = fingerprint(project)
    project.run('init')
    expect(project.commit().err).toMatch(/stub pre-commit[\s\S]*mine: .*pre-commit/)
    const other = temporaryFolder()
    project.git('init', '-q', '--bare', other)
    expect(project.tryGit(['push', other, 'main']).err).toMatch(
      /^refs: refs\/heads\/main [\s\S]*^refs\/heads\/main /m,
    )
    rmSync(join(project.dir, 'file'))
    project.run('uninstall')
    project.git('reset', '-q', '--hard', 'HEAD~1')
    expect(fingerprint(project)).toEqual(before)
  })

  test('a refusal of the user’s own hook still stops the commit', () => {
    const project = createProject()
    writeHook(project, 'pre-commit', '#!/bin/sh\nexit 7\n')
    project.run('init')
    expect(project.commit()).toMatchObject({ code: 1, hooks: ['pre-commit'] })
  })

  test.each([
    [
      'a hook in another language',
      (file: string) => writeFileSync(file, `#!${process.execPath}\nconsole.error('mine')\n`),
    ],
    ['a link to a file of the project', (file: string) => symlinkSync('../../mine.sh', file)],
  ])('%s is moved aside, run by ours, and comes back', (_, make) => {
    const project = createProject()
    project.write({ 'mine.sh': '#!/bin/sh\necho mine >&2\n' })
    chmodSync(join(project.dir, 'mine.sh'), 0o755)
    const file = join(project.dir, '.git/hooks/pre-commit')
    make(file)
    chmodSync(file, 0o755)
    const script = project.read('mine.sh')
    const before = fingerprint(project)
    expect(project.run('init').out).toMatch(
      /renamed +\.git\/hooks\/pre-commit +to pre-commit\.intentgate-kept/,
    )
    expect(project.run('init').out).not.toMatch(/created|edited|renamed/)
    expect(project.commit().err).toMatch(/stub pre-commit[\s\S]*^mine$/m)
    expect(project.read('mine.sh'), 'the project’s own file is not written to').toBe(script)
    expect(project.run('doctor').out).toContain('The gate runs.')
    project.run('uninstall')
    project.git('reset', '-q', '--hard', 'HEAD~1')
    expect(fingerprint(project)).toEqual(before)
  })

  test('a hook that was switched off stays off', () => {
    const project = createProject()
    writeHook(project, 'pre-commit', '#!/bin/sh\necho mine >&2\n', 0o644)
    project.run('init', '--hooks', 'direct')
    const { err, hooks } = project.commit()
    expect(hooks).toEqual(ALL)
    expect(err).not.toContain('mine')
  })

  test('a hook that is not UTF-8 keeps its bytes', () => {
    const project = createProject()
    const file = join(project.dir, '.git/hooks/pre-commit')
    const bytes = Buffer.concat([Buffer.from('#!/bin/sh\n# caf'), Buffer.from([0xe9, 0x0a])])
    writeFileSync(file, bytes, { mode: 0o755 })
    project.run('init')
    project.run('uninstall')
    expect(readFileSync(file)).toEqual(bytes)
  })

  test('an install sets the hooks up again, and changes no tracked file', () => {
    const project = directProject()
    const clone = projectAt(temporaryFolder())
    clone.git('clone', '-q', project.dir, '.')
    symlinkSync(join(project.dir, 'node_modules'), join(clone.dir, 'node_modules'))
    expect(clone.install()).toMatchObject({ code: 0, err: '' })
    expect(clone.commit().hooks).toEqual(ALL)
    expect(clone.install().out).toBe('')
  })

  test('without a package.json the installed copy of the machine is found', () => {
    const project = createProject({ folder: null })
    expect(project.run('init').out).toContain('Hooks: direct')
    expect(readFileSync(join(project.dir, '.git/hooks/pre-commit'), 'utf8')).toContain(
      `|| IG=${process.cwd()}`,
    )
    expect(project.run('doctor').out).toContain('The gate runs.')
    expect(project.run('init', '--hooks', 'husky')).toMatchObject({ code: 2 })
  })

  test('from husky to direct and back, nothing of the other is left', () => {
    const project = createProject()
    project.run('init', '--hooks', 'husky')
    const husky = fingerprint(project)
    project.run('init', '--hooks', 'direct')
    expect(isThere(project, '.husky')).toBe(false)
    expect(project.tryGit(['config', 'core.hooksPath']).code).toBe(1)
    expect(project.commit().hooks).toEqual(ALL)
    project.git('reset', '-q', '--hard', 'HEAD~1')
    project.run('init', '--hooks', 'husky')
    expect(fingerprint(project)).toEqual(husky)
    expect(project.commit().hooks).toEqual(ALL)
  })

  test('a bare repository with worktrees only', () => {
    const origin = createProject()
    const bare = join(temporaryFolder(), 'project.git')
    origin.git('clone', '-q', '--bare', '.', bare)
    const tree = join(temporaryFolder(), 'tree')
    origin.git('-C', bare, 'worktree', 'add', '-q', tree, 'main')
    const project = projectAt(tree)
    symlinkSync(join(origin.dir, 'node_modules'), join(tree, 'node_modules'))
    expect(project.run('init').out).toContain('Hooks: direct')
    expect(project.commit().hooks).toEqual(ALL)
    expect(project.run('doctor').out).toContain('The gate runs.')
  })

  test('a submodule', () => {
    const library = createProject()
    const project = createProject({ folder: null })
    project.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library.dir, 'library')
    const module = projectAt(join(project.dir, 'library'))
    symlinkSync(join(library.dir, 'node_modules'), join(module.dir, 'node_modules'))
    expect(module.run('init', '--hooks', 'direct').code).toBe(0)
    expect(module.commit().hooks).toEqual(ALL)
    expect(module.run('doctor').out).toContain('The gate runs.')
  })
})
