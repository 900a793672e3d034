import { expect, test } from 'vitest'
import { readManifest } from '../../src/setup/manifest.ts'
import { packageManager } from '../../src/setup/package-manager.ts'
import { createRepo } from '../support/repo.ts'

test.each([
  ['npm where nothing says', '', {}, 'npm'],
  ['the lockfile next to it', '', { 'pnpm-lock.yaml': '' }, 'pnpm'],
  ['bun', '', { 'bun.lock': '' }, 'bun'],
  ['Yarn 1', '', { 'yarn.lock': '# yarn lockfile v1\n' }, 'yarn'],
  ['Yarn from 2 on, by its lockfile', '', { 'yarn.lock': '__metadata:\n  version: 8\n' }, 'yarn-berry'],
  ['Yarn from 2 on, by its settings', '', { 'yarn.lock': '', '.yarnrc.yml': '' }, 'yarn-berry'],
  [
    'packageManager before any lockfile',
    '"packageManager": "yarn@4.1.0",',
    { 'package-lock.json': '' },
    'yarn-berry',
  ],
  ['packageManager: yarn 1', '"packageManager": "yarn@1.22.22",', {}, 'yarn'],
])('%s', (_, field, files, expected) => {
  const repo = createRepo()
  repo.write({ 'package.json': `{ ${field} "name": "a" }`, ...files })
  expect(packageManager(repo.dir, readManifest(repo.dir, ''))).toBe(expected)
})

test('a workspace takes the lockfile of the root', () => {
  const repo = createRepo()
  repo.write({ 'pnpm-lock.yaml': '', 'packages/a/package.json': '{}' })
  expect(packageManager(repo.dir, readManifest(repo.dir, 'packages/a'))).toBe('pnpm')
})
