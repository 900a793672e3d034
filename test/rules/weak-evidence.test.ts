import { expect, test } from 'vitest'
import { weakEvidence } from '../../src/rules/weak-evidence.ts'
import { covered, findings, findingsOf, type Scenario, severity, write } from './facts.ts'

const weak = covered('src/a.ts', {
  how: 'file-hash',
  weak: true,
  used: [write({ edge: null, tool: 'cursor' })],
})
const message = 'what was removed is taken on trust'

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'a file covered by hashes alone, with the tool that wrote them',
    coverage: [weak],
    expected: [
      `src/a.ts: covered by records that only carry hashes of what was written (cursor): ${message}`,
    ],
  },
  {
    why: 'a record that names no tool',
    coverage: [covered('src/a.ts', { weak: true, used: [write({ edge: null, tool: null })] })],
    expected: [`src/a.ts: covered by records that only carry hashes of what was written: ${message}`],
  },
  {
    why: 'a file covered by records that say before and after',
    coverage: [covered('src/a.ts')],
    expected: [],
  },
])('$why', ({ expected, ...scenario }) => expect(findings(weakEvidence, scenario)).toEqual(expected))

test.each([
  { policy: {}, expected: 'notice' },
  { policy: { weak_evidence: 'allow' }, expected: 'off' },
  { policy: { weak_evidence: 'deny' }, expected: 'error' },
])('policy weak_evidence says how bad it is: $policy → $expected', ({ policy, expected }) => {
  expect(severity(weakEvidence, { policy })).toBe(expected)
})

test('where the policy denies weak records, it says how to trace the file', () => {
  const [finding] = findingsOf(weakEvidence, { policy: { weak_evidence: 'deny' }, coverage: [weak] })
  expect(finding?.remedy).toContain('npx intentgate adopt --intent INT-001 src/a.ts')
})
