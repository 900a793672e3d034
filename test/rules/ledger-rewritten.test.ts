import { expect, test } from 'vitest'
import { ledgerRewritten } from '../../src/rules/ledger-rewritten.ts'
import { findings, findingsOf, oid, type Scenario } from './facts.ts'

const file = '.orchestration/agent_trace.jsonl'
const losses = (...lines: number[]) => lines.map((line) => ({ file, line, id: null }))

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'a line that is gone',
    ledger: { lost: losses(4) },
    expected: [
      `${file}: the base has line 4 of this file, and the change does not: records are missing or altered`,
    ],
  },
  {
    why: 'one finding per file, with the first lines',
    ledger: { lost: [...losses(1, 2, 3, 4, 5, 6, 7), { file: 'other.jsonl', line: 1, id: 'x' }] },
    expected: [
      `${file}: the base has lines 1, 2, 3, 4, 5 and 2 more of this file, and the change does not: records are missing or altered`,
      'other.jsonl: the base has line 1 of this file, and the change does not: records are missing or altered',
    ],
  },
  {
    why: 'an exact revert, which takes its own records along',
    ledger: { lost: losses(4), lossIsRevert: true },
    expected: [],
  },
  { why: 'a ledger that only grows', expected: [] },
])('$why', ({ expected, ...scenario }) => expect(findings(ledgerRewritten, scenario)).toEqual(expected))

test.each([
  { why: 'the base', source: {}, from: oid('base').slice(0, 12) },
  {
    why: 'where the branch left, as main moves on',
    source: { mergeBases: [oid('fork')] },
    from: oid('fork').slice(0, 12),
  },
  { why: 'HEAD, before there is any other', source: { base: null }, from: 'HEAD' },
])('the lines are to be had from $why', ({ source, from }) => {
  const [finding] = findingsOf(ledgerRewritten, { source, ledger: { lost: losses(4) } })
  expect(finding?.remedy).toContain(`git show ${from}:${file}`)
})

test('a file that is gone is put back by a command that can be pasted', () => {
  const [finding] = findingsOf(ledgerRewritten, {
    changes: [{ path: file, before: { mode: '100644', blob: oid('ledger') }, after: null }],
    ledger: { lost: losses(4) },
  })
  expect(finding?.remedy).toContain(`put them back (git checkout ${oid('base').slice(0, 12)} -- ${file});`)
})
