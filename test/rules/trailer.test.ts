import { expect, test } from 'vitest'
import { trailer } from '../../src/rules/trailer.ts'
import { covered, findings, findingsOf, type Scenario, severity, uncovered } from './facts.ts'

const used = [covered('a', { intents: ['INT-001'] }), covered('b', { intents: ['INT-001', 'INT-002'] })]
const one = [covered('a', { intents: ['INT-001'] })]

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'a message that names every intent',
    coverage: used,
    message: 'Title\n\nIntent: INT-001\nIntent: INT-002\n',
    expected: [],
  },
  {
    why: 'several intents on one line',
    coverage: used,
    message: 'Title\n\nIntent: INT-002, INT-001\n',
    expected: [],
  },
  { why: 'a token in other letters', coverage: one, message: 'Title\n\nintent: INT-001\n', expected: [] },
  {
    why: 'a message without the trailer',
    coverage: one,
    message: 'Title\n',
    expected: ['change: the commit message does not name INT-001'],
  },
  {
    why: 'an intent named in the text, not as a trailer',
    coverage: one,
    message: 'Title\n\nIntent: INT-001\n\nThat was it.\n',
    expected: ['change: the commit message does not name INT-001'],
  },
  {
    why: 'a message that names only one of two',
    coverage: used,
    message: 'Title\n\nIntent: INT-001\n',
    expected: ['change: the commit message does not name INT-002'],
  },
  {
    why: 'a message that names another intent',
    coverage: one,
    message: 'Title\n\nIntent: INT-009\n',
    expected: [
      'change: the commit message does not name INT-001',
      'change: the commit message names INT-009, and no record that was used does',
    ],
  },
  {
    why: 'what the uncovered part is for is not known yet',
    coverage: [...one, uncovered('b')],
    message: 'Title\n\nIntent: INT-001\nIntent: INT-009\n',
    expected: [],
  },
  {
    why: 'a change that needs no trace',
    coverage: [],
    message: 'Declare it\n\nIntent: INT-009\n',
    expected: [],
  },
  { why: 'no message yet', coverage: one, message: null, expected: [] },
])('$why', ({ expected, ...scenario }) => expect(findings(trailer, scenario)).toEqual(expected))

test.each([
  { policy: {}, expected: 'off' },
  { policy: { trailer: 'add' }, expected: 'off' },
  { policy: { trailer: 'require' }, expected: 'error' },
])('only a policy that requires trailers asks for them: $policy → $expected', ({ policy, expected }) => {
  expect(severity(trailer, { policy })).toBe(expected)
})

test('the remedy is the line to add', () => {
  const [finding] = findingsOf(trailer, { coverage: one, message: 'Title' })
  expect(finding).toMatchObject({
    path: null,
    intent: 'INT-001',
    remedy: 'add this line at its end: Intent: INT-001',
  })
})
