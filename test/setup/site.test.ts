import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSite, worktrees } from '../../src/setup/site.ts'
import { createRepo, type TestRepo, temporaryFolder } from '../support/repo.ts'

const RUNNING = '/opt/lib/node_modules/intentgate'
const DECLARES = '{ "devDependencies": { "intentgate": "1" } }'

function installed(repo: TestRepo, folder: string): void {
  mkdirSync(join(repo.dir, folder, 'node_modules/intentgate'), { recursive: true })
  writeFileSync(join(repo.dir, folder, 'node_modules/intentgate/package.json'), '{}')
}

describe('which package.json, and where the hooks find the package', () => {
  test.each([
    [
      'the nearest that installs the gate',
      { 'package.json': DECLARES, 'a/package.json': DECLARES },
      'a',
      ['', 'a'],
      'a',
      'a/node_modules/intentgate',
    ],
    [
      'hoisted to the root by a workspace',
      { 'package.json': '{}', 'a/package.json': DECLARES },
      'a',
      [''],
      'a',
      'node_modules/intentgate',
    ],
    [
      'above a package that does not install it',
      { 'package.json': DECLARES, 'a/package.json': '{}' },
      'a',
      [''],
      '',
      'node_modules/intentgate',
    ],
    [
      'below, from the top',
      { 'deep/er/package.json': DECLARES, 'z/package.json': '{}' },
      '',
      ['deep/er'],
      'deep/er',
      'deep/er/node_modules/intentgate',
    ],
    [
      'below, where the one above does not install it',
      { 'package.json': '{}', 'a/package.json': DECLARES },
      '',
      ['a'],
      'a',
      'a/node_modules/intentgate',
    ],
    ['named, but not installed yet', { 'package.json': DECLARES }, '', [], '', 'node_modules/intentgate'],
    ['intentgate itself', { 'package.json': '{ "name": "intentgate" }' }, '', [], '', '.'],
  ])('%s', async (_, files, cwd, folders, manifest, gate) => {
    const repo = createRepo()
    repo.write(files)
    for (const folder of folders) installed(repo, folder)
    const site = await openSite(join(repo.dir, cwd), RUNNING)
    expect([site.manifest?.folder, site.gate]).toEqual([manifest, { path: gate, machine: null }])
  })

  test('no package: the copy of the machine, but never one that npx will delete', async () => {
    const repo = createRepo()
    expect((await openSite(repo.dir, RUNNING)).gate?.machine).toBe(RUNNING)
    for (const passing of [
      '/home/a/.npm/_npx/0123/node_modules/intentgate',
      '/home/a/.cache/pnpm/dlx/0123/node_modules/intentgate',
      '/tmp/xfs-12/dlx-34/node_modules/intentgate',
    ]) {
      expect((await openSite(repo.dir, passing)).gate).toBeNull()
    }
  })

  test.each([
    ['{', 'SyntaxError: '],
    ['[]', '✖ Invalid input: expected object, received array'],
    [
      '{ "name": 1, "scripts": { "a": null } }',
      '✖ Invalid input: expected string, received number\n  → at name\n✖ Invalid input: expected string, received null\n  → at scripts.a',
    ],
  ])('a package.json that is broken is an error that says where: %s', async (text, words) => {
    const repo = createRepo()
    repo.write({ 'package.json': text })
    await expect(openSite(repo.dir, RUNNING)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(`package.json cannot be read\n${words}`),
    })
  })
})

describe('where we are', () => {
  test('in a folder, in a worktree, in the main checkout', async () => {
    const repo = createRepo()
    repo.git('commit', '-q', '--allow-empty', '-m', 'x')
    const tree = join(temporaryFolder(), 'a tree')
    repo.git('worktree', 'add', '-q', tree, '-b', 'other')
    mkdirSync(join(tree, 'sub'))
    const site = await openSite(join(tree, 'sub'), RUNNING)
    expect(site).toMatchObject({ top: tree, main: repo.dir, commonDir: join(repo.dir, '.git') })
    expect(await worktrees(site)).toEqual([repo.dir, tree])
    expect(await openSite(repo.dir, RUNNING)).toMatchObject({ top: repo.dir, main: repo.dir })
  })

  test('a repository without a main checkout has none', async () => {
    const repo = createRepo()
    repo.git('commit', '-q', '--allow-empty', '-m', 'x')
    const bare = join(temporaryFolder(), 'bare.git')
    repo.git('clone', '-q', '--bare', '.', bare)
    const tree = join(temporaryFolder(), 'tree')
    repo.git('-C', bare, 'worktree', 'add', '-q', tree)
    expect(await openSite(tree, RUNNING)).toMatchObject({ top: tree, main: null })
    await expect(openSite(bare, RUNNING), 'hooks are its question, not what to judge').rejects.toMatchObject({
      code: 'BARE_REPOSITORY',
      remedy: expect.stringContaining('hooks are set up in a working tree'),
    })
  })

  test('nowhere', async () => {
    await expect(openSite(temporaryFolder(), RUNNING)).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' })
    await expect(openSite('/no/such/folder', RUNNING)).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' })
  })
})
