import { expect, test } from 'vitest'
import type { Refusal } from '../../src/core/coverage.ts'
import { intentUnknown } from '../../src/rules/intent-unknown.ts'
import { covered, findings, findingsOf, type Scenario, severity, uncovered, write } from './facts.ts'

const message = 'its record names INT-009, which is not declared'
const refusal: Refusal = {
  rule: 'intent-unknown',
  write: write({ intent: 'INT-009' }),
  message,
  remedy: 'declare it',
}
const unnamed: Refusal = { ...refusal, write: write({ intent: null }), message: 'its record names no intent' }

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'an intent that is not declared',
    coverage: [uncovered('a', { refusals: [refusal] })],
    expected: [`a: ${message}`],
  },
  {
    why: 'a record that names no intent',
    coverage: [uncovered('a', { refusals: [unnamed] })],
    expected: ['a: its record names no intent'],
  },
  {
    why: 'a refusal of another rule',
    coverage: [uncovered('a', { refusals: [{ ...refusal, rule: 'scope-violation' }] })],
    expected: [],
  },
  { why: 'a covered file', coverage: [covered('a')], expected: [] },
])('$why', ({ expected, ...scenario }) => expect(findings(intentUnknown, scenario)).toEqual(expected))

test('a finding names an intent only where the record does', () => {
  const scenario = { coverage: [uncovered('a', { refusals: [refusal, unnamed] })] }
  expect(findingsOf(intentUnknown, scenario).map(({ intent }) => intent)).toEqual(['INT-009', undefined])
})

test('it stays an error in the middle of a rebase', () => {
  expect(severity(intentUnknown, { operation: 'rebase' })).toBe('error')
})
