import { describe, expect, test } from 'vitest'
import { compareUnits } from '../../src/structure/compare.ts'
import { structure } from './corpus.ts'

const FILE = { kind: 'file', name: '', startLine: 1 } as const

/** `line field: before → after` of the whole file, or of the unit of this name. */
async function difference(before: string, after: string, name = ''): Promise<string | null> {
  const pair = await Promise.all(
    [before, after].map(async (text) => {
      const unit = (await structure(text, 'a.ts')).children.find((child) => child.name === name)
      return unit ?? FILE
    }),
  )
  const side = (text: string) => ({ path: 'a.ts', bytes: Buffer.from(text) })
  const [found] = await compareUnits({
    before: side(before),
    after: side(after),
    pairs: [[pair[0]!, pair[1]!]],
  })
  return found == null ? null : `${found.line} ${found.field}: ${found.before} → ${found.after}`
}

test.each([
  ['an operator', 'go(a < b)', 'go(a <= b)', '1 operator: "<" → "<="'],
  ['a number', 'go(1)', 'go(\n  2,\n)', '2 arguments: 1 → 2'],
  ['a string, however it is quoted', `go('a', "b")`, `go("a", 'c')`, `1 arguments: "b" → 'c'`],
  ['a name', 'go(a.b)', 'go(a.c)', '1 name: "b" → "c"'],
  ['more in a list', 'go(a)', 'go(a, b)', '1 arguments: null → b'],
  ['less in a list', 'go(a, b)', 'go(a)', '1 arguments: b → null'],
  ['another statement', 'a()\nb()', 'a()\nif (x) b()', '2 body: b() → if (x) b()'],
  ['a statement more', 'a()', 'a()\nb()', '2 body: null → b()'],
  ['something that is awaited', 'x(f())', 'x(await f())', '1 arguments: f() → await f()'],
  ['a keyword', 'for (let a of b) c()', 'for (const a of b) c()', '1 kind: "let" → "const"'],
  ['the other branch', 'if (a) { b } else c', 'if (a) b\nelse { d }', '2 name: "c" → "d"'],
  ['a key, however it is quoted', `go({ 'a': 1, b: 2 })`, 'go({ a: 1, c: 2 })', '1 key: "b" → "c"'],
  ['a type', 'go(a as string)', 'go(a as number)', '1 typeAnnotation: string → number'],
  ['an optional chain', 'go(a?.b)', 'go(a.b)', '1 arguments: a?.b → a.b'],
  ['a regular expression', 'go(/a/)', 'go(/b/)', '1 arguments: /a/ → /b/'],
])('%s', async (_what, before, after, expected) => {
  expect(await difference(before, after)).toBe(expected)
})

test('the same, written in another way, differs nowhere', async () => {
  expect(await difference(`if (a) b("x");`, `if (a) {\n  b('x')\n}`)).toBeNull()
})

describe('of a unit', () => {
  const before = '// f\nfunction f() {\n  function inner() { return 1 }\n  return inner() < 2\n}\nlet x\n'

  test('what stands around it and inside of it says nothing', async () => {
    const after = `import 'y'\n${before.replace('return 1', 'return 3').replace('<', '>').replace('let x', '')}`
    expect(await difference(before, after, 'f')).toBe('5 operator: "<" → ">"')
  })

  test('its own name says nothing', async () => {
    const after = before.replace('function f(', 'function g(').replace('2', '4')
    const side = (text: string) => ({ path: 'a.ts', bytes: Buffer.from(text) })
    const at = { kind: 'function', startLine: 1 } as const
    const [found] = await compareUnits({
      before: side(before),
      after: side(after),
      pairs: [
        [
          { ...at, name: 'f' },
          { ...at, name: 'g' },
        ],
      ],
    })
    expect(found).toEqual({ field: 'right', before: '2', after: '4', line: 4 })
  })
})

test.each([
  [
    'a parameter',
    'function f(a: number[]) { return a[0] < 1 }',
    'function f(b: number[]) { return b[0] <= 1 }',
    '1 operator: "<" → "<="',
  ],
  ['its type', 'function f(a: A) { return a }', 'function f(b: B) { return b }', '1 name: "A" → "B"'],
  [
    'nothing but one name',
    'function f(a, b) { return a }',
    'function f(a, b) { return b }',
    '1 name: "a" → "b"',
  ],
])('what is renamed is not what differs: %s', async (_what, before, after, expected) => {
  expect(await difference(before, after, 'f')).toBe(expected)
})

test('long text is cut', async () => {
  const found = await difference(`go(a)`, `go(f(${'x, '.repeat(500)}))`)
  expect(found!.length).toBeLessThan(120)
})

test('what cannot be found or parsed has none', async () => {
  const side = (text: string) => ({ path: 'a.ts', bytes: Buffer.from(text) })
  const missing = { kind: 'function', name: 'nowhere', startLine: 1 } as const
  expect(
    await compareUnits({
      before: side('a'),
      after: side('b('),
      pairs: [
        [FILE, FILE],
        [missing, missing],
      ],
    }),
  ).toEqual([null, null])
})
