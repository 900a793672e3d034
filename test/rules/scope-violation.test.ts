import { expect, test } from 'vitest'
import type { Refusal } from '../../src/core/coverage.ts'
import { scopeViolation } from '../../src/rules/scope-violation.ts'
import { covered, findings, findingsOf, type Scenario, severity, uncovered, write } from './facts.ts'

const message = 'Scope Violation: INT-001 is not authorized to edit src/billing/invoice.ts'
const refusal: Refusal = {
  rule: 'scope-violation',
  write: write(),
  message,
  remedy: 'have the scope widened',
}
const second: Refusal = { ...refusal, write: write({ id: 'record-2' }) }
const foreign: Refusal = {
  ...refusal,
  write: write({ intent: 'INT-002' }),
  message: 'Scope Violation: INT-002',
}

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'a record whose intent does not own the file',
    coverage: [uncovered('src/billing/invoice.ts', { refusals: [refusal] })],
    expected: [`src/billing/invoice.ts: ${message}`],
  },
  {
    why: 'several records of one intent, once',
    coverage: [uncovered('a', { refusals: [refusal, second] })],
    expected: [`a: ${message}`],
  },
  {
    why: 'each intent once',
    coverage: [uncovered('a', { refusals: [refusal, foreign] })],
    expected: [`a: ${message}`, 'a: Scope Violation: INT-002'],
  },
  {
    why: 'each file on its own',
    coverage: [uncovered('a', { refusals: [refusal] }), uncovered('b', { refusals: [refusal] })],
    expected: [`a: ${message}`, `b: ${message}`],
  },
  {
    why: 'a refusal of another rule',
    coverage: [uncovered('a', { refusals: [{ ...refusal, rule: 'intent-unknown' }] })],
    expected: [],
  },
  { why: 'a covered file', coverage: [covered('a')], expected: [] },
])('$why', ({ expected, ...scenario }) => expect(findings(scopeViolation, scenario)).toEqual(expected))

test('the finding names the intent, and in the middle of a rebase both ways out', () => {
  const [finding] = findingsOf(scopeViolation, {
    operation: 'rebase',
    coverage: [uncovered('a', { refusals: [refusal] })],
  })
  expect(finding).toMatchObject({
    intent: 'INT-001',
    remedy: 'have the scope widened; then git rebase --continue   (or give up: git rebase --abort)',
  })
})

test('it stays an error in the middle of a rebase', () => {
  expect(severity(scopeViolation, { operation: 'rebase' })).toBe('error')
})
