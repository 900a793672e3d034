import { expect, test } from 'vitest'
import { revert } from '../../src/rules/revert.ts'
import { covered, findings, findingsOf, type Scenario, severity, uncovered } from './facts.ts'

const undone = covered('src/a.ts', { how: 'revert' })

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'a change that only undoes what was traced',
    coverage: [undone],
    expected: ['src/a.ts: it undoes, or does again, what was traced before; no new record says so'],
  },
  {
    why: 'hunks that were taken out and come in again, as just that',
    coverage: [covered('src/a.ts', { how: 'revert', undoing: { does: 'again', what: 'hunks' } })],
    expected: [
      'src/a.ts: it brings whole recorded hunks in again that were taken out since (INT-001); no new record says so',
    ],
  },
  {
    why: 'a state from before, as just that',
    coverage: [covered('src/a.ts', { how: 'revert', undoing: { does: 'back', what: 'states' } })],
    expected: [
      'src/a.ts: it takes recorded work back, to a state from before (INT-001); no new record says so',
    ],
  },
  {
    why: 'what git itself made',
    coverage: [
      covered('src/a.ts', { how: 'revert', intents: [], undoing: { does: 'back', what: 'commit' } }),
    ],
    expected: ['src/a.ts: it is what git revert makes of a commit; no new record says so'],
  },
  { why: 'a change with a trace of its own', coverage: [covered('src/a.ts')], expected: [] },
  { why: 'a change that nothing covers', coverage: [uncovered('src/a.ts')], expected: [] },
])('$why', ({ expected, ...scenario }) => expect(findings(revert, scenario)).toEqual(expected))

test.each([
  { policy: {}, expected: 'notice' },
  { policy: { reverts: 'allow' }, expected: 'off' },
  { policy: { reverts: 'deny' }, expected: 'error' },
])('policy reverts says how bad it is: $policy → $expected', ({ policy, expected }) => {
  expect(severity(revert, { policy })).toBe(expected)
})

test('where the policy denies reverts, it says how to trace this one', () => {
  const [finding] = findingsOf(revert, { policy: { reverts: 'deny' }, coverage: [undone] })
  expect(finding?.remedy).toContain('npx intentgate adopt --intent INT-001 src/a.ts')
})
