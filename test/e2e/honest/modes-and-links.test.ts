import { chmodSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'

test('an executable bit, recorded', async () => {
  const repo = gatedRepo()
  chmodSync(join(repo.dir, 'src/app.ts'), 0o755)
  repo.record()
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(repo.git('ls-tree', 'HEAD', 'src/app.ts')).toMatch(/^100755 /)
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('an executable bit and new lines at once', async () => {
  const repo = gatedRepo()
  chmodSync(join(repo.dir, 'src/app.ts'), 0o755)
  repo.trace({ 'src/app.ts': edit(APP, { 3: '' }) })
  repo.trace({ 'src/app.ts': edit(APP, { 3: '', 4: '' }) })
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('git update-index --chmod, recorded from the index by adopting it', async () => {
  const repo = gatedRepo()
  repo.git('update-index', '--chmod=+x', 'src/app.ts')
  expect(repo.cli(['adopt', '--yes', 'src/app.ts']).code).toBe(0)
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a symbolic link is made, and pointed elsewhere', async () => {
  const repo = gatedRepo()
  symlinkSync('app.ts', join(repo.dir, 'src/link.ts'))
  repo.record()
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: '' })
  rmSync(join(repo.dir, 'src/link.ts'))
  symlinkSync('../README.md', join(repo.dir, 'src/link.ts'))
  repo.record()
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})

test('a file becomes a link, and a file again', async () => {
  const repo = gatedRepo()
  rmSync(join(repo.dir, 'src/app.ts'))
  symlinkSync('../README.md', join(repo.dir, 'src/app.ts'))
  repo.record()
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  rmSync(join(repo.dir, 'src/app.ts'))
  repo.trace({ 'src/app.ts': 'export {}\n' })
  expect(repo.commit('-a')).toMatchObject({ code: 0, err: '' })
  expect(await repo.landing()).toEqual({ net: [], each: [] })
})
