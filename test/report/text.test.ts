import { expect, test } from 'vitest'
import type { Report } from '../../src/core/report.ts'
import { reporters } from '../../src/report/index.ts'
import { columnsOf } from '../../src/report/wrap.ts'
import {
  failing,
  HEAD,
  lineStyle,
  numbered,
  plainStyle,
  report,
  shallow,
  traced,
  violation,
} from './sample.ts'

const { text } = reporters
const lines = (of: Report) => text.report(of, lineStyle).split('\n').slice(0, -1)

test.each<[string, Report, string]>([
  ['all traced', report(), '3 paths, all traced (INT-001)'],
  ['one path', report({ checked: 1, coverage: [traced('a')] }), '1 path, all traced (INT-001)'],
  ['nothing changed', report({ checked: 0, coverage: [] }), 'nothing to judge'],
  ['only intents changed', report({ checked: 1, coverage: [] }), '1 path, none needs a trace'],
  [
    'many intents',
    report({ coverage: ['1', '2', '3', '4', '5'].map((n) => traced('a', { intents: [`INT-${n}`] })) }),
    '3 paths, all traced (INT-1, INT-2, INT-3 and 2 more)',
  ],
  [
    'a rule is off',
    report({ coverage: [traced('a'), traced('b', { how: null, intents: [] })] }),
    '3 paths, 1 traced (INT-001), 1 not traced',
  ],
  ['shadow', report({ mode: 'shadow' }), '3 paths, all traced (INT-001) · nothing blocks (shadow mode)'],
])('a passing check is one line: %s', (_, of, expected) => {
  expect(text.report(of, plainStyle)).toBe(`intentgate: ${expected}\n`)
  expect(text.report(of, lineStyle)).toBe(`intentgate: ${expected}\n`)
})

test('findings stand by rule and file, worst first, with lines, a way out and the verdict last', () => {
  const mine = violation({ path: 'src/b.ts', line: 12, endLine: 12 })
  const of = failing(
    [
      violation({
        rule: 'intents-overlap',
        severity: 'warning',
        path: null,
        message: 'both own it',
        remedy: 'narrow one',
      }),
      mine,
      violation({
        rule: 'trace-missing',
        path: 'my file.ts',
        message: 'no trace record names this file',
        remedy: "adopt 'my file.ts'",
      }),
      { ...mine, line: 3, endLine: 7 },
      violation({ path: 'src/c.ts', commit: HEAD, message: 'two\nlines' }),
    ],
    {
      notes: ['2 commits skipped the gate'],
      exempted: [
        { path: 'package-lock.json', by: 'exemption', reason: 'generated', until: '2027-06-30' },
        { path: 'docs/x.md', by: 'waiver', id: 'W-001', rule: 'hash-mismatch', reason: 'old' },
      ],
    },
  )
  expect(text.report(of, plainStyle)).toBe(`2 commits skipped the gate

error trace-missing  docs/rules/trace-missing.md
  "my file.ts"
    no trace record names this file
    fix: adopt 'my file.ts'

error hash-mismatch  docs/rules/hash-mismatch.md
  src/b.ts:3-7,12
    the one record does not explain these lines
    fix: npx intentgate adopt --intent INT-001 src/a.ts
  src/c.ts (commit 1a2b3c4d5e)
    two\\nlines
    fix: npx intentgate adopt --intent INT-001 src/a.ts

warning intents-overlap  docs/rules/intents-overlap.md
  (the change as a whole)
    both own it
    fix: narrow one

exempted
  package-lock.json  exemption: generated (until 2027-06-30)
  docs/x.md          waiver W-001 for hash-mismatch: old

intentgate: 4 errors, 1 warning · 5 paths judged · rejected
`)
})

test('neighbours that say the same say it once', () => {
  expect(text.report(failing(numbered(2, () => ({ remedy: 'do it' }))), plainStyle)).toContain(
    '  src/0.ts\n  src/1.ts\n    the one record does not explain these lines\n    fix: do it\n',
  )
})

test('off a terminal every finding is one line', () => {
  const of = failing([violation({ line: 3, endLine: 7, message: 'a\nb', commit: HEAD })], {
    notes: ['n'],
    exempted: [{ path: 'a b', by: 'humans', reason: 'people are free', commit: HEAD }],
  })
  expect(lines(of)).toEqual([
    'note: n',
    'error hash-mismatch src/a.ts:3-7 a\\nb (commit 1a2b3c4d5e) | fix: npx intentgate adopt --intent INT-001 src/a.ts',
    'exempted "a b" humans: people are free (commit 1a2b3c4d5e)',
    'intentgate: 1 error · 5 paths judged · rejected',
  ])
})

test('a long list is cut, and says by how much', () => {
  const many = failing(numbered(60), {
    exempted: numbered(7).map(({ path }) => ({ path: path ?? '', by: 'exemption', reason: 'r' })),
  })
  const grouped = text.report(many, plainStyle)
  expect(grouped.match(/^ {2}src\/\d+\.ts$/gm)).toHaveLength(10)
  expect(grouped).toContain('  and 50 more (use --format json)\n')
  expect(grouped).toContain('  and 2 more (use --format json)\n')
  expect(lines(many)).toHaveLength(50 + 1 + 5 + 1 + 1)
  expect(lines(many)).toContain('error hash-mismatch and 10 more (use --format json)')
  expect(grouped).toContain('60 errors · 5 paths judged · rejected\n')
})

test('many ranges of one file are counted, not listed', () => {
  const ranges = Array.from({ length: 11 }, (_, at) => violation({ line: at * 10 + 1 }))
  expect(lines(failing(ranges))[0]).toContain('src/a.ts:1,11,21,31,41,51,61,71 and 3 more ranges ')
})

test.each<[string, Partial<Report>, string]>([
  ['shadow', { mode: 'shadow', notes: ['policy mode shadow'] }, 'nothing blocks (shadow mode)'],
  ['bootstrap', { bootstrap: true }, 'nothing blocks (bootstrap)'],
  ['ratchet', { mode: 'ratchet' }, 'accepted'],
])('findings that stop nothing say so: %s', (_, overrides, outcome) => {
  const of = report({ violations: [violation()], checked: 5, ...overrides })
  expect(lines(of).at(-1)).toBe(`intentgate: 1 error · 5 paths judged · ${outcome}`)
})

test('the notes come first', () => {
  expect(
    text.report(report({ bootstrap: true, notes: ['bootstrap: nothing blocks', 'second'] }), plainStyle),
  ).toBe(
    'bootstrap: nothing blocks\nsecond\n\nintentgate: 3 paths, all traced (INT-001) · nothing blocks (bootstrap)\n',
  )
})

test('what the policy lets pass is said, also when all is well', () => {
  const of = report({
    coverage: [traced('src/a.ts'), traced('package-lock.json', { how: 'exempt', intents: [] })],
    exempted: [{ path: 'package-lock.json', by: 'exemption', reason: 'generated' }],
  })
  expect(text.report(of, plainStyle)).toBe(
    'exempted\n  package-lock.json  exemption: generated\n\nintentgate: 3 paths, 1 traced (INT-001), 1 exempted\n',
  )
})

test('a failing verdict is never worded as a pass, even without findings', () => {
  expect(text.report(failing([]), plainStyle)).toBe('intentgate: no findings · 5 paths judged · rejected\n')
})

test('colour explains and adds nothing else', () => {
  const of = failing([violation(), violation({ rule: 'revert', severity: 'notice' })])
  const coloured = text.report(of, { ...plainStyle, colour: 'always' })
  expect(coloured).toContain('\u001b[31merror\u001b[39m \u001b[1mhash-mismatch\u001b[22m')
  expect(coloured).toContain('\u001b[36mnotice\u001b[39m')
  expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(text.report(of, plainStyle))
  expect(text.report(report(), { ...lineStyle, colour: 'always' })).toBe(
    '\u001b[32mintentgate: 3 paths, all traced (INT-001)\u001b[39m\n',
  )
})

test('without unicode our own marks are ASCII', () => {
  expect(text.report(failing([violation()]), { ...plainStyle, unicode: 'no' })).toMatch(/^[\x20-\x7e\n]*$/)
})

test.each([40, 60, 120])('prose keeps within %i columns; what is to be pasted is not broken', (width) => {
  const words = '日本語の 長い message that goes on and on '.repeat(6).trim()
  const of = failing([violation({ message: words })], {
    notes: [words],
    exempted: [{ path: 'src/a.ts', by: 'exemption', reason: words }],
  })
  const shown = text.report(of, { ...plainStyle, width }).split('\n')
  const tooWide = shown.filter((line) => columnsOf(line) > width)
  expect(tooWide.filter((line) => !/^ {4}fix: |^intentgate: |^error /.test(line))).toEqual([])
  expect(shown).toContain('    fix: npx intentgate adopt --intent INT-001 src/a.ts')
})

test('a check that could not judge says why, what to do, and nothing that sounds like a pass', () => {
  expect(text.failure({ ...shallow, message: 'one\n  two' }, plainStyle)).toBe(
    'intentgate: cannot judge: one (SHALLOW)\n    two\n  fix: run: git fetch --unshallow\n',
  )
  expect(text.failure({ ...shallow, message: 'one\ntwo' }, lineStyle)).toBe(
    'cannot-judge SHALLOW one / two | fix: run: git fetch --unshallow\n',
  )
})
