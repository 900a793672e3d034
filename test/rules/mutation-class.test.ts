import { describe, expect, test } from 'vitest'
import type { UnitChange, UnitChanges } from '../../src/core/unit-change.ts'
import { mutationClass } from '../../src/rules/mutation-class.ts'
import {
  added,
  covered,
  deleted,
  entry,
  findings,
  findingsOf,
  intent,
  modified,
  needs,
  type Scenario,
  uncovered,
  write,
} from './facts.ts'

const only = [intent({ mutation: 'refactor-only' })]
const NEEDED = [{ kind: 'unit-changes' }]

function unit(parts: Partial<UnitChange> = {}): UnitChange {
  return {
    ...{ class: 'EVOLUTION', mutation: 'INTENT_EVOLUTION', path: 'src/a.ts', kind: 'function', name: 'f' },
    ...{ startLine: 3, endLine: 5 },
    ...parts,
  }
}

function changing(units: readonly UnitChange[], linesOnly: UnitChanges['linesOnly'] = []): Scenario {
  return {
    coverage: [covered('src/a.ts')],
    intents: only,
    loaded: { unitChanges: { units, linesOnly } },
  }
}

const moved = unit({ class: 'MOVED', mutation: 'AST_REFACTOR' })
const operator = { field: 'operator', before: '"<"', after: '"<="', line: 4 }

describe('a refactor-only intent', () => {
  test.each<Scenario & { why: string; expected: string[] }>([
    { why: 'what keeps its structure passes', ...changing([moved]), expected: [] },
    { why: 'what changes nothing but blank lines passes', ...changing([]), expected: [] },
    {
      why: 'what evolved is named, with the first difference and its line',
      ...changing([unit({ difference: operator })]),
      expected: ['src/a.ts:4: INT-001 is refactor-only, but function f evolved, operator: "<" became "<="'],
    },
    {
      why: 'the first unit stands for all of its file',
      ...changing([
        moved,
        unit({ name: 'g', startLine: 9 }),
        unit({ name: 'h' }),
        unit({ path: 'src/b.ts' }),
      ]),
      expected: ['src/a.ts:9: INT-001 is refactor-only, but function g evolved (and 1 more)'],
    },
    {
      why: 'why it is no refactoring',
      ...changing([unit({ why: 'a comment that a tool obeys differs' })]),
      expected: [
        'src/a.ts:3: INT-001 is refactor-only, but function f evolved: a comment that a tool obeys differs',
      ],
    },
    {
      why: 'what is new',
      ...changing([unit({ class: 'ADDED' })]),
      expected: ['src/a.ts:3: INT-001 is refactor-only, but function f is new'],
    },
    {
      why: 'what is gone has no line',
      ...changing([unit({ class: 'REMOVED' })]),
      expected: ['src/a.ts: INT-001 is refactor-only, but function f is gone'],
    },
    {
      why: 'a file without a structure, and why',
      ...changing([], [{ path: 'src/a.ts', why: 'syntax' }]),
      expected: ['src/a.ts: INT-001 is refactor-only, but its structure is not known: it has a syntax error'],
    },
    {
      why: 'a symbolic link',
      ...changing([], [{ path: 'src/a.ts', why: 'kind' }]),
      expected: [
        'src/a.ts: INT-001 is refactor-only, but its structure is not known: a symbolic link or a submodule',
      ],
    },
    {
      why: 'a file that becomes executable',
      ...changing([]),
      coverage: [
        covered('src/a.ts', {
          change: { path: 'src/a.ts', before: entry('old'), after: entry('old', '100755') },
        }),
      ],
      expected: ['src/a.ts: INT-001 is refactor-only, but its mode changed from 100644 to 100755'],
    },
    {
      why: 'a deleted file',
      ...changing([unit({ class: 'REMOVED', kind: 'file', name: '' })]),
      coverage: [covered('src/a.ts', { change: deleted('src/a.ts') })],
      expected: ['src/a.ts: INT-001 is refactor-only, but file is gone'],
    },
    {
      why: 'what could not be read at all is no pass',
      ...changing([]),
      loaded: { unitChanges: null },
      expected: ['src/a.ts: INT-001 is refactor-only, but its structure could not be read'],
    },
    {
      why: 'the change cannot free itself',
      ...changing([unit()]),
      intents: [intent()],
      baseIntents: only,
      expected: ['src/a.ts:3: INT-001 is refactor-only, but function f evolved'],
    },
    { why: 'another intent may evolve', ...changing([unit()]), intents: [intent()], expected: [] },
    {
      why: 'a lesson is no program',
      ...changing([], [{ path: '.orchestration/AGENT.md', why: 'language' }]),
      coverage: [covered('.orchestration/AGENT.md')],
      expected: [],
    },
    {
      why: 'what nothing covers is left to the other rules',
      ...changing([unit()]),
      coverage: [uncovered('src/a.ts')],
      expected: [],
    },
  ])('$why', ({ expected, ...scenario }) => expect(findings(mutationClass, scenario)).toEqual(expected))

  test('names from the files are cut', () => {
    const [finding] = findingsOf(mutationClass, changing([unit({ name: 'x'.repeat(5000) })]))
    expect(finding?.message.length).toBeLessThan(300)
  })

  test('the structure of the change is asked for, and only where somebody gave his word', () => {
    expect(needs(mutationClass, { coverage: [covered('src/a.ts')], intents: only })).toEqual(NEEDED)
    expect(needs(mutationClass, { coverage: [covered('src/a.ts')] })).toEqual([])
  })
})

describe('a record that says AST_REFACTOR', () => {
  const refactor = write({ mutation: 'AST_REFACTOR' })
  const evolution = write({ id: 'record-2', mutation: 'INTENT_EVOLUTION' })
  const silent = write({ id: 'record-3' })
  const step = write({
    id: 'record-4',
    mutation: 'AST_REFACTOR',
    edge: { before: entry('old'), after: entry('x') },
  })
  const broken = 'src/a.ts:3: its record says AST_REFACTOR, but function f evolved'
  const said = (used: Scenario['coverage'], units = [unit()]): Scenario => ({
    coverage: used ?? [],
    loaded: { unitChanges: { units, linesOnly: [] } },
  })
  const used = (...writes: ReturnType<typeof write>[]) => [covered('src/a.ts', { used: writes })]

  test.each<{ why: string; scenario: Scenario; expected: string[] }>([
    { why: 'is held to it', scenario: said(used(refactor)), expected: [broken] },
    { why: 'and passes where it is true', scenario: said(used(refactor), [moved]), expected: [] },
    { why: 'a record that says evolution is never wrong', scenario: said(used(evolution)), expected: [] },
    { why: 'one that says nothing neither', scenario: said(used(silent)), expected: [] },
    { why: 'steps that all say so', scenario: said(used(step, step)), expected: [broken] },
    {
      why: 'a step among others is a claim about the step',
      scenario: said(used(step, evolution)),
      expected: [],
    },
    { why: 'unless it is the whole change', scenario: said(used(refactor, silent)), expected: [broken] },
    {
      why: 'a record of another path says nothing of this one',
      scenario: said(used(write({ path: 'src/b.ts', mutation: 'AST_REFACTOR' }), silent)),
      expected: [],
    },
  ])('$why', ({ scenario, expected }) => expect(findings(mutationClass, scenario)).toEqual(expected))

  test('the structure is asked for', () => {
    expect(needs(mutationClass, { coverage: used(refactor) })).toEqual(NEEDED)
    expect(needs(mutationClass, { coverage: used(evolution) })).toEqual([])
  })

  test('the finding names the intent and a way out', () => {
    const [finding] = findingsOf(mutationClass, said(used(refactor)))
    expect(finding).toMatchObject({ intent: 'INT-001', remedy: expect.stringContaining('INTENT_EVOLUTION') })
  })
})

test('a whole new file and a modified one are both named', () => {
  const coverage = [
    covered('src/a.ts', { change: modified('src/a.ts') }),
    covered('src/b.ts', { change: added('src/b.ts') }),
  ]
  const units = [unit(), unit({ path: 'src/b.ts', class: 'ADDED', kind: 'file', name: '', startLine: 1 })]
  expect(
    findings(mutationClass, { coverage, intents: only, loaded: { unitChanges: { units, linesOnly: [] } } }),
  ).toEqual([
    'src/a.ts:3: INT-001 is refactor-only, but function f evolved',
    'src/b.ts:1: INT-001 is refactor-only, but file is new',
  ])
})
