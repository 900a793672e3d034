import { expect, test } from 'vitest'
import { readStructure } from '../../src/structure/read.ts'
import { type Unit, unitAtLine } from '../../src/structure/unit.ts'
import { allUnits, structure } from './corpus.ts'

const TEXT = `#!/usr/bin/env node
import a from 'a'
import 'b'

/** A cart. */
export class Cart {
  #items: Item[] = []
  get size() { return 1 }
  add(item: Item) {
    function check() { return item }
    this.#items.push(check())
  }
}
export default function () {}
const one = 1, two = 2
const { three } = one
export const run = async () => {
  await a()
}
interface Item {
  name: string
}
enum Colour { red }
namespace Inner {
  export function deep() {}
}
describe('a cart', () => {
  it('adds', () => {})
})
a()
`

const names = (unit: Unit) =>
  allUnits(unit).map(({ kind, name, startLine, endLine }) => `${kind} ${name}:${startLine}-${endLine}`)

test('units are found with their kinds, their names and their lines', async () => {
  expect(names(await structure(TEXT, 'cart.ts'))).toEqual([
    'file :1-30',
    'imports :2-3',
    'class Cart:5-13',
    'method Cart.size:8-8',
    'method Cart.add:9-12',
    'function Cart.add.check:10-10',
    'function default:14-14',
    'const one, two:15-15',
    'const {…}:16-16',
    'function run:17-19',
    'type Item:20-22',
    'type Colour:23-23',
    'namespace Inner:24-26',
    'function Inner.deep:25-25',
    'test a cart:27-29',
    'test a cart.adds:28-28',
  ])
})

test('a line belongs to the innermost unit around it', async () => {
  const unit = await structure(TEXT, 'cart.ts')
  const at = (line: number) => unitAtLine(unit, line)?.name
  expect([1, 5, 7, 10, 11, 18, 30, 31].map(at)).toEqual([
    '',
    'Cart',
    'Cart',
    'Cart.add.check',
    'Cart.add',
    'run',
    '',
    undefined,
  ])
})

test('the unit that is put elsewhere keeps its hash, the one around it does not', async () => {
  const one = await structure('export class A { b() { return 1 } }')
  const other = await structure('export class A { b() { return 2 } }')
  const [before, after] = [one.children[0]!, other.children[0]!]
  expect([before.hash === after.hash, before.own === after.own]).toEqual([false, true])
  expect(before.children[0]!.hash).not.toBe(after.children[0]!.hash)
})

test('a comment that a tool obeys is no part of the structure, and is told from others', async () => {
  const plain = await structure('a()')
  const noted = await structure('a() // a note')
  const obeyed = await structure('a() // eslint-disable-line')
  expect(new Set([plain, noted, obeyed].map(({ hash }) => hash)).size).toBe(1)
  expect([noted.directives === plain.directives, obeyed.directives === plain.directives]).toEqual([
    true,
    false,
  ])
  expect([noted.comments === plain.comments, obeyed.comments === plain.comments]).toEqual([false, true])
})

test.each([
  ['another language', 'a.sql', 'select 1', 'language'],
  ['no ending', 'Makefile', 'a:', 'language'],
  ['a syntax error', 'a.ts', 'let = = 1', 'syntax'],
  ['a syntax error after good code', 'a.ts', 'export const a = 1\nfunction (', 'syntax'],
  ['types in JavaScript', 'a.js', 'let a: number = 1', 'syntax'],
  ['a NUL', 'a.js', 'a = "\0"', 'encoding'],
  ['bytes that are no text', 'a.js', Buffer.from([0x61, 0xff]), 'encoding'],
  ['more than 1.5 MB', 'a.js', `a()${' '.repeat(1_500_000)}`, 'large'],
])('%s has no structure, and why', async (_what, path, content, why) => {
  expect(await readStructure(path, Buffer.from(content))).toEqual({ kind: 'unstructured', why })
})

test.each(['a.js', 'a.mjs', 'a.cjs', 'a.jsx', 'a.ts', 'a.mts', 'a.cts', 'a.tsx'])(
  '%s has a structure',
  async (path) => {
    expect((await structure('export const a = 1', path)).children).toHaveLength(1)
  },
)

test('nothing is renamed in a declaration file', async () => {
  expect((await structure('export function f(a: number): void', 'a.d.ts')).alpha).toBeNull()
})

test.each([
  ['function a() {}\nfunction b() {}\n', 'a b'],
  ['const a = 1; const b = 2\n', ''],
  ['function a() {} // with a comment after it\nfunction b() {}', 'b'],
  ['/* c */ function a() {}\n  function b() {} ; \n', 'a b'],
  ['// above\nfunction a() {}; a()\n', ''],
  ['class C { a() {}\n b() {} }\n', 'C'],
])('a unit stands alone where nothing else is on its lines: %j', async (text, expected) => {
  const units = allUnits(await structure(text, 'a.ts')).filter(({ alone, name }) => alone && name !== '')
  expect(units.map(({ name }) => name).join(' ')).toBe(expected)
})
