import { expect, test } from 'vitest'
import type { Refusal } from '../../src/core/coverage.ts'
import { intentInactive } from '../../src/rules/intent-inactive.ts'
import { covered, findings, findingsOf, type Scenario, severity, uncovered, write } from './facts.ts'

const message = 'its record names INT-001, which is COMPLETED'
const refusal: Refusal = { rule: 'intent-inactive', write: write(), message, remedy: 'set it to IN_PROGRESS' }

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'an intent that is not in progress',
    coverage: [uncovered('a', { refusals: [refusal] })],
    expected: [`a: ${message}`],
  },
  {
    why: 'said, too, where it was let through in the middle of a rebase',
    coverage: [covered('a', { refusals: [refusal] })],
    expected: [`a: ${message}`],
  },
  {
    why: 'a refusal of another rule',
    coverage: [uncovered('a', { refusals: [{ ...refusal, rule: 'intent-unknown' }] })],
    expected: [],
  },
  { why: 'a covered file', coverage: [covered('a')], expected: [] },
])('$why', ({ expected, ...scenario }) => expect(findings(intentInactive, scenario)).toEqual(expected))

test.each([
  { operation: null, expected: 'error' },
  { operation: 'merge', expected: 'error' },
  { operation: 'rebase', expected: 'warning' },
  { operation: 'cherry-pick', expected: 'warning' },
  { operation: 'revert', expected: 'warning' },
] as const)('nobody is stranded half-way: $operation → $expected', ({ operation, expected }) => {
  expect(severity(intentInactive, { operation })).toBe(expected)
})

test.each(['rebase', 'cherry-pick', 'revert', 'merge'] as const)(
  'in a %s the remedy names both ways out',
  (operation) => {
    const [finding] = findingsOf(intentInactive, {
      operation,
      coverage: [uncovered('a', { refusals: [refusal] })],
    })
    expect(finding?.remedy).toContain(`git ${operation} --continue`)
    expect(finding?.remedy).toContain(`git ${operation} --abort`)
  },
)
