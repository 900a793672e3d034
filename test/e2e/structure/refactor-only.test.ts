import { expect, test } from 'vitest'
import { ADOPTED, type GatedRepo, gatedRepo, INTENTS } from '../../support/gated-repo.ts'
import { unhooked } from '../bypass/attack.ts'

const CART = `import { round } from './money'
import { tax } from './tax'

export function total(items: number[]) {
  let sum = 0
  for (const item of items) {
    if (item < 100) sum += item
  }
  return round(sum + tax(sum))
}

function square(value: number) {
  return value * value
}

export const area = (side: number) => square(side)
`
const ONLY = `${INTENTS}    mutation: refactor-only\n`

const refactoring = () =>
  gatedRepo({ intents: ONLY, files: { 'src/cart.ts': CART, 'src/shape.ts': 'export {}\n' } })

/** What the hook says, and CI of the same commit. */
function refused(repo: GatedRepo, files: Record<string, string | null>): [hook: string, ci: string] {
  repo.trace(files)
  repo.git('add', '-A')
  const hook = repo.commit()
  expect(hook.code).toBe(1)
  unhooked(repo, 'commit', '-q', '-m', 'past the hook')
  const ci = repo.check('--range', `${ADOPTED}..HEAD`)
  expect(ci.code).toBe(1)
  return [hook.err, ci.out]
}

test.each([
  [
    'a formatter',
    CART.replaceAll("'", '"').replaceAll('\n', ';\n').replaceAll('{;', '{').replaceAll('};', '}'),
  ],
  ['sorted imports', CART.replace(/(.*\n)(.*\n)/, '$2$1')],
  ['a better name for a parameter', CART.replaceAll('items', 'prices')],
  ['a better name for a function of the file', CART.replaceAll('square', 'squared')],
  ['a comment', CART.replace('let sum', '// In cents.\n  let sum')],
  [
    'functions in another order',
    CART.replace(/(export function total[\s\S]*?\n}\n)\n(function square[\s\S]*?\n}\n)/, '$2\n$1'),
  ],
])('a refactoring passes: %s', (_what, after) => {
  const repo = refactoring()
  repo.commitTraced({ 'src/cart.ts': after })
  expect(repo.check('--range', `${ADOPTED}..HEAD`).code).toBe(0)
})

test('an operator under cover of a rename and a formatter: refused, with both sides and the line', () => {
  const after = CART.replaceAll('items', 'prices').replace('item < 100', 'item\n      <= 100')
  for (const said of refused(refactoring(), { 'src/cart.ts': after })) {
    expect(said).toMatch(/src\/cart\.ts:7/)
    expect(said).toMatch(/INT-001 is refactor-only, but function total evolved, operator: "<" became "<="/)
    expect(said).toMatch(/fix: take that out of this change/)
  }
})

test.each<[string, Record<string, string | null>, RegExp]>([
  [
    'a directive slipped in',
    { 'src/cart.ts': CART.replace('let sum', '// @ts-ignore\n  let sum') },
    /a comment that a tool obeys differs/,
  ],
  ['a new function', { 'src/cart.ts': `${CART}export function more() {}\n` }, /function more is new/],
  [
    'a function that is gone',
    { 'src/cart.ts': CART.replace(/export const area.*\n/, '') },
    /function area is gone/,
  ],
  [
    'an exported name',
    { 'src/cart.ts': CART.replace('area', 'surface') },
    /function surface evolved: only its name differs/,
  ],
  [
    'a file without a structure',
    { 'src/cart.sql': 'select 1\n' },
    /its structure is not known: no parser for this language/,
  ],
  ['a syntax error', { 'src/cart.ts': `${CART}(\n` }, /its structure is not known: it has a syntax error/],
])('what is no refactoring is refused: %s', (_what, files, expected) => {
  for (const said of refused(refactoring(), files)) expect(said).toMatch(expected)
})

const USER = `import { total } from './cart'\n\nexport const bill = total([1])\n`
const PRIVATE = { 'package.json': '{ "private": true, "devDependencies": { "intentgate": "1.0.0" } }\n' }
const RENAMED = {
  'src/cart.ts': CART.replace('total(', 'addUp('),
  'src/user.ts': USER.replaceAll('total', 'addUp'),
}

test.each<[string, Record<string, string | null>]>([
  ['an exported function gets another name, and who uses it follows', RENAMED],
  [
    'a file moves, and who imports it follows',
    {
      'src/cart.ts': null,
      'src/shop/cart.ts': CART.replaceAll("'./", "'../"),
      'src/user.ts': USER.replace('./cart', './shop/cart'),
    },
  ],
])('a refactoring across files passes: %s', (_what, after) => {
  const repo = gatedRepo({ intents: ONLY, files: { ...PRIVATE, 'src/cart.ts': CART, 'src/user.ts': USER } })
  repo.commitTraced(after)
  expect(repo.check('--range', `${ADOPTED}..HEAD`).code).toBe(0)
})

test('a commit after one that passed is judged in full as well', () => {
  const repo = refactoring()
  repo.commitTraced({ 'src/cart.ts': CART.replaceAll('square', 'squared') })
  repo.commitTraced({ 'src/cart.ts': CART.replaceAll('square', 'power') })
  refused(repo, {
    'src/cart.ts': CART.replaceAll('square', 'power').replace('value * value', 'value + value'),
  })
})

test('an exported name that somebody else still uses: refused', () => {
  const files = {
    'src/cart.ts': CART,
    ...PRIVATE,
    'src/user.ts': USER,
    'lib/other.js': `import { total } from '../src/cart'\ntotal([])\n`,
  }
  const repo = gatedRepo({ intents: ONLY, files })
  for (const said of refused(repo, RENAMED))
    expect(said).toMatch(/src\/cart\.ts:4.*only its name differs; who uses the old one is not known/s)
})

test('a function moves to another file, and an operator with it is seen', () => {
  const pure = 'function half(value: number) {\n  return value / 2\n}\n'
  const files = { 'src/a.ts': `${pure}\nexport {}\n`, 'src/b.ts': 'export {}\n' }
  const honest = gatedRepo({ intents: ONLY, files })
  honest.commitTraced({ 'src/a.ts': '\nexport {}\n', 'src/b.ts': `export {}\n\n${pure}` })
  expect(honest.check('--range', `${ADOPTED}..HEAD`).code).toBe(0)
  const dishonest = gatedRepo({ intents: ONLY, files })
  const said = refused(dishonest, {
    'src/a.ts': '\nexport {}\n',
    'src/b.ts': `export {}\n\n${pure.replace('/', '*')}`,
  })
  for (const text of said) expect(text).toMatch(/src\/b\.ts:3.*function half is new/s)
})
