import { expect, test } from 'vitest'
import type { Violation } from '../../src/core/rule.ts'
import { applyWaivers } from '../../src/core/waiver.ts'
import { waiverExpired } from '../../src/rules/waiver-expired.ts'
import { factsOf, findings } from './facts.ts'

const violation: Violation = {
  rule: 'hash-mismatch',
  severity: 'error',
  path: 'docs/a.md',
  message: 'm',
  remedy: 'r',
  docs: 'd',
}
const waiver = {
  id: 'W-001',
  rule: 'hash-mismatch',
  paths: ['docs/**'],
  until: '2026-11-30',
  reason: 'old text',
  approved_by: 'Ada',
}

interface Case {
  why: string
  waivers: readonly object[]
  violations?: readonly Violation[]
  rules?: object
  kept: string[]
  lifted: string[]
}

test.each<Case>([
  {
    why: 'a waiver lifts what it names',
    waivers: [{ ...waiver, until: '2027-01-31' }],
    kept: [],
    lifted: ['W-001 docs/a.md'],
  },
  { why: 'its last day counts to the end', waivers: [waiver], kept: [], lifted: ['W-001 docs/a.md'] },
  {
    why: 'the day after, it lifts nothing and is a violation itself',
    waivers: [{ ...waiver, until: '2026-11-29' }],
    kept: ['hash-mismatch docs/a.md', 'waiver-expired docs/a.md'],
    lifted: [],
  },
  {
    why: 'an expired one that nothing needs is silent',
    waivers: [{ ...waiver, until: '2026-11-29' }],
    violations: [],
    kept: [],
    lifted: [],
  },
  {
    why: 'an expired one is said once',
    waivers: [{ ...waiver, until: '2020-01-01' }],
    violations: [violation, violation],
    kept: ['hash-mismatch docs/a.md', 'hash-mismatch docs/a.md', 'waiver-expired docs/a.md'],
    lifted: [],
  },
  {
    why: 'renewed as another one, it is silent',
    waivers: [
      { ...waiver, until: '2020-01-01' },
      { ...waiver, id: 'W-002' },
    ],
    kept: [],
    lifted: ['W-002 docs/a.md'],
  },
  {
    why: 'another rule is not lifted',
    waivers: [{ ...waiver, rule: 'trace-missing' }],
    kept: ['hash-mismatch docs/a.md'],
    lifted: [],
  },
  {
    why: 'another path is not lifted',
    waivers: [{ ...waiver, paths: ['docs/b.md'] }],
    kept: ['hash-mismatch docs/a.md'],
    lifted: [],
  },
  {
    why: 'a path that the waiver takes out again is not lifted',
    waivers: [{ ...waiver, paths: ['docs/**', '!docs/a.md'] }],
    kept: ['hash-mismatch docs/a.md'],
    lifted: [],
  },
  {
    why: 'a finding on no path takes a waiver for everything',
    waivers: [{ ...waiver, paths: ['*'] }],
    violations: [{ ...violation, path: null }],
    kept: ['hash-mismatch null'],
    lifted: [],
  },
  {
    why: 'and gets it',
    waivers: [{ ...waiver, paths: ['**'] }],
    violations: [{ ...violation, path: null }],
    kept: [],
    lifted: ['W-001 '],
  },
  {
    why: 'the policy can switch the reminder off',
    waivers: [{ ...waiver, until: '2020-01-01' }],
    rules: { 'waiver-expired': 'off' },
    kept: ['hash-mismatch docs/a.md'],
    lifted: [],
  },
])('$why', ({ waivers, violations = [violation], rules = {}, kept, lifted }) => {
  const { policy, today } = factsOf({ policy: { waivers, rules } }).evidence
  const result = applyWaivers(violations, policy, today)
  expect(result.violations.map(({ rule, path }) => `${rule} ${path}`)).toEqual(kept)
  expect(result.exempted.map(({ id, path }) => `${id} ${path}`)).toEqual(lifted)
})

test('what is lifted is reported with its reason and its last day', () => {
  const { policy, today } = factsOf({ policy: { waivers: [waiver] } }).evidence
  expect(applyWaivers([{ ...violation, commit: 'c0ffee' }], policy, today).exempted).toEqual([
    {
      path: 'docs/a.md',
      by: 'waiver',
      rule: 'hash-mismatch',
      id: 'W-001',
      reason: 'old text',
      until: '2026-11-30',
      commit: 'c0ffee',
    },
  ])
})

test('by default it is as bad as its rule says, and the policy can say otherwise', () => {
  const expired = { ...waiver, until: '2020-01-01' }
  const severityUnder = (rules: object) => {
    const { policy, today } = factsOf({ policy: { waivers: [expired], rules } }).evidence
    return applyWaivers([violation], policy, today).violations.at(-1)?.severity
  }
  expect(severityUnder({})).toBe(waiverExpired.severity)
  expect(severityUnder({ 'waiver-expired': 'warning' })).toBe('warning')
})

test('the rule itself leaves it to the moment when all others have spoken', () => {
  expect(findings(waiverExpired, { policy: { waivers: [{ ...waiver, until: '2020-01-01' }] } })).toEqual([])
})
