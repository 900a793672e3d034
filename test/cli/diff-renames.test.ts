import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { buildParser } from '../structure/built-parser.ts'
import { governed } from './governed.ts'

const built = buildParser()
vi.mock('../../src/cli/package-root.ts', async (original) => ({
  ...(await original<object>()),
  packageRoot: () => built.root,
  parserEntry: () => join(built.root, 'dist/structure.js'),
}))

const LIB = `export function total(items: number[]): number {
  return items.length === 0 ? 0 : items[0]! + total(items.slice(1))
}
`
const USER = `import { total } from './lib'

export const sum = (items: number[]) => total(items)
`
const BEFORE = { 'src/lib.ts': LIB, 'src/user.ts': USER }
const RENAMED = {
  'src/lib.ts': LIB.replaceAll('total', 'addUp'),
  'src/user.ts': USER.replaceAll('total', 'addUp'),
}

type Files = Readonly<Record<string, string | null>>

/** What `diff --structure` makes of each unit, and the tally. */
async function diff(before: Record<string, string>, after: Files, staged = true): Promise<string[]> {
  const repo = governed(before)
  repo.write(after)
  repo.git('add', '-A')
  if (!staged) repo.git('commit', '-q', '-m', 'renamed')
  const { out, err } = await repo.cli('diff', '--structure', ...(staged ? [] : ['HEAD^..HEAD']))
  expect(err).toBe('')
  return out
    .split('\n')
    .filter((line) => /^ |^\d/.test(line))
    .map((line) => line.trim().replace(/ {2,}/g, ' '))
}

describe('an exported name that is renamed wherever it is used', () => {
  test.each([true, false])('in the index: %s', async (staged) => {
    const found = await diff(BEFORE, RENAMED, staged)
    expect(found.at(-1)).toMatch(/, 0 evolved$/)
    expect(found).toContain('renamed function addUp:1-3')
  })

  test('files that do not change and do not speak of it', async () => {
    const more = {
      'src/other.ts': `import { sum } from './user'\ngo(sum, subtotal)\n`,
      'README.md': 'total\n',
    }
    expect((await diff({ ...BEFORE, ...more }, RENAMED)).at(-1)).toMatch(/, 0 evolved$/)
  })

  test('a package that nobody installs', async () => {
    const manifest = { 'package.json': '{ "private": true }' }
    expect((await diff({ ...BEFORE, ...manifest }, RENAMED)).at(-1)).toMatch(/, 0 evolved$/)
  })
})

describe('it is not proven', () => {
  test.each<[string, Record<string, string>, Files]>([
    ['where a file that does not change uses it', { 'src/o.ts': `import { total } from './lib'\n` }, {}],
    [
      'where one uses it that an attribute calls binary',
      { 'src/o.ts': `import { total } from './lib'\n`, '.gitattributes': '*.ts binary\n' },
      {},
    ],
    ['where a file of another kind speaks of it', { 'src/o.vue': '<script>total()</script>' }, {}],
    ['in a package that others install', { 'package.json': '{ "name": "x" }' }, {}],
    ['in a package whose manifest cannot be read', { 'package.json': '{' }, {}],
    ['where a new file uses it', {}, { 'src/o.ts': `import { total } from './lib'\n` }],
    ['where a new file cannot be parsed and speaks of it', {}, { 'src/o.ts': 'total(' }],
  ])('%s', async (_what, before, after) => {
    const found = await diff({ ...BEFORE, ...before }, { ...RENAMED, ...after })
    expect(found.at(-1)).not.toMatch(/, 0 evolved$/)
    expect(found.filter((line) => line.startsWith('renamed'))).toEqual([])
  })

  test('where a directive comes in with it', async () => {
    const directive = { 'src/lib.ts': RENAMED['src/lib.ts'].replace('  return', '  // @ts-ignore\n  return') }
    expect((await diff(BEFORE, { ...RENAMED, ...directive })).at(-1)).not.toMatch(/, 0 evolved$/)
  })
})

describe('a file that moves', () => {
  const moved = { 'src/lib.ts': null, 'src/math/lib.ts': LIB }

  test('with everybody who imports it', async () => {
    expect(await diff(BEFORE, { ...moved, 'src/user.ts': USER.replace('./lib', './math/lib') })).toEqual([
      'moved file:1 was in src/lib.ts',
      'renamed imports:1',
      '2 units changed: 2 kept their structure, 0 evolved',
    ])
  })

  test.each<[string, Record<string, string>, Files]>([
    ['and one does not follow', { 'src/o.ts': `import { total } from "./lib.js"\n` }, {}],
    ['and a manifest names it', { 'x.json': '{ "main": "src/lib.ts" }' }, {}],
    ['and an operator changes in it', {}, { 'src/math/lib.ts': LIB.replace('+ total', '- total') }],
  ])('%s', async (_what, before, after) => {
    const user = { 'src/user.ts': USER.replace('./lib', './math/lib') }
    const found = await diff({ ...BEFORE, ...before }, { ...moved, ...user, ...after })
    expect(found.at(-1)).not.toMatch(/, 0 evolved$/)
  })
})
