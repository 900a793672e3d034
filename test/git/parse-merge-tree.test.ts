import { expect, test } from 'vitest'
import { GateError } from '../../src/core/error.ts'
import { parseMergeTree } from '../../src/git/parse-merge-tree.ts'

const TREE = 'f'.repeat(40)
const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40))
const parsed = (text: string) => parseMergeTree(Buffer.from(text, 'latin1'))

test('a clean merge is its tree', () => {
  expect(parsed(`${TREE}\0`)).toEqual({ tree: TREE, stages: new Map(), named: new Set() })
})

test('the sides of a conflict, and what its messages name; what merged by itself is not named', () => {
  const conflict = `${TREE}\x00100644 ${one} 1\ta\nb\x00100644 ${two} 2\ta\nb\x00100755 ${three} 3\ta\nb\x00120000 ${three} 3\tlink\x00\x00`
  const messages =
    '1\0well\0Auto-merging\0Auto-merging well\n\x002\0a\nb\0old\0CONFLICT (rename/rename)\0CONFLICT …\n\0'
  expect(parsed(conflict + messages)).toEqual({
    tree: TREE,
    stages: new Map([
      ['a\nb', { ours: { mode: '100644', blob: two }, theirs: { mode: '100755', blob: three } }],
      ['link', { ours: null, theirs: { mode: '120000', blob: three } }],
    ]),
    named: new Set(['a\nb', 'old']),
  })
})

test('two names that are no UTF-8 stay two', () => {
  const { stages } = parsed(`${TREE}\x00100644 ${one} 2\t\xff\x00100644 ${one} 2\t\xfe\x00\x00`)
  expect(stages.size).toBe(2)
})

test('advice behind the messages is not read', () => {
  const messages = '1\0f\0CONFLICT (contents)\0CONFLICT …\n\0'
  const { named } = parsed(
    `${TREE}\x00160000 ${two} 2\tf\0\0${messages}Recursive merging with submodules …\n`,
  )
  expect([...named]).toEqual(['f'])
})

test.each([
  { why: 'nothing', text: '' },
  { why: 'no tree', text: 'error: x\0' },
  { why: 'cut off', text: `${TREE}\x00100644 ${one}` },
  { why: 'cut off within a path', text: `${TREE}\x00100644 ${one} 2\ta\x00100644 ${one} 2\tb` },
  { why: 'a stage that is none', text: `${TREE}\x00100644 ${one} 4\ta\0\0` },
  { why: 'a mode that is none', text: `${TREE}\x00100666 ${one} 2\ta\0\0` },
  { why: 'a message without its paths', text: `${TREE}\x00100644 ${one} 2\ta\0\x005\0a\0CONFLICT\0x\0` },
  { why: 'a message that does not count', text: `${TREE}\x00100644 ${one} 2\ta\0\0x\0a\0CONFLICT\0x\0` },
])('unexpected output is refused: $why', ({ text }) => {
  expect(() => parsed(text)).toThrow(GateError)
})
