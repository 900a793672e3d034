import { expect, test } from 'vitest'
import { partial } from '../../src/rules/partial.ts'
import { covered, findings, type Scenario, uncovered } from './facts.ts'

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'a recorded line that did not arrive',
    coverage: [covered('a', { undelivered: 1 })],
    expected: [
      'a: 1 recorded line is not in it: not staged, or deleted again (the two cannot be told apart)',
    ],
  },
  {
    why: 'several',
    coverage: [covered('a', { undelivered: 3 })],
    expected: [
      'a: 3 recorded lines are not in it: not staged, or deleted again (the two cannot be told apart)',
    ],
  },
  { why: 'a file whose recorded lines all arrived', coverage: [covered('a')], expected: [] },
  {
    why: 'a file that is not covered: it has other worries',
    coverage: [uncovered('a', { undelivered: 3 })],
    expected: [],
  },
])('$why', ({ expected, ...scenario }) => expect(findings(partial, scenario)).toEqual(expected))
