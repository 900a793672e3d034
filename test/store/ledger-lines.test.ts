import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/error.ts'
import { lineHash } from '../../src/core/trace.ts'
import { parseLedger } from '../../src/store/ledger-lines.ts'
import { line, linesOf, shard, told } from './fixtures/ledger-text.ts'

const FILE = '.orchestration/agent_trace/2026-11/30-0123456789abcdef-aaaaaa.jsonl'
const SINGLE = '.orchestration/agent_trace.jsonl'

const bytes = (text: string) => Buffer.from(text)

/** The calls of the records that were read, by id; and the problems as `line: message`. */
function read(input: string | Uint8Array, file = FILE) {
  const { lines, problems } = parseLedger(typeof input === 'string' ? bytes(input) : input, file)
  return {
    ids: lines.map(({ id }) => id),
    problems: problems.map(({ place, message }) => `${place.line}: ${message}`),
    remedies: problems.map(({ remedy }) => remedy),
  }
}

const idOf = (call: string) => told({ call }).id
const [A, B, C] = ['a', 'b', 'c'].map((call) => line({ call })) as [string, string, string]
const REPAIR = 'run: npx intentgate ledger repair'

test('a shard of the writer reads without a word, and each line knows where it stands', () => {
  const text = shard([{ call: 'a' }, { call: 'b' }])
  const { lines, problems } = parseLedger(bytes(text), FILE)
  expect(problems).toEqual([])
  const [first, second] = linesOf([{ call: 'a' }, { call: 'b' }])
  expect(lines.map(({ line: at, hash, id }) => ({ at, hash, id }))).toEqual([
    { at: 1, hash: lineHash(first!), id: idOf('a') },
    { at: 2, hash: lineHash(second!), id: idOf('b') },
  ])
  expect(lines.map(({ start, end }) => text.slice(start, end))).toEqual([first, second])
  expect(lines[1]?.writes[0]).toMatchObject({
    path: 'src/a.ts',
    intent: 'INT-001',
    place: { file: FILE, line: 2 },
  })
  expect(lines[1]?.record?.previous).toBe(lineHash(first!))
})

describe('damage is named with its line, and costs no record that can be read', () => {
  const nul = '\0'.repeat(3)
  test.each([
    {
      why: 'two records glued together',
      text: `${A}${B}\n`,
      ids: ['a', 'b'],
      problems: ['1: several records on one line', '1: several records on one line'],
    },
    {
      why: 'glued with a space',
      text: `${A} ${B}\n${C}\n`,
      ids: ['a', 'b', 'c'],
      problems: ['1: several records on one line', '1: several records on one line'],
    },
    {
      why: 'half a record before a whole one',
      text: `${A.slice(0, 300)}${B}\n`,
      ids: ['b'],
      problems: ['1: not JSON', '1: something else stands on the line of this record'],
    },
    {
      why: 'a record before half of one',
      text: `${A}${B.slice(0, 300)}\n${C}\n`,
      ids: ['a', 'c'],
      problems: ['1: something else stands on the line of this record', '1: not JSON'],
    },
    {
      why: 'no final newline',
      text: `${A}\n${B}`,
      ids: ['a', 'b'],
      problems: ['2: no newline after the last line: the next record would be glued to it'],
    },
    {
      why: 'NULs that a crash left',
      text: `${A}\n${nul}${B}\n`,
      ids: ['a', 'b'],
      problems: ['2: something else stands on the line of this record'],
    },
    { why: 'a line of NULs', text: `${A}\n${nul}\n`, ids: ['a'], problems: ['2: not JSON'] },
    {
      why: 'a byte order mark',
      text: `\ufeff${A}\n`,
      ids: ['a'],
      problems: ['1: something else stands on the line of this record'],
    },
    { why: 'blank lines and CRLF', text: `\r\n${A}\r\n\n  \n${B}\r\n`, ids: ['a', 'b'], problems: [] },
    { why: 'a file that is empty', text: '', ids: [], problems: [] },
    { why: 'half a record', text: `${A.slice(0, -20)}\n${B}\n`, ids: ['b'], problems: ['1: not JSON'] },
    {
      why: 'JSON that is no object',
      text: `[1]\n7\nnull\n${A}\n`,
      ids: ['a'],
      problems: [1, 2, 3].map((at) => `${at}: this line is no trace record: not a JSON object`),
    },
    {
      why: 'merge conflict markers',
      text: `<<<<<<< HEAD\n${A}\n=======\n${B}\n>>>>>>> x\n`,
      ids: ['a', 'b'],
      problems: ['1: not JSON', '3: not JSON', '5: not JSON'],
    },
  ])('$why', ({ text, ids, problems }) => {
    const found = read(text)
    expect(found).toMatchObject({ ids: ids.map(idOf), problems })
  })

  test('what can be mended says how', () => {
    for (const text of [`${A}${B}\n`, A, `\0${A}\n`]) expect(read(text).remedies).toContain(REPAIR)
  })

  test('bytes that are not UTF-8 spoil only their own line', () => {
    const broken = Buffer.concat([
      bytes(A.slice(0, 50)),
      Buffer.from([0xff]),
      bytes(A.slice(50)),
      bytes(`\n${B}\n`),
    ])
    expect(read(broken)).toMatchObject({ ids: [idOf('b')], problems: ['1: not UTF-8'] })
  })

  test('glue, white space and line ends do not change the hash of a record', () => {
    const hashes = (text: string) => parseLedger(bytes(text), FILE).lines.map(({ hash }) => hash)
    const clean = hashes(`${A}\n${B}\n`)
    for (const text of [`${A}${B}\n`, `${A}\r\n\n${B}`, ` ${A}\t\n\0${B}\n`])
      expect(hashes(text)).toEqual(clean)
  })

  test('a line of 100 MB is named, soon, and not read', () => {
    const huge = Buffer.concat([bytes(`${A}\n`), Buffer.alloc(100_000_000, '{'), bytes(`\n${B}\n`)])
    const start = performance.now()
    expect(read(huge)).toMatchObject({
      ids: [idOf('a'), idOf('b')],
      problems: ['2: longer than 1 MiB: no record is'],
    })
    expect(performance.now() - start).toBeLessThan(5000)
  })

  test('a megabyte of braces is given up, soon', () => {
    const start = performance.now()
    const hostile = [
      '{"a":'.repeat(200_000),
      '{'.repeat(1_000_000),
      `{"x":"${'{'.repeat(1_000_000)}`,
      '}{'.repeat(500_000),
    ]
    expect(read(`${hostile.join('\n')}\n${A}\n`)).toMatchObject({ ids: [idOf('a')] })
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('millions of lines are refused, not read for ever', () => {
    expect(() => parseLedger(Buffer.alloc(3_000_000, '\n'), FILE)).toThrow(GateError)
  })

  test('a file of rubbish is told in a thousand lines', () => {
    const { problems } = read('x\n'.repeat(5000))
    expect(problems).toHaveLength(1001)
    expect(problems.at(-1)).toBe('1001: not JSON; and 3999 more problems in this file')
  })
})

describe('what two readers could read in two ways is no record', () => {
  const record = told({ call: 'a' })
  test.each([
    {
      why: 'a key given twice',
      text: A.replace('"intent_id"', '"intent_id":"INT-666","intent_id"'),
      problem: 'gives a key twice',
    },
    {
      why: 'a key given twice, deep inside',
      text: A.replace('"operation"', '"path":"src/b.ts","operation"'),
      problem: 'gives a key twice',
    },
    {
      why: 'a key given twice, spelled otherwise',
      text: A.replace('"intent_id"', '"intent\\u005fid":"INT-666","intent_id"'),
      problem: 'gives a key twice',
    },
    {
      why: '__proto__',
      text: `${A.slice(0, -1)},"__proto__":{"intent_id":"INT-666"}}`,
      problem: 'has a key __proto__',
    },
    {
      why: '__proto__, spelled otherwise',
      text: `${A.slice(0, -1)},"x":{"__pr\\u006fto__":1}}`,
      problem: 'has a key __proto__',
    },
    {
      why: 'nesting without end',
      text: `${A.slice(0, -1)},"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      problem: 'nested deeper than 64',
    },
    {
      why: 'a number beyond safe integers',
      text: A.replace('"at":[1,', '"at":[9007199254740993,'),
      problem: 'this line is no trace record: files.0.hunks.0.at.0: ',
    },
    {
      why: 'a mode that git has not',
      text: A.replaceAll('"100644"', '"100666"'),
      problem: 'this line is no trace record: files.0.before: ',
    },
    {
      why: 'an id that is no UUID',
      text: A.replace(record.id, 'one'),
      problem: 'this line is no trace record: id: ',
    },
    {
      why: 'edges without a session',
      text: A.replace(/,"session".*$/, '}'),
      problem: 'this line is no trace record: session: ',
    },
  ])('$why', ({ text, problem }) => {
    const { ids, problems } = read(`${text}\n`)
    expect(ids).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`1: ${problem}`)
  })

  test('quotes, colons and braces in values are no keys', () => {
    const tricky = JSON.stringify({
      ...told({ call: 'a', path: 'src/"},{":[\\' }),
      note: '":":{"a":1,"a":2}',
    })
    expect(read(`${tricky}\n`)).toMatchObject({ problems: [] })
  })

  test('foreign text in a message cannot hide or forge', () => {
    const { problems } = read(
      `${A.replace('"operation":"modify"', '"operation\\u202e\\n::error::x":"modify"')}\n`,
    )
    expect(problems[0]).not.toMatch(/[\u202e\n]/)
  })
})

describe('one id is one record', () => {
  const again = (changes: object) => `${JSON.stringify({ ...told({ call: 'a' }), ...changes })}\n`

  test.each([
    { why: 'the same line twice', text: `${A}\n` },
    {
      why: 'told later, after another line, on another commit',
      text: again({
        timestamp: '2027-01-01T00:00:00.000Z',
        previous: lineHash(A),
        vcs: { type: 'git', revision: 'f'.repeat(40) },
      }),
    },
    {
      why: 'keys in another order',
      text: `${JSON.stringify(Object.fromEntries(Object.entries(told({ call: 'a' })).reverse()))}\n`,
    },
  ])('$why is no problem', ({ text }) => {
    expect(read(`${A}\n${text}`)).toMatchObject({ ids: [idOf('a'), idOf('a')], problems: [] })
  })

  test.each([
    { why: 'another intent', text: again({ intent_id: 'INT-002' }) },
    { why: 'another tool', text: again({ tool: { name: 'codex' } }) },
    { why: 'another extra', text: again({ extra: 1 }) },
  ])('$why is a problem at the second line, which names the first', ({ text }) => {
    expect(read(`${B}\n${A}\n${text}`).problems).toEqual([
      `3: id ${idOf('a')} is already that of another record, at ${FILE}:2`,
    ])
  })
})

describe('the chain of a shard', () => {
  const calls = [{ call: 'a' }, { call: 'b' }, { call: 'c' }]
  const lines = linesOf(calls)

  test.each([
    {
      why: 'a line taken out of the middle',
      kept: [0, 2],
      problems: [`2: the line that record ${idOf('c')} follows is not in this file: the chain is broken`],
    },
    {
      why: 'the first line taken out',
      kept: [1, 2],
      problems: [`1: the line that record ${idOf('b')} follows is not in this file: the chain is broken`],
    },
    { why: 'nothing taken out, another order', kept: [2, 0, 1], problems: [] },
  ])('$why', ({ kept, problems }) => {
    expect(read(kept.map((at) => `${lines[at]}\n`).join(''))).toMatchObject({ problems })
  })

  test('a changed line breaks it too', () => {
    const changed = lines.with(1, lines[1]!.replace('INT-001', 'INT-002'))
    expect(read(`${changed.join('\n')}\n`).problems).toEqual([
      `3: the line that record ${idOf('c')} follows is not in this file: the chain is broken`,
    ])
  })

  test('a compacted file holds several, interleaved', () => {
    const other = linesOf([{ call: 'd' }, { call: 'e' }])
    expect(read(`${[lines[0], other[0], lines[1], other[1], lines[2]].join('\n')}\n`)).toMatchObject({
      problems: [],
    })
  })

  test('the single file is merged line by line, and may lack the line before', () => {
    expect(read(`${lines[0]}\n${lines[2]}\n`, SINGLE)).toMatchObject({ problems: [] })
  })

  test('a line that can be read still follows one that cannot', () => {
    const broken = '{"half'
    const next = JSON.stringify({ ...told({ call: 'a' }), previous: lineHash(broken) })
    expect(read(`${broken}\n${next}\n`)).toMatchObject({ ids: [idOf('a')], problems: ['1: not JSON'] })
  })
})

test('records that are known already are not judged again', () => {
  const text = `${line({ call: 'a' })}\nrubbish\n${line({ call: 'b' })}`
  const known = new Set([lineHash(A), lineHash('rubbish')])
  const { lines, problems, hashes } = parseLedger(bytes(text), FILE, known)
  expect(lines.map(({ id }) => id)).toEqual([idOf('b')])
  expect(problems.map(({ place }) => place.line)).toEqual([3])
  expect(hashes).toEqual(new Set([...known, lineHash(B)]))
})

describe('whatever the bytes', () => {
  const junk = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.string({ maxLength: 60 }).map((text) => Buffer.from(text)),
    fc
      .constantFrom(
        '{',
        '}',
        '"',
        '{"',
        '}{',
        '\\',
        '\0',
        '\r',
        ' ',
        '{"timestamp":"',
        A.slice(0, 99),
        A.slice(99),
      )
      .map(bytes),
  )
  const noNewline = junk.map((part) => Uint8Array.from(part).filter((byte) => byte !== 0x0a))

  test('nothing but a GateError is thrown, and every byte is read or named', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(junk, fc.constant(bytes('\n'))), { maxLength: 20 }), (parts) => {
        const input = Buffer.concat(parts)
        const { lines, problems } = parseLedger(input, FILE)
        const named = new Set([...lines.map((each) => each.line), ...problems.map(({ place }) => place.line)])
        const held = input
          .toString('latin1')
          .split('\n')
          .flatMap((text, at) => (/[^ \t\r]/.test(text) ? [at + 1] : []))
        expect([...named].sort((a, b) => a - b)).toEqual(held)
      }),
      { numRuns: 300 },
    )
  })

  test('a whole line is never lost, whatever stands on the lines around it', () => {
    const records = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 6 })
    fc.assert(
      fc.property(records, fc.array(noNewline, { minLength: 7, maxLength: 7 }), (calls, between) => {
        const parts = calls.flatMap((call, at) => [
          Buffer.from(between[at]!),
          bytes(`\n${line({ call: `${call}` })}\n`),
        ])
        const { lines } = parseLedger(Buffer.concat([...parts, Buffer.from(between[6]!)]), FILE)
        expect(lines.map(({ id }) => id)).toEqual(
          expect.arrayContaining(calls.map((call) => idOf(`${call}`))),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('records glued in any number are all read', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 2, maxLength: 8 }),
        (calls) => {
          const { lines } = parseLedger(
            bytes(`${calls.map((call) => line({ call: `${call}` })).join('')}\n`),
            FILE,
          )
          expect(lines.map(({ id }) => id)).toEqual(calls.map((call) => idOf(`${call}`)))
        },
      ),
      { numRuns: 50 },
    )
  })
})
