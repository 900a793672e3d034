import { expect, test } from 'vitest'
import type { Refusal } from '../../src/core/coverage.ts'
import { hashMismatch } from '../../src/rules/hash-mismatch.ts'
import { traceMissing } from '../../src/rules/trace-missing.ts'
import { covered, deleted, entry, findings, findingsOf, type Scenario, uncovered, write } from './facts.ts'

const fresh = write({ id: 'fresh' })
const other = write({ id: 'other', intent: 'INT-002' })
const ledger = { added: [fresh, other] }
const refusal: Refusal = { rule: 'scope-violation', write: fresh, message: 'm', remedy: 'r' }

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'one finding per range of lines',
    ledger,
    coverage: [
      uncovered('src/a.ts', {
        named: [fresh],
        uncovered: [
          { line: 3, endLine: 3 },
          { line: 7, endLine: 9 },
        ],
      }),
    ],
    expected: [
      'src/a.ts:3: the one record of this file, for INT-001, does not explain these lines',
      'src/a.ts:7-9: the one record of this file, for INT-001, does not explain these lines',
    ],
  },
  {
    why: 'ranges that touch or overlap are one, in whatever order they come',
    ledger,
    coverage: [
      uncovered('src/a.ts', {
        named: [fresh],
        uncovered: [
          { line: 5, endLine: 9 },
          { line: 1, endLine: 2 },
          { line: 3, endLine: 6 },
        ],
      }),
    ],
    expected: ['src/a.ts:1-9: the one record of this file, for INT-001, does not explain these lines'],
  },
  {
    why: 'all intents that were named, each record once',
    ledger,
    coverage: [uncovered('src/a.ts', { named: [other, fresh, fresh] })],
    expected: ['src/a.ts: the 2 records of this file, for INT-001, INT-002, do not explain its new content'],
  },
  {
    why: 'records that were there before, and are used up',
    coverage: [uncovered('src/a.ts', { named: [fresh] })],
    expected: [
      'src/a.ts: the one record of this file, for INT-001, already there before this change, does not explain its new content',
    ],
  },
  {
    why: 'a record of a tool that names no intent',
    ledger: { added: [write({ id: 'fresh', intent: null })] },
    coverage: [uncovered('src/a.ts', { named: [write({ id: 'fresh', intent: null })] })],
    expected: ['src/a.ts: the one record of this file, for no intent, does not explain its new content'],
  },
  {
    why: 'a change of mode alone',
    ledger,
    coverage: [
      uncovered('run.sh', {
        named: [fresh],
        change: { path: 'run.sh', before: entry('x'), after: entry('x', '100755') },
      }),
    ],
    expected: [
      'run.sh: the one record of this file, for INT-001, does not explain its change of mode from 100644 to 100755',
    ],
  },
  {
    why: 'a mode beside lines: each is said',
    ledger,
    coverage: [
      uncovered('run.sh', {
        named: [fresh],
        change: { path: 'run.sh', before: entry('x'), after: entry('y', '100755') },
        uncovered: [{ line: 3, endLine: 3 }],
        lines: { changed: 2, covered: 1 },
      }),
    ],
    expected: [
      'run.sh:3: the one record of this file, for INT-001, does not explain these lines',
      'run.sh: the one record of this file, for INT-001, does not explain its change of mode from 100644 to 100755',
    ],
  },
  {
    why: 'only the lines, where a record has the mode',
    ledger,
    coverage: [
      uncovered('run.sh', {
        named: [write({ id: 'fresh', edge: { before: entry('x'), after: entry('z', '100755') } })],
        change: { path: 'run.sh', before: entry('x'), after: entry('y', '100755') },
        uncovered: [{ line: 3, endLine: 3 }],
      }),
    ],
    expected: ['run.sh:3: the one record of this file, for INT-001, does not explain these lines'],
  },
  {
    why: 'a binary file, of which nobody can say whether it is the content or the mode',
    ledger,
    coverage: [
      uncovered('logo', {
        named: [fresh],
        change: { path: 'logo', before: entry('x'), after: entry('y', '100755') },
      }),
    ],
    expected: [
      'logo: the one record of this file, for INT-001, does not explain its new content and its change of mode from 100644 to 100755',
    ],
  },
  {
    why: 'a new file that is executable',
    ledger,
    coverage: [
      uncovered('run.sh', {
        named: [fresh],
        change: { path: 'run.sh', before: null, after: entry('y', '100755') },
        lines: { changed: 1, covered: 1 },
      }),
    ],
    expected: [
      'run.sh: the one record of this file, for INT-001, does not explain that it is executable (mode 100755)',
    ],
  },
  {
    why: 'a file that becomes a symbolic link',
    ledger,
    coverage: [
      uncovered('a', {
        named: [fresh],
        change: { path: 'a', before: entry('x'), after: entry('y', '120000') },
      }),
    ],
    expected: [
      'a: the one record of this file, for INT-001, does not explain its change of type from 100644 to 120000, file to symlink',
    ],
  },
  {
    why: 'a deletion, without lines of a file that is gone',
    ledger,
    coverage: [
      uncovered('a', { named: [fresh], change: deleted('a'), uncovered: [{ line: 1, endLine: 4 }] }),
    ],
    expected: ['a: the one record of this file, for INT-001, does not explain its deletion'],
  },
  {
    why: 'more to explain than the refused records would',
    ledger,
    coverage: [uncovered('src/a.ts', { refusals: [refusal], named: [fresh] })],
    expected: ['src/a.ts: the one record of this file, for INT-001, does not explain its new content'],
  },
  {
    why: 'nothing where the refused records explain all',
    ledger,
    coverage: [uncovered('src/a.ts', { refusals: [refusal], named: [fresh], explainedByRefused: true })],
    expected: [],
  },
  {
    why: 'nothing where no record exists: that is trace-missing',
    coverage: [uncovered('src/a.ts')],
    expected: [],
  },
  {
    why: 'nothing on a covered file',
    ledger,
    coverage: [covered('src/a.ts', { named: [fresh] })],
    expected: [],
  },
])('$why', ({ expected, ...scenario }) => expect(findings(hashMismatch, scenario)).toEqual(expected))

test('a file that is not covered is never passed over in silence', () => {
  for (const named of [[], [fresh]]) {
    for (const refusals of [[], [refusal]]) {
      for (const explainedByRefused of [true, false]) {
        const scenario = {
          ledger,
          coverage: [uncovered('src/a.ts', { named, refusals, explainedByRefused })],
        }
        const said = [traceMissing, hashMismatch].flatMap((rule) => findingsOf(rule, scenario))
        expect(
          said.length + refusals.length,
          JSON.stringify({ named, refusals, explainedByRefused }),
        ).toBeGreaterThan(0)
      }
    }
  }
})

test('it says how to trace what is missing', () => {
  const [finding] = findingsOf(hashMismatch, { coverage: [uncovered('src/a.ts', { named: [fresh] })] })
  expect(finding?.remedy).toContain('npx intentgate adopt --intent INT-001 src/a.ts')
})

test.each([
  ['100755', 'take the mode back (chmod -x ./-run.sh, and stage it), or trace it: '],
  ['120000', 'put back what it was, or trace what it is now: '],
] as const)('what to do about mode %s', (mode, expected) => {
  const change = { path: '-run.sh', before: entry('x'), after: entry('x', mode) }
  const [finding] = findingsOf(hashMismatch, { coverage: [uncovered('-run.sh', { named: [fresh], change })] })
  expect(finding?.remedy).toContain(expected)
})
