import { expect, test } from 'vitest'
import type { Refusal } from '../../src/core/coverage.ts'
import { intentUnreviewed } from '../../src/rules/intent-unreviewed.ts'
import { covered, findings, type Scenario, severity, uncovered, write } from './facts.ts'

const declaration = '.orchestration/active_intents.yaml'
const fresh = { intent: 'INT-001', what: 'intent' } as const
const refusal: Refusal = {
  rule: 'intent-unreviewed',
  write: write(),
  message: 'only this change declares it',
  remedy: 'merge it first',
}

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'an intent that only the change declares, on its declaration',
    coverage: [covered('src/a.ts', { unreviewed: [fresh] })],
    expected: [`${declaration}: INT-001 is declared only by this change, and src/a.ts uses it`],
  },
  {
    why: 'once, however many files use it',
    coverage: [
      covered('a', { unreviewed: [fresh] }),
      covered('b', { unreviewed: [fresh] }),
      covered('c', { unreviewed: [fresh] }),
    ],
    expected: [`${declaration}: INT-001 is declared only by this change, and a and 2 more use it`],
  },
  {
    why: 'a scope that the change widens',
    coverage: [covered('a', { unreviewed: [{ intent: 'INT-001', what: 'scope' }] })],
    expected: [`${declaration}: INT-001 has its scope widened by this change, and a uses it`],
  },
  {
    why: 'a status that the change sets',
    coverage: [covered('a', { unreviewed: [{ intent: 'INT-001', what: 'status' }] })],
    expected: [`${declaration}: INT-001 is set to IN_PROGRESS by this change, and a uses it`],
  },
  {
    why: 'each intent, and each thing declared, on its own',
    coverage: [covered('a', { unreviewed: [fresh, { intent: 'INT-002', what: 'scope' }] })],
    expected: [
      `${declaration}: INT-001 is declared only by this change, and a uses it`,
      `${declaration}: INT-002 has its scope widened by this change, and a uses it`,
    ],
  },
  {
    why: 'under policy deny, on the file whose record was refused',
    coverage: [uncovered('a', { refusals: [refusal] })],
    expected: ['a: only this change declares it'],
  },
  { why: 'a declaration that nothing uses', coverage: [covered('a')], expected: [] },
])('$why', ({ expected, ...scenario }) => expect(findings(intentUnreviewed, scenario)).toEqual(expected))

test.each([
  { policy: {}, expected: 'error' },
  { policy: { new_intents: 'deny' }, expected: 'error' },
  { policy: { new_intents: 'review' }, expected: 'warning' },
  { policy: { new_intents: 'allow' }, expected: 'off' },
])('policy new_intents says how bad it is: $policy → $expected', ({ policy, expected }) => {
  expect(severity(intentUnreviewed, { policy })).toBe(expected)
})
