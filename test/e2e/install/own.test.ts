import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EVENTS } from '../../../src/setup/shim.ts'
import { createRepo, type TestRepo } from '../../support/repo.ts'

/** This repository as a fresh clone after its packages are installed; the build is taken from here, since it takes its time. */
function ownClone(): TestRepo {
  const repo = createRepo()
  for (const path of ['package.json', 'scripts/prepare.mjs', ...EVENTS.map((event) => `hooks/${event}`)])
    cpSync(path, join(repo.dir, path))
  repo.write({ 'scripts/build.mjs': "console.log('built')\n", '.gitignore': 'node_modules\ndist\nhooks/_\n' })
  symlinkSync(resolve('dist'), join(repo.dir, 'dist'))
  symlinkSync(resolve('node_modules'), join(repo.dir, 'node_modules'))
  return repo
}

function prepare(
  { dir }: TestRepo,
  env: Record<string, string> = {},
): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs'], {
    cwd: dir,
    env: { ...process.env, ...env },
  })
  return { code: status, out: stdout.toString(), err: stderr.toString() }
}

describe('npm ci in a clone of intentgate', () => {
  test('builds, and lets git run hooks/ through husky, in worktrees too', () => {
    const repo = ownClone()
    expect(prepare(repo)).toEqual({
      code: 0,
      out: 'built\nintentgate: git hooks are set up (husky)\n',
      err: '',
    })
    expect(repo.git('config', 'core.hooksPath')).toBe(join(repo.dir, 'hooks/_'))
    expect(
      readdirSync(join(repo.dir, 'hooks/_'))
        .filter((name) => name.includes('-'))
        .sort(),
    ).toEqual([...EVENTS].sort())
    expect(repo.git('status', '--porcelain')).not.toContain('hooks/_')
    expect(repo.run('doctor').out).toMatch(/6 of 6 hooks run the gate/)
    expect(prepare(repo).out).toBe('built\n')
  })

  test('builds and sets up nothing in CI, or without a repository', () => {
    const repo = ownClone()
    expect(prepare(repo, { CI: 'true' })).toEqual({ code: 0, out: 'built\n', err: '' })
    expect(repo.tryGit(['config', 'core.hooksPath']).code).toBe(1)
    rmSync(join(repo.dir, '.git'), { recursive: true })
    expect(prepare(repo)).toEqual({ code: 0, out: 'built\n', err: '' })
  })

  test('without the development dependencies it says so and fails nothing', () => {
    const repo = ownClone()
    rmSync(join(repo.dir, 'node_modules'))
    const { code, out } = prepare(repo)
    expect(code).toBe(0)
    expect(out).toContain('nothing was built')
  })
})
