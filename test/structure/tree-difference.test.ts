import { expect, test } from 'vitest'
import { compareUnits } from '../../src/structure/compare.ts'
import { allUnits, structure } from './corpus.ts'

/** `line field: before → after` of the first unit of this name. */
async function difference(path: string, before: string, after: string, name: string): Promise<string | null> {
  const place = async (text: string) =>
    allUnits(await structure(text, path)).find((unit) => unit.name === name)!
  const side = (text: string) => ({ path, bytes: Buffer.from(text) })
  const pair = [await place(before), await place(after)] as const
  const [found] = await compareUnits({ before: side(before), after: side(after), pairs: [pair] })
  return found == null ? null : `${found.line} ${found.field}: ${found.before} → ${found.after}`
}

const PYTHON =
  'import os\n\n# f\ndef f(a, b):\n    return a < b\n\n\nclass C:\n    def m(self):\n        return 1\n'
const GO = 'package a\n\nfunc add(a int, b int) int {\n\treturn a + b\n}\n'

test.each([
  ['a.py', PYTHON, PYTHON.replace('a < b', 'a <= b'), 'f', '5 operators: < → <='],
  ['a.py', PYTHON, PYTHON.replace('a, b', 'a'), 'f', '4 parameters: b → null'],
  ['a.py', PYTHON, PYTHON.replace('return 1', 'return 2'), 'C.m', '10 return_statement: 1 → 2'],
  ['a.go', GO, GO.replace('a + b', 'a - b'), 'add', '4 operator: + → -'],
  ['a.go', GO, `// x\n${GO.replace('return', 'log(a)\n\treturn')}`, 'add', '5 statement_list: null → log(a)'],
])('in %s', async (path, before, after, name, expected) => {
  expect(await difference(path, before, after, name)).toBe(expected)
})

test('what only looks different differs nowhere, and what is inside of a class is not its own', async () => {
  expect(await difference('a.py', PYTHON, PYTHON.replace('a < b', '(a<b)'), 'f')).toBeNull()
  expect(await difference('a.py', PYTHON, PYTHON.replace('return 1', 'return 2'), 'C')).toBeNull()
})

test('of data it is not told', async () => {
  expect(await difference('a.json', '{"a": 1}', '{"a": 2}', 'a')).toBeNull()
})
