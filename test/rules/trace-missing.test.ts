import { expect, test } from 'vitest'
import { traceMissing } from '../../src/rules/trace-missing.ts'
import {
  added,
  covered,
  deleted,
  findings,
  findingsOf,
  intent,
  oid,
  type Scenario,
  uncovered,
  write,
} from './facts.ts'

const nothing = 'no trace record names this file'
const refusal = { rule: 'scope-violation', write: write(), message: 'm', remedy: 'r' } as const

test.each<Scenario & { why: string; expected: string[] }>([
  {
    why: 'a changed file without any record',
    coverage: [uncovered('src/a.ts')],
    expected: [`src/a.ts: ${nothing}`],
  },
  {
    why: 'a deleted file without any record',
    coverage: [uncovered('src/a.ts', { change: deleted('src/a.ts') })],
    expected: [`src/a.ts: ${nothing}`],
  },
  {
    why: 'each file on its own',
    coverage: [uncovered('a'), covered('b'), uncovered('c')],
    expected: [`a: ${nothing}`, `c: ${nothing}`],
  },
  { why: 'a covered file', coverage: [covered('src/a.ts')], expected: [] },
  { why: 'an exempted file', coverage: [uncovered('src/a.ts', { how: 'exempt' })], expected: [] },
  {
    why: 'a record that does not explain the change: that is a hash-mismatch',
    coverage: [uncovered('src/a.ts', { named: [write()] })],
    expected: [],
  },
  {
    why: 'a record that was refused: the refusal says it',
    coverage: [uncovered('src/a.ts', { refusals: [refusal] })],
    expected: [],
  },
])('$why', ({ expected, ...scenario }) => expect(findings(traceMissing, scenario)).toEqual(expected))

const coverage = [uncovered('src/a.ts')]

test.each<Scenario & { why: string; expected: string }>([
  {
    why: 'before a commit, as commands to paste',
    coverage,
    expected:
      'npx intentgate adopt --intent INT-001 src/a.ts   (an agent: npx intentgate record --intent INT-001 src/a.ts)',
  },
  {
    why: 'in a range, measured from where the branch left',
    coverage,
    source: { kind: 'range', mergeBases: [oid('fork')] },
    expected: `npx intentgate adopt --since ${oid('fork').slice(0, 12)} --intent INT-001 src/a.ts   (then commit .orchestration/; an agent asks a person)`,
  },
  {
    why: 'for one commit, measured from its parent',
    coverage,
    source: { kind: 'commit' },
    expected: `npx intentgate adopt --since ${oid('base').slice(0, 12)} --intent INT-001 src/a.ts   (then commit .orchestration/; an agent asks a person)`,
  },
  {
    why: 'for a root commit, which has nothing before it',
    coverage,
    source: { kind: 'commit', base: null },
    expected:
      'npx intentgate adopt --intent INT-001 src/a.ts   (then commit .orchestration/; an agent asks a person)',
  },
  {
    why: 'in the middle of a rebase, with both ways out of it',
    coverage,
    operation: 'rebase',
    expected:
      'npx intentgate adopt --intent INT-001 src/a.ts   (an agent: npx intentgate record --intent INT-001 src/a.ts); then git rebase --continue   (or give up: git rebase --abort)',
  },
  {
    why: 'where no intent owns the file',
    coverage,
    intents: [intent({ owned_scope: ['docs/**'] })],
    expected:
      'have an intent own this file (.orchestration/active_intents.yaml), then: npx intentgate adopt src/a.ts   (an agent: npx intentgate record src/a.ts)',
  },
  {
    why: 'never with an intent that only the change declares, where the policy denies those',
    coverage,
    baseIntents: [],
    expected:
      'have an intent own this file (.orchestration/active_intents.yaml), then: npx intentgate adopt src/a.ts   (an agent: npx intentgate record src/a.ts)',
  },
  {
    why: 'with an intent that only the change declares, where the policy lets it',
    coverage,
    policy: { new_intents: 'review' },
    baseIntents: [],
    expected:
      'npx intentgate adopt --intent INT-001 src/a.ts   (an agent: npx intentgate record --intent INT-001 src/a.ts)',
  },
  {
    why: 'never with an intent that is done',
    coverage,
    intents: [intent({ status: 'COMPLETED' }), intent({ id: 'INT-002' })],
    expected:
      'npx intentgate adopt --intent INT-002 src/a.ts   (an agent: npx intentgate record --intent INT-002 src/a.ts)',
  },
  {
    why: 'with a name that a shell would take apart, quoted',
    coverage: [uncovered('src/a b.ts; rm -rf $HOME')],
    expected:
      "npx intentgate adopt --intent INT-001 'src/a b.ts; rm -rf $HOME'   (an agent: npx intentgate record --intent INT-001 'src/a b.ts; rm -rf $HOME')",
  },
  {
    why: 'with a name that would be read as an option',
    coverage: [uncovered('-x')],
    intents: [intent({ owned_scope: ['**'] })],
    expected:
      'npx intentgate adopt --intent INT-001 -- -x   (an agent: npx intentgate record --intent INT-001 -- -x)',
  },
  {
    why: 'not at all for a name that the ledger cannot hold',
    coverage: [uncovered('src/\udcff.ts', { change: added('src/\udcff.ts') })],
    expected:
      "give it a name that is valid UTF-8, since the ledger can name no other: git mv -- $'src/\\377.ts' src/_.ts",
  },
  {
    why: 'by an exemption, where the name was there before',
    coverage: [uncovered('src/[a]\udcff.ts')],
    expected:
      'the ledger cannot name it, not even its end: first, in a change of its own, a person exempts it in .orchestration/policy.yaml (exempt: - { paths: ["src/\\\\[a\\\\]?.ts"], reason: "its name is not UTF-8" }); then git mv -- $\'src/[a]\\377.ts\' \'src/[a]_.ts\'',
  },
])('it says how to trace the file: $why', ({ expected, ...scenario }) => {
  expect(findingsOf(traceMissing, scenario).map(({ remedy }) => remedy)).toEqual([expected])
})
