import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conflictBlocks } from '../../src/core/conflict.ts'

const OURS = 'a'.repeat(40)
const THEIRS = 'b'.repeat(40)

function blocks(text: string): number[] {
  return [...conflictBlocks(Buffer.from(text))].sort((a, b) => a - b)
}

function conflict(
  ours: readonly string[],
  theirs: readonly string[],
  { size = 7, path = '' } = {},
): string[] {
  const label = path === '' ? '' : `:${path}`
  const [open, middle, close] = ['<', '=', '>'].map((sign) => sign.repeat(size))
  return [`${open} ${OURS}${label}`, ...ours, `${middle}`, ...theirs, `${close} ${THEIRS}${label}`]
}

const joined = (rows: readonly string[], eol = '\n') => rows.map((row) => `${row}${eol}`).join('')

describe('lines that git left in conflict', () => {
  test.each([
    { why: 'none in a file without markers', text: 'a\nb\n', expected: [] },
    { why: 'none in an empty file', text: '', expected: [] },
    {
      why: 'markers and both sides',
      text: joined(['a', ...conflict(['o'], ['t', 'u']), 'z']),
      expected: [2, 3, 4, 5, 6, 7],
    },
    { why: 'a side that is empty', text: joined(conflict([], ['t'])), expected: [1, 2, 3, 4] },
    {
      why: 'several blocks, not what is between them',
      text: joined([...conflict(['o'], ['t']), 'm', ...conflict(['p'], ['q'])]),
      expected: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11],
    },
    { why: 'CRLF files', text: joined(conflict(['o'], ['t']), '\r\n'), expected: [1, 2, 3, 4, 5] },
    {
      why: 'the last line has no newline',
      text: joined(conflict(['o'], ['t'])).slice(0, -1),
      expected: [1, 2, 3, 4, 5],
    },
    {
      why: 'a renamed file: the label names the path',
      text: joined(conflict(['o'], ['t'], { path: 'src/a b:c.ts' })),
      expected: [1, 2, 3, 4, 5],
    },
    {
      why: 'longer markers of a renamed file',
      text: joined(['a', ...conflict(['o'], ['t'], { size: 9 })]),
      expected: [2, 3, 4, 5, 6],
    },
    {
      why: 'longer markers inside a block',
      text: joined(conflict(conflict(['o'], ['t'], { size: 8 }), ['u'])),
      expected: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    },
  ])('$why', ({ text, expected }) => expect(blocks(text)).toEqual(expected))
})

describe('markers that git did not write free nothing', () => {
  const other = 'c'.repeat(40)
  test.each([
    { why: 'labelled with a name', text: '<<<<<<< HEAD\no\n=======\nt\n>>>>>>> main\n' },
    { why: 'without a label', text: '<<<<<<<\no\n=======\nt\n>>>>>>>\n' },
    { why: 'shorter than seven', text: `<<<<<< ${OURS}\no\n======\nt\n>>>>>> ${THEIRS}\n` },
    { why: 'an opening that never closes', text: `<<<<<<< ${OURS}\no\n=======\nt\n` },
    { why: 'a closing alone', text: `o\n>>>>>>> ${THEIRS}\n` },
    { why: 'of different length', text: `<<<<<<< ${OURS}\no\n>>>>>>>> ${THEIRS}\n` },
    { why: 'not at the start of the line', text: ` <<<<<<< ${OURS}\no\n>>>>>>> ${THEIRS}\n` },
  ])('$why', ({ text }) => expect(blocks(text)).toEqual([]))

  test('a forged pair beside real ones: which is forged cannot be told, so nothing is free', () => {
    const forged = [`<<<<<<< ${other}`, 'wanted gone', '=======', `>>>>>>> ${THEIRS}`]
    expect(blocks(joined([...forged, ...conflict(['o'], ['t'])]))).toEqual([])
  })

  test('a forged opening before a real block does not widen it', () => {
    expect(blocks(joined([`<<<<<<< ${OURS}`, 'wanted gone', ...conflict(['o'], ['t'])]))).toEqual([
      3, 4, 5, 6, 7,
    ])
  })

  test('a forged closing inside a block ends it early', () => {
    expect(blocks(joined(conflict(['o', `>>>>>>> ${THEIRS}`, 'p'], ['t'])))).toEqual([1, 2, 3])
  })
})

test('whatever stands between real blocks is not free', () => {
  const row = fc.string({ maxLength: 8 }).filter((text) => !/[\n<>]/.test(text))
  const part = fc.oneof(
    fc.record({ free: fc.constant(false), rows: fc.array(row, { minLength: 1, maxLength: 3 }) }),
    fc.record({
      free: fc.constant(true),
      rows: fc.tuple(fc.array(row), fc.array(row)).map(([o, t]) => conflict(o, t)),
    }),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const expected = parts.flatMap(({ free, rows }) => rows.map(() => free))
      const text = joined(parts.flatMap(({ rows }) => rows))
      expect(blocks(text)).toEqual(expected.flatMap((free, i) => (free ? [i + 1] : [])))
    }),
  )
})

test('any bytes are read without failing', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(conflictBlocks(bytes).size).toBe(0)
    }),
  )
})
