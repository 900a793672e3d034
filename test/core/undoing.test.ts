import { expect, test } from 'vitest'
import { coverScenario, type TracedWrite } from '../support/world.ts'

const text = (words: string) => words.replace(/\S+/g, '$&\n').replaceAll(' ', '')
const earlier = (before: string, after: string): TracedWrite => ({
  before: text(before),
  after: text(after),
  inBase: 'yes',
})

test.each([
  {
    why: 'back to the state before a record',
    base: 'alpha check1 omega',
    writes: [earlier('alpha omega', 'alpha check1 omega')],
    target: 'alpha omega',
    undoing: { does: 'back', what: 'states' },
  },
  {
    why: 'a whole hunk taken back, beside what came later without a record',
    base: 'alpha check1 omega other1',
    writes: [earlier('alpha omega', 'alpha check1 omega')],
    past: ['alpha check1 omega'],
    target: 'alpha omega other1',
    undoing: { does: 'back', what: 'hunks' },
  },
  {
    why: 'a whole hunk that had been taken out comes in again',
    base: 'alpha omega other1',
    writes: [earlier('alpha omega', 'alpha check1 omega')],
    past: ['alpha check1 omega'],
    target: 'alpha check1 omega other1',
    undoing: { does: 'again', what: 'hunks' },
  },
])('a revert says which way it goes: $why', ({ base, writes, past = [], target, undoing }) => {
  const scenario = { base: text(base), target: text(target), writes, past: past.map(text) }
  expect(coverScenario(scenario)).toMatchObject({ how: 'revert', undoing })
})
