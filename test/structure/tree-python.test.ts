import { describe, expect, test } from 'vitest'
import { classify } from '../../src/structure/classify.ts'
import { structure } from './corpus.ts'
import { expectOther, expectSame, importsOf, unitsOf } from './tree-samples.ts'

describe('written differently, the same', () => {
  test.each([
    ['quotes', `a = 'x"y'`, `a = "x\\"y"`],
    ['a raw string', `a = r'\\d'`, `a = '\\\\d'`],
    ['a prefix', `a = U'x' + F'{b}' + rB'y'`, `a = u'x' + f'{b}' + Rb'y'`],
    ['an escape', `a = '\\x41\\u0042\\103'`, `a = 'ABC'`],
    ['strings side by side', `a = 'b' "c"`, `a = 'bc'`],
    ['parentheses', 'a = (b * c) + d', 'a = b * c + (d)'],
    ['a tuple', 'return_ = 1, 2', 'return_ = (1, 2)'],
    ['names to assign to', 'a, b = c', '(a, b) = c'],
    ['commas at the end', 'f(a, [b, c], {d: e})', 'f(\n    a,\n    [b, c,],\n    {d: e,},\n)'],
    ['lines joined', 'a = b + \\\n    c', 'a = b + c'],
    ['semicolons', 'a(); b()', 'a()\nb()\n'],
    ['numbers', 'a = 0XAB + 1E5 + 2J', 'a = 0xab + 1e5 + 2j'],
    ['no bases', 'class A(): pass', 'class A:\n  pass'],
    ['imports in parentheses', 'from a import (b, c,)', 'from a import b, c'],
    ['with in parentheses', 'with (a as b, c as d,):\n  e()', 'with a as b, c as d:\n    e()'],
    [
      'the indentation of a docstring',
      'def f():\n  """A.\n\n  B\n    C\n  """',
      'def f():\n        """A.\n\n        B\n          C"""',
    ],
    ['types over lines', 'a: Dict[str, int]', 'a: Dict[\n    str,\n    int,\n]'],
    ['comments', 'a(b)  # one', '# two\na(  # three\n    b\n)'],
    ['line ends', 'a = """b\nc"""\n', 'a = """b\r\nc"""\r\n'],
    ['not in', 'a not in b', 'a not  in b'],
  ])('%s', (_what, one, other) => expectSame('a.py', one, other))
})

describe('almost the same, and not', () => {
  test.each([
    ['a tuple of one', 'a = (1,)', 'a = (1)'],
    ['an index of one', 'a[1,]', 'a[1]'],
    ['how deep a statement stands', 'if a:\n  b()\n  c()', 'if a:\n  b()\nc()'],
    ['else of which', 'if a:\n  if b: c()\n  else: d()', 'if a:\n  if b: c()\nelse: d()'],
    ['a raw string', `a = r'\\n'`, `a = '\\n'`],
    ['bytes', `a = b'x'`, `a = 'x'`],
    ['a formatted string', `a = f'{b}'`, `a = '{b}'`],
    ['a formatted string without a value', `a = f'b'`, `a = 'b'`],
    ['a format', `a = f'{b:>3}'`, `a = f'{b:> 3}'`],
    ['a value that is printed as it is written', `a = f'{b=}'`, `a = f'{b = }'`],
    ['doubled braces', `a = f'{{b}}'`, `a = f'{b}'`],
    ['white space in a string', `a = ' '`, `a = '  '`],
    ['an empty string', `a = ''`, `a = ' '`],
    ['halves of a pair', `a = '\\ud83d\\ude00'`, `a = '\\U0001f600'`],
    ['an escape that is none in bytes', `a = b'\\u0041'`, `a = b'A'`],
    ['a string in a docstring’s place', `f('a  b')`, `f('a b')`],
    [
      'how deep a docstring’s lines stand',
      'def f():\n  """A\n  B\n    C"""',
      'def f():\n  """A\n  B\n  C"""',
    ],
    ['a docstring and a formatted string', 'def f():\n  "a"', 'def f():\n  f"a"'],
    ['an annotation in parentheses', '(a): int = 1', 'a: int = 1'],
    ['one inside of a function', 'def f():\n  (a): int\n  b()', 'def f():\n  a: int\n  b()'],
    ['one of a member', 'class A:\n  (a): int = 1', 'class A:\n  a: int = 1'],
    [
      'an import from the future that comes too late',
      'from __future__ import annotations\nimport a',
      'import a\nfrom __future__ import annotations',
    ],
    ['how comparisons group', '(a < b) < c', 'a < b < c'],
    ['not in', 'a not in b', 'not a in c'],
    ['order of imports', 'import a\nimport b', 'import b\nimport a'],
    ['a number', 'a = 1', 'a = 1.0'],
    ['a generator and a list', 'f(a for a in b)', 'f([a for a in b])'],
    ['await', 'async def f(): await a()', 'async def f(): a()'],
    ['a star', 'f(*a)', 'f(a)'],
    ['a decorator', '@a\ndef f(): pass', 'def f(): pass'],
    ['global', 'def f():\n  global a\n  a = 1', 'def f():\n  nonlocal_a\n  a = 1'],
    ['return a value', 'def f(): return None', 'def f(): return'],
  ])('%s', (_what, one, other) => expectOther('a.py', one, other))
})

const TEXT = `#!/usr/bin/env python3
"""What it is."""
import os, sys as system
from . import a

LIMIT = 3

# Above the class.
@decorated
class Cart(Base):
    size = 1

    def add(self, item):
        def check():
            return item
        return check()

async def run():
    pass
type Pair = tuple[int, int]
a, b = 1, 2
`

test('units are found with their kinds, their names and their lines', async () => {
  expect(await unitsOf('a.py', TEXT)).toEqual([
    'imports :3-4',
    'const LIMIT:6-6',
    'class Cart:8-16',
    'method Cart.add:13-16',
    'function Cart.add.check:14-15',
    'function run:18-19',
    'type Pair:20-20',
  ])
})

test('imports are named, those inside of functions and those by a call as well', async () => {
  const text = `import a.b, c as d
from .e import f, g
from . import h
from i import *
def j():
    import k
    __import__('l')
    importlib.import_module(name)
`
  expect(await importsOf('a.py', text)).toEqual([
    ...['a.b:1', 'c:1', '.e:2', '.e.f:2', '.e.g:2', '.:3', '.h:3', 'i:4', 'k:6', 'l:7'],
    null,
  ])
})

async function classes(before: string, after: string): Promise<string[]> {
  const sides = { before: await structure(before, 'a.py'), after: await structure(after, 'a.py') }
  return classify([{ path: 'a.py', ...sides }]).map((change) =>
    `${change.class} ${change.kind} ${change.name}`.trim(),
  )
}

test.each([
  [
    'imports sorted',
    'import b\nfrom c import e, d\nimport a\n',
    'import a\nimport b\nfrom c import d, e\n',
    ['IMPORT_ORDER imports'],
  ],
  [
    'imports of one name, sorted',
    'from b import x\nfrom a import x\n',
    'from a import x\nfrom b import x\n',
    ['EVOLUTION imports'],
  ],
  [
    'all of a module, sorted',
    'from b import *\nfrom a import *\n',
    'from a import *\nfrom b import *\n',
    ['EVOLUTION imports'],
  ],
  [
    'functions in another order',
    'def f(): pass\ndef g(): pass\n',
    'def g(): pass\ndef f(): pass\n',
    ['MOVED function g'],
  ],
  [
    'a function before what its default needs',
    'def f(): pass\ndef g(a=f()): pass\n',
    'def g(a=f()): pass\ndef f(): pass\n',
    ['EVOLUTION file', 'MOVED function g'],
  ],
  [
    'a function before the class that it names',
    'class A: pass\ndef g(a: A): pass\n',
    'def g(a: A): pass\nclass A: pass\n',
    ['EVOLUTION file', 'MOVED function g'],
  ],
  ['reformatted', 'def f( a ): return a\n', 'def f(a):\n    return a\n', ['FORMAT function f']],
  ['a comment', 'def f():\n  a() # b\n', 'def f():\n  a() # c\n', ['COMMENT function f']],
  [
    'a comment that a tool obeys',
    'def f():\n  a()\n',
    'def f():\n  a() # type: ignore\n',
    ['EVOLUTION function f'],
  ],
  [
    'what a script depends on',
    '# /// script\n# dependencies = ["a"]\n# ///\nb()\n',
    '# /// script\n# dependencies = ["c"]\n# ///\nb()\n',
    ['EVOLUTION file'],
  ],
  ['a name inside', 'def f(a): return a\n', 'def f(b): return b\n', ['EVOLUTION function f']],
])('%s', async (_what, before, after, expected) => {
  expect((await classes(before, after)).sort()).toEqual([...expected].sort())
})

test('an error in one function leaves the others their structure', async () => {
  const good = 'def f():\n    return 1\n\n\ndef g():\n    return 2\n'
  const bad = good.replace('return 2', 'return 2 2 ~')
  const [before, after] = [await structure(good, 'a.py'), await structure(bad, 'a.py')]
  expect(after.children.map(({ name, hash }) => [name, hash !== null])).toEqual([
    ['f', true],
    ['g', false],
  ])
  expect(after.children[0]!.hash).toBe(before.children[0]!.hash)
  expect([after.hash, after.own === null]).toEqual([null, false])
  expect(await classes(good, bad)).toEqual(['EVOLUTION function g'])
  expect(await classes(bad, bad)).toEqual([])
  expect(await classes(bad, bad.replace('2 ~', '2  ~'))).toEqual(['EVOLUTION function g'])
})

test.each([
  ['nothing but errors', ')))((('],
  ['no text of the language', '\u0001 \u0002 ~~~'],
])('%s has no structure', async (_what, text) => {
  await expect(structure(text, 'a.py')).rejects.toThrow('syntax')
})
