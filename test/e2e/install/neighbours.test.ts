import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/repo.ts'
import { createProject, fingerprint, isThere } from './project.ts'

describe("somebody else's core.hooksPath is not taken over", () => {
  test.each(['init', 'init --hooks direct', 'init --hooks husky'])(
    '%s names three ways and changes nothing',
    (command) => {
      const project = createProject()
      project.git('config', 'core.hooksPath', '.githooks')
      const before = fingerprint(project)
      const { code, err } = project.run(...command.split(' '))
      expect(code).toBe(2)
      expect(err).toMatch(/core\.hooksPath is \.githooks \(local: file:\.git\/config\)/)
      expect(err).toMatch(
        /1\. keep them[\s\S]*2\. drop them: git config --local --unset-all core\.hooksPath[\s\S]*3\. move them/,
      )
      expect(fingerprint(project)).toEqual(before)
      expect(isThere(project, '.orchestration')).toBe(false)
      expect(project.run('doctor').code).toBe(1)
    },
  )

  test('the first way: their hooks call the gate, init does the rest', () => {
    const project = createProject()
    const folder = join(project.dir, '.githooks')
    for (const event of [
      'pre-commit',
      'pre-merge-commit',
      'prepare-commit-msg',
      'commit-msg',
      'pre-push',
      'post-commit',
    ]) {
      project.write({
        [`.githooks/${event}`]: `#!/bin/sh\nsh node_modules/intentgate/hooks/${event} "$@" || exit $?\n`,
      })
      chmodSync(join(folder, event), 0o755)
    }
    project.git('config', 'core.hooksPath', '.githooks')
    expect(project.run('init').out).toContain(`the hooks in ${folder}`)
    expect(project.commit().hooks).toEqual(['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'])
    expect(project.run('doctor').out).toContain('The gate runs.')
    expect(project.run('uninstall').code).toBe(0)
    expect(project.git('config', 'core.hooksPath')).toBe('.githooks')
  })

  test('a global one: the third way works as printed', () => {
    const project = createProject()
    const config = join(temporaryFolder(), 'config')
    project.git('config', '--file', config, 'core.hooksPath', '/opt/company/hooks')
    process.env.GIT_CONFIG_GLOBAL = config
    try {
      const { code, err } = project.run('init')
      expect(code).toBe(2)
      expect(err).toMatch(/core\.hooksPath is \/opt\/company\/hooks \(global/)
      const way = /3\. drop them in this repository only: (git config .*?) && npx intentgate (init .*)/.exec(
        err,
      )
      project.git(...way![1]!.split(' ').slice(1))
      expect(project.run(...way![2]!.split(' ')).code).toBe(0)
      expect(project.commit().hooks).toContain('pre-commit')
      expect(project.run('doctor').out).toContain('The gate runs.')
    } finally {
      process.env.GIT_CONFIG_GLOBAL = '/dev/null'
    }
  })

  test('husky 8, which sets another path: the way is to update it', () => {
    const project = createProject()
    project.write({ '.husky/pre-commit': '#!/bin/sh\n. "$(dirname -- "$0")/_/husky.sh"\n' })
    project.git('config', 'core.hooksPath', '.husky')
    const { code, err } = project.run('init')
    expect(code).toBe(2)
    expect(err).toContain('npm install --save-dev husky@9')
  })

  test("another repository's husky is foreign; one that is gone was ours before we moved", () => {
    const project = createProject()
    const other = createProject()
    other.write({ '.husky/_/h': '', '.husky/_/pre-commit': '#!/bin/sh\n' })
    project.git('config', 'core.hooksPath', join(other.dir, '.husky/_'))
    expect(project.run('init').code).toBe(2)
    project.git('config', 'core.hooksPath', '/where/it/was/.husky/_')
    expect(project.run('init').code).toBe(0)
    expect(project.commit().hooks).toContain('pre-commit')
  })
})

describe('other managers keep their hooks', () => {
  test('lefthook: a file of jobs and one marked line, taken out again byte for byte', () => {
    const project = createProject()
    project.write({ 'lefthook.yml': 'pre-commit:\n  commands:\n    lint:\n      run: npm run lint' })
    const before = fingerprint(project)
    const { out } = project.run('init')
    expect(out).toContain('Hooks: lefthook (lefthook.yml)')
    expect(out).toContain('npx lefthook install')
    expect(project.read('lefthook.yml')).toMatch(/^extends:\n {2}- \.lefthook\/intentgate\.yml$/m)
    expect(project.read('.lefthook/intentgate.yml')).toMatch(
      /^pre-push:\n {2}commands:\n {4}intentgate:\n {6}use_stdin: true$/m,
    )
    expect(isThere(project, '.git/hooks/pre-commit'), 'lefthook writes that').toBe(false)
    expect(
      JSON.parse(project.read('package.json')).scripts,
      'lefthook has an install of its own',
    ).toBeUndefined()
    expect(project.run('init').out).not.toMatch(/created|edited/)
    expect(project.run('uninstall').code).toBe(0)
    expect(fingerprint(project)).toEqual(before)
  })

  test('lefthook that extends already: the line to add is printed', () => {
    const project = createProject()
    project.write({ 'lefthook.yml': 'extends:\n  - other.yml\n' })
    expect(project.run('init').out).toContain('add .lefthook/intentgate.yml to "extends" in lefthook.yml')
    expect(project.read('lefthook.yml')).toBe('extends:\n  - other.yml\n')
  })

  test('pre-commit: the snippet is printed, for every event', () => {
    const project = createProject()
    project.write({ '.pre-commit-config.yaml': 'repos: []\n' })
    const { out } = project.run('init')
    expect(out).toContain('Still to do, since pre-commit (.pre-commit-config.yaml) keeps the hooks')
    expect(out).toContain(
      'entry: "sh node_modules/intentgate/hooks/prepare-commit-msg", stages: [prepare-commit-msg]',
    )
    expect(isThere(project, '.git/hooks/pre-commit')).toBe(false)
    expect(project.run('doctor').out).toMatch(/pre-commit .*does not name the gate/)
  })

  test('simple-git-hooks, which deletes hooks that it does not know: the snippet is printed', () => {
    const project = createProject({
      packageJson: '{\n  "devDependencies": { "intentgate": "1" },\n  "simple-git-hooks": {}\n}\n',
    })
    expect(project.run('init').out).toContain(
      String.raw`"pre-commit": "sh node_modules/intentgate/hooks/pre-commit \"$@\"",`,
    )
    expect(isThere(project, '.git/hooks/pre-commit')).toBe(false)
  })

  test('--hooks direct takes git’s folder all the same', () => {
    const project = createProject()
    project.write({ '.pre-commit-config.yaml': 'repos: []\n' })
    expect(project.run('init', '--hooks', 'direct').code).toBe(0)
    expect(project.commit().hooks).toContain('pre-commit')
  })
})
