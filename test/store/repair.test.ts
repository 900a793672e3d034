import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLedger } from '../../src/store/ledger-lines.ts'
import { repairLedger } from '../../src/store/repair.ts'
import { unplaced } from '../../src/store/writer-append.ts'
import { recordFor } from './fixtures/records.ts'

const FILE = '.orchestration/agent_trace/2026-11/30-0123456789abcdef-abcdef.jsonl'
const NONE = new Set<string>()
const SESSION = '0123456789abcdef'

function line(call: string): string {
  return unplaced(recordFor(SESSION, call)).after(null)
}

const [one, two, three] = ['1', '2', '3'].map(line) as [string, string, string]

function repaired(text: string, committed: ReadonlySet<string> = NONE) {
  return repairLedger(Buffer.from(text), FILE, committed)
}

test('a ledger in order is left alone', () => {
  expect(repaired(one + two)).toBe(null)
  expect(repaired('')).toBe(null)
})

test.each([
  ['glued records are parted', one.trim() + two, { glued: 2 }],
  ['a last line without its newline is ended', one + two.trim(), { unended: 1 }],
  ['CRLF becomes LF', (one + two).replaceAll('\n', '\r\n'), { 'line ends': 1 }],
  ['blank lines go', `\n${one}\n  \n${two}\n`, { 'line ends': 1 }],
  ['NULs left by a crash go', `${one}\0\0\0${two}`, { padded: 1 }],
])('%s', (_why, text, faults) => {
  const { bytes, rejected, faults: found } = repaired(text)!
  expect(Buffer.from(bytes).toString()).toBe(one + two)
  expect(rejected).toEqual([])
  expect(Object.fromEntries(found)).toEqual(faults)
})

test('half a line is left out, and kept', () => {
  const torn = three.slice(0, 100)
  const { bytes, rejected } = repaired(one + two + torn)!
  expect(Buffer.from(bytes).toString()).toBe(one + two)
  expect(rejected.map((piece) => Buffer.from(piece).toString())).toEqual([torn])
})

test('half a line with a whole one glued to it', () => {
  const torn = two.slice(0, 100)
  const { bytes, rejected } = repaired(one + torn + three)!
  expect(Buffer.from(bytes).toString()).toBe(one + three)
  expect(rejected.map((piece) => Buffer.from(piece).toString())).toEqual([torn])
})

test('what is unreadable and committed stays: the ledger only grows', () => {
  const torn = two.slice(0, 100)
  const { hashes } = parseLedger(Buffer.from(`${one}${torn}\n`), FILE)
  const { bytes, rejected } = repaired(`${one}${torn}${three}`, hashes)!
  expect(Buffer.from(bytes).toString()).toBe(`${one}${torn}\n${three}`)
  expect(rejected).toEqual([])
})

test('whatever happened to a ledger, mending loses no record and leaves nothing to mend', () => {
  const damage = fc.constantFrom(
    '',
    '\n',
    '\r\n',
    '\0',
    '  ',
    '{"half',
    three.slice(0, 80),
    '\ufeff',
    'null',
    '[1]',
  )
  const part = fc.tuple(damage, fc.constantFrom(one, two, three, one.trim(), two.trim()))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), damage, (parts, end) => {
      const bytes = Buffer.from(parts.map(([before, text]) => before + text).join('') + end)
      const fixed = repairLedger(bytes, FILE, NONE)
      const after = Buffer.from(fixed?.bytes ?? bytes)
      const idsIn = (content: Uint8Array) => parseLedger(content, FILE).lines.map(({ id }) => id)
      expect(idsIn(after)).toEqual(idsIn(bytes))
      expect(repairLedger(after, FILE, NONE)).toBe(null)
      for (const piece of fixed?.rejected ?? []) expect(bytes.includes(Buffer.from(piece))).toBe(true)
    }),
  )
})
