import { describe, expect, test } from 'vitest'
import { type LinkedFile, oldNames, provenPairs } from '../../src/structure/prove-renames.ts'
import { readLinks } from '../../src/structure/read.ts'

type Texts = Readonly<Record<string, string>>

async function linked(path: string, text: string): Promise<LinkedFile> {
  const links = await readLinks(path, Buffer.from(text))
  if (links === null) throw new Error(`${path} cannot be read`)
  return { path, ...links }
}

/** Files in which nothing but names differs, whoever uses them, with the old names of each. */
async function proven(before: Texts, after: Texts, moved: Texts = {}): Promise<string[]> {
  const pairs = []
  const others = []
  for (const [path, text] of Object.entries(after)) {
    const is = await linked(path, text)
    const from = Object.entries(moved).find(([, to]) => to === path)?.[0] ?? path
    const was = before[from] === undefined ? null : await linked(from, before[from])
    if (was !== null && was.alpha !== null && was.alpha === is.alpha) pairs.push({ before: was, after: is })
    else others.push(is)
  }
  const found = provenPairs(pairs, others).filter(
    (pair) =>
      pair.before.path !== pair.after.path ||
      JSON.stringify(pair.before.links) !== JSON.stringify(pair.after.links),
  )
  return found.map((pair) => `${pair.before.path}: ${oldNames(pair).join(' ')}`.trim())
}

const LIB = `export function total(items: number[]): number {\n  return items.length === 0 ? 0 : 1 + total(items.slice(1))\n}\nexport const rate = 2\n`
const USER = `import { total, rate as tax } from './lib'\nexport const sum = total([tax])\n`
const RENAMED = {
  'a/lib.ts': LIB.replaceAll('total', 'count'),
  'a/user.ts': USER.replaceAll('total', 'count'),
}
const BEFORE = { 'a/lib.ts': LIB, 'a/user.ts': USER }

describe('a renaming that everybody follows is proven', () => {
  test.each<[string, Texts, Texts, string[]]>([
    ['of a function, in itself and in who imports it', BEFORE, RENAMED, ['a/lib.ts: total', 'a/user.ts:']],
    [
      'who imports it keeps his own name for it',
      BEFORE,
      { ...RENAMED, 'a/user.ts': USER.replace('{ total,', '{ count as total,') },
      ['a/lib.ts: total', 'a/user.ts:'],
    ],
    [
      'one that is imported under another name',
      BEFORE,
      { 'a/lib.ts': LIB.replace('rate', 'vat'), 'a/user.ts': USER.replace('rate as', 'vat as') },
      ['a/lib.ts: rate', 'a/user.ts:'],
    ],
    [
      'two that change names',
      { 'lib.ts': 'export const a = 1, b = 2', 'user.ts': `import { a, b } from './lib'; go(a, b)` },
      { 'lib.ts': 'export const b = 1, a = 2', 'user.ts': `import { b, a } from './lib'; go(b, a)` },
      ['lib.ts: a b', 'user.ts:'],
    ],
    [
      'through a re-export',
      { ...BEFORE, 'a/index.ts': `export { total } from './lib'` },
      { ...RENAMED, 'a/index.ts': `export { count as total } from './lib'` },
      ['a/lib.ts: total', 'a/user.ts:', 'a/index.ts:'],
    ],
    [
      'of a class, a type and a default import beside them',
      {
        'lib.ts': 'export class A {}\nexport type B = A\nexport default 1',
        'u.ts': `import d, { A, type B } from './lib'\nlet x: B = new A(d)`,
      },
      {
        'lib.ts': 'export class C {}\nexport type D = C\nexport default 1',
        'u.ts': `import d, { C, type D } from './lib'\nlet x: D = new C(d)`,
      },
      ['lib.ts: A B', 'u.ts:'],
    ],
    [
      'where another file was written anew and has nothing to do with it',
      { ...BEFORE, 'b.ts': 'go(1)' },
      { ...RENAMED, 'b.ts': `import { rate } from './a/lib'\ngo(rate)` },
      ['a/lib.ts: total', 'a/user.ts:'],
    ],
  ])('%s', async (_what, before, after, expected) => {
    expect(await proven(before, after)).toEqual(expected)
  })

  test('a file moves, and who imports it follows', async () => {
    const after = { 'b/calc.ts': LIB, 'a/user.ts': USER.replace('./lib', '../b/calc') }
    expect(await proven(BEFORE, after, { 'a/lib.ts': 'b/calc.ts' })).toEqual(['a/lib.ts: lib', 'a/user.ts:'])
  })

  test('a file moves, and what it imports stays', async () => {
    const user = { 'main.ts': `import { sum } from './a/user'\ngo(sum)` }
    const after = {
      'main.ts': user['main.ts'].replace('./a/', './b/'),
      'a/lib.ts': LIB,
      'b/user.ts': USER.replace('./lib', '../a/lib'),
    }
    const found = await proven({ ...BEFORE, ...user }, after, { 'a/user.ts': 'b/user.ts' })
    expect(found.sort()).toEqual(['a/user.ts: user', 'main.ts:'])
  })

  test('the ending of an import, and an index, may be written or not', async () => {
    const before = { 'a/index.ts': 'export const a = 1', 'u.ts': `import { a } from './a/index.js'; go(a)` }
    const after = { 'b.ts': 'export const a = 1', 'u.ts': `import { a } from './b'; go(a)` }
    expect(await proven(before, after, { 'a/index.ts': 'b.ts' })).toEqual(['a/index.ts: a', 'u.ts:'])
  })
})

describe('who does not follow, or cannot be followed, is not proven', () => {
  test.each<[string, Texts, Texts, string[]?]>([
    ['where somebody in the change still imports the old name', BEFORE, { ...RENAMED, 'a/user.ts': USER }],
    [
      'where somebody imports another name than the new one',
      { 'lib.ts': 'export const a = 1, b = 2', 'u.ts': `import { a } from './lib'; go(a)` },
      { 'lib.ts': 'export const c = 1, b = 2', 'u.ts': `import { b } from './lib'; go(b)` },
    ],
    [
      'where nobody uses it: a framework may, by its name',
      { 'a/lib.ts': LIB },
      { 'a/lib.ts': RENAMED['a/lib.ts'] },
    ],
    [
      'where an operator changes in it',
      BEFORE,
      { ...RENAMED, 'a/lib.ts': RENAMED['a/lib.ts'].replace('1 +', '1 -') },
    ],
    [
      'where somebody takes the whole module',
      { ...BEFORE, 'n.ts': `import * as lib from './a/lib'\ngo(lib.total)` },
      { ...RENAMED, 'n.ts': `import * as lib from './a/lib'\ngo(lib.total)` },
    ],
    [
      'where somebody passes all of it on',
      { ...BEFORE, 'n.ts': `export * from './a/lib'` },
      { ...RENAMED, 'n.ts': `export * from './a/lib'` },
    ],
    [
      'where somebody new uses the old name',
      BEFORE,
      { ...RENAMED, 'n.ts': `import { total } from './a/lib'\ngo(total)` },
    ],
    ['where somebody new loads what is computed', BEFORE, { ...RENAMED, 'n.ts': `go(await import(name))` }],
    [
      'where an alias may mean it',
      { ...BEFORE, 'n.ts': `import { total } from '@/a/lib'\ngo(total)` },
      { ...RENAMED, 'n.ts': `import { count } from '@/a/lib'\ngo(count)` },
      ['a/lib.ts: total', 'a/user.ts:'],
    ],
    [
      'where the key of an object is renamed with it',
      { ...BEFORE, 'n.ts': `import { total } from './a/lib'\ngo({ total })` },
      { ...RENAMED, 'n.ts': `import { count } from './a/lib'\ngo({ count })` },
      ['a/lib.ts: total', 'a/user.ts:'],
    ],
    [
      'where somebody reaches names by their text',
      { ...BEFORE, 'n.ts': `import { total } from './a/lib'\neval('total()')` },
      { ...RENAMED, 'n.ts': `import { count } from './a/lib'\neval('total()')` },
    ],
    [
      'where a type and a value of one name part',
      { 'l.ts': 'export interface A {}\nexport const A = 1', 'u.ts': `import { A } from './l'\ngo(A)` },
      { 'l.ts': 'export interface A {}\nexport const B = 1', 'u.ts': `import { A } from './l'\ngo(A)` },
    ],
  ])('%s', async (_what, before, after, expected = []) => {
    expect(await proven(before, after)).toEqual(expected)
  })

  test.each([
    ['does not follow', USER],
    ['follows to another place', USER.replace('./lib', '../c/lib')],
  ])('a file moves, and who imports it %s', async (_what, user) => {
    const after = { 'b/lib.ts': LIB, 'a/user.ts': user }
    expect(await proven(BEFORE, after, { 'a/lib.ts': 'b/lib.ts' })).toEqual([])
  })

  test('a file moves that nobody imports: a framework may find it by its path', async () => {
    expect(await proven({ 'a/lib.ts': LIB }, { 'b/lib.ts': LIB }, { 'a/lib.ts': 'b/lib.ts' })).toEqual([])
  })

  test('a file moves, and a test still mocks it where it was', async () => {
    const mock = `import { rate } from './lib'\njest.mock('./lib')\ngo(rate)`
    const after = { 'b/lib.ts': LIB, 'a/m.ts': mock.replace('./lib', '../b/lib') }
    expect(await proven({ ...BEFORE, 'a/m.ts': mock }, after, { 'a/lib.ts': 'b/lib.ts' })).toEqual([])
  })
})
