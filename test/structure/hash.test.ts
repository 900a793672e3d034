import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allUnits, corpus, everyNth, structure } from './corpus.ts'

const hashOf = async (text: string) => (await structure(text)).hash

describe('written differently, the same', () => {
  test.each([
    ['quotes', `a = 'x"y'`, `a = "x\\"y"`],
    ['semicolons and blank lines', 'a()\nb()', 'a();\n\n\n;;b();'],
    ['parentheses', 'a = (b * c) + d', 'a = b * c + (d)'],
    ['commas at the end', 'f(a, { b, c })', 'f(\n  a,\n  { b, c, },\n)'],
    ['numbers', 'a = [1.0, 0XAB, .5]', 'a = [1., 0xab, 0.5]'],
    ['keys in quotes', 'a = { b: 1, 2: 3 }', `a = { 'b': 1, '2': 3 }`],
    ['a short property', 'a = { b }', 'a = { b: b }'],
    ['a parameter in parentheses', 'f(a => a)', 'f((a) => a)'],
    ['new without arguments', 'new A', 'new A()'],
    [
      'one statement as a block',
      'if (a) b(); else while (c) d()',
      'if (a) { b() } else { while (c) { d() } }',
    ],
    ['an empty body', 'for (;;);', 'for (;;) {}'],
    ['how && groups', 'a && (b && c)', '(a && b) && c'],
    ['a template without substitutions', 'a = `x`', `a = 'x'`],
    ['line ends in a template', 'a = b`x\ny`', 'a = b`x\r\ny`'],
    ['a byte order mark', '\ufeffa()', 'a()'],
    ['comments', '/* one */ a(b // two\n)', 'a(b)'],
    ['a leading | in a type', 'type A =\n  | B\n  | (C | D)', 'type A = B | C | D'],
    ['flags of a pattern', '/a/gi.test(b)', '/a/ig.test(b)'],
    ['a comment in JSX', '<a>\n  {/* b */}\n  c\n</a>', '<a>c</a>'],
    ['text of JSX over lines', '<a>\n  one\n  two{" "}\n  <b />\n</a>', '<a>one two <b/></a>'],
    ['a string as an attribute', `<a b={'c'} />`, '<a b="c" />'],
    ['classes', '<a className="b   c" />', '<a className=" b c" />'],
  ])('%s', async (_what, one, other) => {
    expect(await hashOf(one)).toBe(await hashOf(other))
  })
})

describe('almost the same, and not', () => {
  test.each([
    ['return, a line break and a template', 'function f() { return\n`x` }', 'function f() { return `x` }'],
    ['return, a line break and a parenthesis', 'function f() { return\n(x) }', 'function f() { return (x) }'],
    ['return, a line break and an array', 'function f() { return\n[x] }', 'function f() { return [x] }'],
    ['return, a line break and an element', 'function f() { return\n<a/> }', 'function f() { return <a/> }'],
    ['return, a line break and a string', 'function f() { return\n"x" }', 'function f() { return "x" }'],
    ['break to a label on the next line', 'a: for (;;) { break\na }', 'a: for (;;) { break a }'],
    ['an import that TypeScript drops', "import {} from 'a'", "import 'a'"],
    ['a type and an array', 'b = x as A<c>\n[]', 'b = x as A<c>[]'],
    ['a member of a type', 'd = a as b.c', 'd = (a as b).c'],
    ['where a chain ends', '(a?.b).c', 'a?.b.c'],
    ['a directive in parentheses', '("use strict")', '"use strict"'],
    ['a directive as a template', '`use strict`', '"use strict"'],
    ['how a directive is written', `'use\\x20strict'`, `'use strict'`],
    ['a block and an object', 'f(() => ({}))', 'f(() => {})'],
    ['a hole', '[, a]', '[a]'],
    ['a hole at the end', '[a, ,]', '[a, ]'],
    ['order of operands', 'a - b', 'b - a'],
    ['an operator', 'a && b', 'a || b'],
    ['how && and || group', '(a && b) || c', 'a && (b || c)'],
    ['how + groups', 'a + (b + c)', 'a + b + c'],
    ['a number and its text', 'a = 1', `a = '1'`],
    ['a bigint', 'a = 1n', 'a = 1'],
    ['null and its text', 'a = null', `a = 'null'`],
    ['a pattern and its text', 'a = /b/', `a = '/b/'`],
    ['await', 'async () => { await a }', 'async () => { a }'],
    ['a method and a function', 'a = { b() {} }', 'a = { b: function () {} }'],
    ['a computed key', 'a = { [b]: 1 }', 'a = { b: 1 }'],
    ['a private name', 'class A { #b }', `class A { '#b' }`],
    ['static', 'class A { static b = 1 }', 'class A { b = 1 }'],
    ['the prototype', 'a = { __proto__ }', 'a = { __proto__: __proto__ }'],
    ['a tag sees the raw text', 'a`\\n`', 'a`\n`'],
    ['text of JSX', '<a>b <c/></a>', '<a>b<c/></a>'],
    ['a line end before a comment', '<a>b\n{/* c */}d</a>', '<a>b {/* c */}d</a>'],
    ['a blank before a comment', '<a>\n{/* b */}\n</a>', '<a> {/* b */}\n</a>'],
    ['a text that a comment parts', '<a>b\n{/* c */}d</a>', '<a>b\nd</a>'],
    ['a kept space', '<a>{" "}<b/></a>', '<a>\n<b/></a>'],
    ['an entity', '<a b="&amp;" />', `<a b={'&amp;'} />`],
    ['const and let', 'const a = b', 'let a = b'],
    ['a type', 'let a: B', 'let a: C'],
    ['readonly', 'class A { readonly b: C }', 'class A { b: C }'],
    ['a tuple of one', 'type A = [B]', 'type A = B'],
    ['an optional parameter', 'function f(a?: B) {}', 'function f(a: B) {}'],
    ['a type import', `import type { a } from 'b'`, `import { a } from 'b'`],
    ['when a module is evaluated', `import defer * as a from 'b'`, `import * as a from 'b'`],
    ['an attribute of an import', `import a from 'b' with { type: 'json' }`, `import a from 'b'`],
    ['export', 'export const a = b', 'const a = b'],
    ['an else that belongs elsewhere', 'if (a) { if (b) c() } else d()', 'if (a) if (b) c(); else d()'],
    ['a declaration in a block', '{ let a = 1 }', 'let a = 1'],
    ['a lone surrogate', `a = '\\ud800'`, `a = '\\ud801'`],
    ['names at a boundary', `a('b,c')`, `a('b', 'c')`],
    ['one class and two', '<a className="b\u00a0c" />', '<a className="b c" />'],
  ])('%s', async (_what, one, other) => {
    expect(await hashOf(one)).not.toBe(await hashOf(other))
  })
})

describe('wherever it stands', () => {
  const files = everyNth(corpus(), 25)

  test('a unit has the same hashes after any number of lines, and any indentation', async () => {
    const sample = await Promise.all(
      files.map(async (file) => [file, await structure(file.text, file.path)] as const),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sample),
        fc.integer({ min: 1, max: 300 }),
        async ([file, before], count) => {
          const moved = await structure(`${'\n'.repeat(count)}${file.text}`, file.path)
          const hashes = (unit: typeof before) =>
            allUnits(unit).map(({ hash, own, alpha }) => [hash, own, alpha])
          expect(hashes(moved)).toEqual(hashes(before))
          const first = before.children[0]
          if (first !== undefined) expect(moved.children[0]!.startLine).toBe(first.startLine + count)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('a function has the same hash in every file that it is put into, and under another name', async () => {
    const declared = 'export function f(a: number) { return a + 1 }'
    const [alone] = (await structure(declared)).children
    for (const { path, text } of files.filter(({ path }) => path.endsWith('.ts'))) {
      const inside = (
        await structure(`${text}\n${declared.replace('f(', 'renamedHere(')}`, path)
      ).children.at(-1)!
      expect([inside.kind, inside.hash, inside.alpha]).toEqual(['function', alone!.hash, alone!.alpha])
    }
  })
})

// What the files of the corpus have none of. See there why they are kept.
describe('hash, own and alpha of every unit are what they have always been', () => {
  test.each([
    [
      'a private name, a key in quotes, a name of every module',
      'class.ts',
      "class A { #b(c) { this.#b(c) }\n get 'd'() { return 1 }\n module() {} }",
      [
        '995ba11f8e49e8e9 90a706381bb2624f a2a112bd82d5edf0',
        'd87f0e38500f5890 6037fa17356b8622 4a1ccd482d4f2304',
        '927be34e80335b92 927be34e80335b92 16bef50ce337f68a',
        'c0add120e1ad24eb c0add120e1ad24eb c0add120e1ad24eb',
        'ee90b7ccc3aa85b6 ee90b7ccc3aa85b6 ee90b7ccc3aa85b6',
      ],
    ],
    [
      'elements inside elements',
      'list.tsx',
      'const F = (a) => <a.b c={a}>{(d) => <a.e f={d}>{d}</a.e>}</a.b>',
      [
        '6e7ddfcc8cb30fa3 90a706381bb2624f 60c73cdc2e07f0e1',
        '704211c1b13a0b31 704211c1b13a0b31 a3e145827b46d937',
      ],
    ],
    [
      'units that stand first, last and next to each other',
      'nested.ts',
      "namespace N {\n function f() {}\n class G {}\n let h = 1\n function i() {}\n}\nimport a from 'a'\n;;\nimport b from 'b'",
      [
        '37014c23e69ba008 90a706381bb2624f 9a712d94fcca7470',
        '555015fda8e2d864 da8e8567de15c3b6 1f7f16f4df76388d',
        '802d2938ec883529 802d2938ec883529 802d2938ec883529',
        '6037fa17356b8622 6037fa17356b8622 6037fa17356b8622',
        '4212dec146aba671 4212dec146aba671 4212dec146aba671',
        '802d2938ec883529 802d2938ec883529 802d2938ec883529',
        '67f4e6639a2bfa23 67f4e6639a2bfa23 -',
      ],
    ],
    [
      'a tagged template',
      'tagged.ts',
      'export const a = (b) => b`x$'.concat('{b}y$', '{`z`}`'),
      [
        'a895628357f0d882 90a706381bb2624f a2aa24365298d626',
        '67b23f90c644823b 67b23f90c644823b 5cdb8a7ab484b79b',
      ],
    ],
  ])('%s', async (_what, path, text, expected) => {
    const short = (hash: string | null) => hash?.slice('sha256:'.length, 'sha256:'.length + 16) ?? '-'
    const units = allUnits(await structure(text, path))
    expect(units.map(({ hash, own, alpha }) => [hash, own, alpha].map(short).join(' '))).toEqual(expected)
  })
})
