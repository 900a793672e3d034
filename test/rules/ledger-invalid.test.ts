import { expect, test } from 'vitest'
import { ledgerInvalid } from '../../src/rules/ledger-invalid.ts'
import { covered, findings, findingsOf, type Scenario, uncovered, write } from './facts.ts'

const file = '.orchestration/agent_trace.jsonl'
const problem = {
  place: { file, line: 7 },
  message: 'two records are glued together',
  remedy: 'npx intentgate ledger repair',
}
const contradiction = {
  write: write({ path: 'src/a.ts', place: { file, line: 3 } }),
  message: 'its content_hash is not that of the blob it names',
}
const said = `${file}:3: its content_hash is not that of the blob it names (record record-1, src/a.ts)`

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'a line that cannot be read, at its line',
    ledger: { problems: [problem] },
    expected: [`${file}:7: two records are glued together`],
  },
  {
    why: 'a claim that the blob contradicts, at its line',
    coverage: [uncovered('src/a.ts', { contradictions: [contradiction] })],
    expected: [said],
  },
  {
    why: 'a contradiction on a file that other records cover',
    coverage: [covered('src/a.ts', { contradictions: [contradiction] })],
    expected: [said],
  },
  {
    why: 'a contradiction once, wherever it came up',
    coverage: [
      covered('a', { contradictions: [contradiction] }),
      covered('b', { contradictions: [contradiction] }),
    ],
    expected: [said],
  },
  { why: 'a ledger that can be believed', coverage: [covered('src/a.ts')], expected: [] },
])('$why', ({ expected, ...scenario }) => expect(findings(ledgerInvalid, scenario)).toEqual(expected))

test('the remedy is the one that the reader of the ledger gave', () => {
  expect(findingsOf(ledgerInvalid, { ledger: { problems: [problem] } })[0]?.remedy).toBe(problem.remedy)
})
