import { describe, expect, test } from 'vitest'
import { classify } from '../../src/structure/classify.ts'
import { structure } from './corpus.ts'

type Texts = Readonly<Record<string, string>>

/** `CLASS kind name`, with the path where there are more, and where it was. */
async function changes(before: Texts, after: Texts): Promise<string[]> {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const side = async (text: string | undefined, path: string) =>
    text === undefined ? null : await structure(text, path)
  const files = await Promise.all(
    paths.map(async (path) => ({
      path,
      before: await side(before[path], path),
      after: await side(after[path], path),
    })),
  )
  return classify(files).map(({ class: found, kind, name, path, from }) =>
    [
      found,
      ...(paths.length === 1 ? [] : [path]),
      kind,
      ...(name === '' ? [] : [name]),
      ...(from === undefined ? [] : [`< ${from.path} ${from.name}`]),
    ].join(' '),
  )
}

const within = (before: string, after: string) => changes({ 'a.ts': before }, { 'a.ts': after })

const LIB = `import { z } from 'z'
import { y, x } from 'y'

export function one(a: number) {
  return a + x
}

export class Two {
  three = 3
  four() { return this.three }
  five(b: string) { return b }
}

const six = () => y(z)
export const seven = one(6)
`

describe('what keeps its structure', () => {
  test.each([
    ['nothing', LIB, []],
    ['blank lines', LIB.replaceAll('\n', '\n\n'), []],
    ['a function that is set apart', LIB.replace('a + x', '(a  +\n x)'), ['FORMAT function one']],
    ['a comment inside', LIB.replace('return a', '// sum\n  return a'), ['COMMENT function one']],
    [
      'a comment above',
      LIB.replace('export function', '/** Sum. */\nexport function'),
      ['COMMENT function one'],
    ],
    ['sorted imports', LIB.replace(/(.*\n)(.*\n)/, '$2$1').replace('y, x', 'x, y'), ['IMPORT_ORDER imports']],
    ['a parameter', LIB.replaceAll(/\ba\b/g, 'amount'), ['RENAMED_LOCAL function one']],
    [
      'a method in another place',
      LIB.replace(/( {2}four.*\n)( {2}five.*\n)/, '$2$1'),
      ['MOVED method Two.five'],
    ],
  ])('%s', async (_what, after, expected) => {
    expect(await within(LIB, after)).toEqual(expected)
  })

  test('a function that only this file knows is renamed with its uses', async () => {
    const before = 'function a() {}\nfunction b() { return a() }\nexport const c = () => b()'
    expect(await within(before, before.replaceAll('a()', 'first()'))).toEqual([
      'RENAMED_SYMBOL function first < a.ts a',
      'RENAMED_SYMBOL function b',
    ])
  })

  test('a function that takes nothing from its file moves to another', async () => {
    const pure = 'function pure(a: number) { return Math.abs(a) }\n'
    expect(
      await changes(
        { 'a.ts': `${pure}export {}`, 'b.ts': 'export {}' },
        { 'a.ts': 'export {}', 'b.ts': `export {}\n${pure}` },
      ),
    ).toEqual(['MOVED b.ts function pure < a.ts pure'])
  })

  test('functions that are called by name may stand in any order', async () => {
    const [a, b] = ['export function a() {}\n', 'export function b() {}\n']
    expect(await within(a + b, b + a)).toEqual(['MOVED function b'])
  })
})

describe('what can do something else', () => {
  test.each([
    [
      'one token under cover of a formatter',
      LIB.replaceAll('\n', '\n\n').replace('a + x', '(a -\n x)'),
      ['EVOLUTION function one'],
    ],
    [
      'an operator in a function that moved',
      LIB.replace(/export function one[^}]*}\n/, '').concat(
        'export function one(a: number) {\n  return a * x\n}\n',
      ),
      ['EVOLUTION function one'],
    ],
    [
      'a comment that a tool obeys',
      LIB.replace('return a', '// @ts-ignore\n  return a'),
      ['EVOLUTION function one'],
    ],
    ['a field', LIB.replace('three = 3', 'three = 4'), ['EVOLUTION class Two']],
    ['a method', LIB.replace('return b', 'return b + b'), ['EVOLUTION method Two.five']],
    ['an export', LIB.replace('const six', 'export const six'), ['EVOLUTION function six']],
    ['what is imported', LIB.replace(`'z'`, `'zz'`), ['EVOLUTION imports']],
    ['an import for its effect before another', `import 'q'\n${LIB}`, ['EVOLUTION imports']],
    ['more', `${LIB}export const eight = 8\n`, ['ADDED const eight']],
    ['less', LIB.replace(/ {2}four.*\n/, ''), ['REMOVED method Two.four']],
    ['a statement', `${LIB}go()\n`, ['EVOLUTION file']],
    [
      'a parameter that is renamed in one place',
      LIB.replace('a: number', 'b: number'),
      ['EVOLUTION function one'],
    ],
  ])('%s', async (_what, after, expected) => {
    expect(await within(LIB, after)).toEqual(expected)
  })

  test('a manifest in which anything differs but its layout', async () => {
    const unit = (text: string) => structure(text, 'a.js')
    const [text, spaced, sorted] = await Promise.all(
      ['f = 1; g = 2', 'f = 1;\n\ng = 2', 'g = 2; f = 1'].map(unit),
    )
    const found = (path: string, after = text!) =>
      classify([{ path, before: text!, after }]).map(({ mutation, why }) => `${mutation} ${why ?? ''}`.trim())
    const says = 'INTENT_EVOLUTION it says what is installed'
    for (const path of ['package.json', 'a/b/go.mod', 'requirements-dev.txt', 'App.csproj'])
      expect([path, found(path, sorted)]).toEqual([path, [says]])
    expect(found('package.json', spaced)).toEqual(['AST_REFACTOR'])
    expect(found('my-package.json', sorted)).toEqual(['INTENT_EVOLUTION'])
  })

  test('constants that are evaluated in another order', async () => {
    const [a, b] = ['export const a = f()\n', 'export const b = g()\n']
    expect(await within(a + b, b + a)).toContain('EVOLUTION file')
  })

  test('a function in a constant that is used before it is there', async () => {
    const f = 'const f = () => 1\n'
    expect(await within(`${f}go(f)\n`, `go(f)\n${f}`)).toContain('EVOLUTION file')
  })

  test('two functions that change names', async () => {
    const before = 'export function a() { return 1 }\nexport function b() { return 2 }\n'
    expect(
      await within(before, before.replace(' a(', ' c(').replace(' b(', ' a(').replace(' c(', ' b(')),
    ).toEqual(['EVOLUTION function b', 'EVOLUTION function a'])
  })

  test('a function that is exported under another name', async () => {
    expect(await within('export function a() { return 1 }', 'export function b() { return 1 }')).toEqual([
      'EVOLUTION function b < a.ts a',
    ])
  })

  test('a function that moved to where a name means something else', async () => {
    const caller = 'function ask() { return secret() }\n'
    const one = `import { secret } from './one'\n`
    const two = `import { secret } from './two'\n`
    expect(
      await changes({ 'a.ts': one + caller, 'b.ts': two }, { 'a.ts': one, 'b.ts': two + caller }),
    ).toEqual(['EVOLUTION b.ts function ask < a.ts ask'])
  })

  test('an exported function that moved: who imports it is not known', async () => {
    const pure = 'export function pure() { return 1 }\n'
    expect(await changes({ 'a.ts': `${pure}go()` }, { 'a.ts': 'go()', 'b.ts': pure })).toEqual([
      'EVOLUTION b.ts function pure < a.ts pure',
    ])
  })

  test('a function that moved between scripts, or from one into a module', async () => {
    const pure = 'function pure() { return 1 }\n'
    for (const target of ['go()\n', 'export {}\n']) {
      expect(
        await changes({ 'a.ts': `${pure}go()`, 'b.ts': target }, { 'a.ts': 'go()', 'b.ts': target + pure }),
      ).toEqual(['EVOLUTION b.ts function pure < a.ts pure'])
    }
  })

  test('a file that has another path', async () => {
    expect(await changes({ 'a.ts': LIB }, { 'b.ts': LIB })).toEqual(['EVOLUTION b.ts file < a.ts '])
  })

  test('a new file, unit by unit', async () => {
    expect(await changes({}, { 'a.ts': 'const a = 1\nfunction b() {}\ngo()', 'b.ts': '' })).toEqual([
      'ADDED a.ts file',
      'ADDED a.ts const a',
      'ADDED a.ts function b',
      'ADDED b.ts file',
    ])
  })
})
