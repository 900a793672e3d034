import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayBeIgnored } from '../../../src/agent-hook/ignore-hints.ts'
import { findSite } from '../../../src/agent-hook/site.ts'
import { createRepo } from '../../support/repo.ts'

const ENV = { HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null' }
const PATHS = [
  'a',
  'a.log',
  'src/a.ts',
  'src/lib/B.ts',
  'build/out.js',
  'x/build/y',
  '.env',
  'src/[x].ts',
  'src/a b.ts',
  'A.LOG',
]
const piece = fc.constantFrom(
  'a',
  '*',
  '**',
  '/',
  '!',
  'src',
  '.log',
  '*.ts',
  'build',
  '?',
  '[ab]',
  '\\*',
  '.env',
  ' ',
  '#',
  '[!x]',
  'lib/',
  'B',
)
const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))

test('whatever git ignores may be ignored', () => {
  const repo = createRepo()
  mkdirSync(join(repo.dir, '.orchestration'))
  const site = findSite(repo.dir)!
  let spared = 0
  for (const patterns of fc.sample(fc.array(pattern, { minLength: 1, maxLength: 3 }), 150)) {
    const folder = patterns.length === 2 ? 'src/.gitignore' : '.gitignore'
    repo.write({ '.gitignore': null, 'src/.gitignore': null })
    repo.write({ [folder]: `${patterns.join('\n')}\n` })
    const { out } = repo.tryGit(['check-ignore', '--no-index', '-z', '--stdin'], { input: PATHS.join('\0') })
    for (const path of PATHS) {
      const may = mayBeIgnored(site, path, ENV)
      if (!may) spared++
      expect(
        may || !out.split('\0').includes(path),
        `${JSON.stringify(patterns)} ${path} ${dirname(path)}`,
      ).toBe(true)
    }
  }
  expect(spared).toBeGreaterThan(200)
})
