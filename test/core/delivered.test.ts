import { expect, test } from 'vitest'
import { coverScenario, type TracedWrite } from '../support/world.ts'

/** Words are lines. */
const file = (words: string) =>
  words
    .split(' ')
    .map((line) => `${line}\n`)
    .join('')
/** Brought by the commit that led from `before` to the base. */
const brought = (before: string, after: string): TracedWrite => ({
  before: file(before),
  after: file(after),
  inBase: 'yes',
  born: 1,
})
const fresh = (before: string, after: string): TracedWrite => ({ before: file(before), after: file(after) })

interface Case {
  readonly why: string
  readonly writes: readonly TracedWrite[]
  readonly before: string
  readonly base: string
  readonly final: string
  readonly expected: 'pass' | 'revert' | 'fail'
}

/** `top` is what the base got while the branch was written: no record names a state that has it. */
const cases: Case[] = [
  {
    why: 'a line that was delivered onto a moved base does not come a second time',
    writes: [brought('a b', 'a new b')],
    before: 'top a b',
    base: 'top a new b',
    final: 'top a new b new',
    expected: 'fail',
  },
  {
    why: 'nor does it come in place of the one that was delivered: that is a move by hand',
    writes: [brought('a b', 'a new b')],
    before: 'top a b',
    base: 'top a new b',
    final: 'top new a b',
    expected: 'fail',
  },
  {
    why: 'a line that a later write of the branch took out again does not come at all',
    writes: [brought('a b', 'a draft1 draft2 b'), brought('a draft1 draft2 b', 'a final b')],
    before: 'top a b',
    base: 'top a final b',
    final: 'top a final b draft1',
    expected: 'fail',
  },
  {
    why: 'a second write of the same line in another session does not make up for one that was delivered',
    writes: [brought('a b', 'a new b'), brought('x a b', 'x a b new')],
    before: 'top a b',
    base: 'top a new b new',
    final: 'top new a new b new',
    expected: 'fail',
  },
  {
    why: 'an abandoned draft beside it does not keep what was delivered usable',
    writes: [brought('a b', 'a draft b'), brought('a b', 'a new b')],
    before: 'top a b',
    base: 'top a new b',
    final: 'top a new b new',
    expected: 'fail',
  },
  {
    why: 'a conflict that was resolved on the branch is no rest that is still to come',
    writes: [brought('a b', 'a mine b'), brought('a <<< mine === theirs >>> b', 'a both b')],
    before: 'top a theirs b',
    base: 'top a both b',
    final: 'top a both b both',
    expected: 'fail',
  },
  {
    why: 'lines that were moved do not come a second time',
    writes: [brought('fa1 fa2 fb1 fb2 fb3 end', 'fb1 fb2 fb3 fa1 fa2 end')],
    before: 'top fa1 fa2 fb1 fb2 fb3 end',
    base: 'top fb1 fb2 fb3 fa1 fa2 end',
    final: 'top fb1 fb2 fb3 fa1 fa2 end fa2',
    expected: 'fail',
  },
  {
    why: 'a line that was changed and changed back on the branch does not keep the rest usable',
    writes: [
      brought('a b', 'a new1 new2 b'),
      brought('a new1 new2 b', 'a2 new1 new2 b'),
      brought('a2 new1 new2 b', 'a new1 new2 b'),
    ],
    before: 'top a b',
    base: 'top a new1 new2 b',
    final: 'top a new1 new2 b new2',
    expected: 'fail',
  },
  {
    why: 'a part of a delivered deletion does not happen a second time',
    writes: [brought('a old1 old2 b old1 old2 c', 'a b old1 old2 c')],
    before: 'top a old1 old2 b old1 old2 c',
    base: 'top a b old1 old2 c',
    final: 'top a b old2 c',
    expected: 'fail',
  },
  {
    why: 'the whole of it is called by its name: done again',
    writes: [brought('a old1 old2 b old1 old2 c', 'a b old1 old2 c')],
    before: 'top a old1 old2 b old1 old2 c',
    base: 'top a b old1 old2 c',
    final: 'top a b c',
    expected: 'revert',
  },
  {
    why: 'what was delivered and taken out again comes back as a redo',
    writes: [brought('a b', 'a newline b'), fresh('top a newline b', 'top a b')],
    before: 'top a b',
    base: 'top a newline b',
    final: 'top a b',
    expected: 'pass',
  },
  {
    why: 'a second insertion with a record of its own passes',
    writes: [brought('a b', 'a new b'), fresh('top a new b', 'top a new b new')],
    before: 'top a b',
    base: 'top a new b',
    final: 'top a new b new',
    expected: 'pass',
  },
  {
    why: 'the rest of a partial staging passes',
    writes: [brought('a b', 'a new1 b new2')],
    before: 'top a b',
    base: 'top a new1 b',
    final: 'top a new1 b new2',
    expected: 'pass',
  },
  {
    why: 'the removal that was not staged passes',
    writes: [brought('a old b', 'a b new')],
    before: 'top a old b',
    base: 'top a old b new',
    final: 'top a b new',
    expected: 'pass',
  },
  {
    why: 'a shard that was committed before its file covers it',
    writes: [brought('a b', 'a new b')],
    before: 'top a b',
    base: 'top a b',
    final: 'top a new b',
    expected: 'pass',
  },
  {
    why: 'so it does where the commit changed the file otherwise',
    writes: [brought('a b', 'a new b'), brought('a new b', 'a new b more')],
    before: 'top a b',
    base: 'top a b more',
    final: 'top a new b more',
    expected: 'pass',
  },
  {
    why: 'lines whose move was not staged may still move',
    writes: [brought('fa fb fc end', 'fb fc fa end new')],
    before: 'top fa fb fc end',
    base: 'top fa fb fc end new',
    final: 'top fb fc fa end new',
    expected: 'pass',
  },
  {
    why: 'so may those that one write took out and another put in elsewhere',
    writes: [brought('fa fb fc end', 'fb fc end new'), brought('fb fc end new', 'fb fc fa end new')],
    before: 'top fa fb fc end',
    base: 'top fa fb fc end new',
    final: 'top fb fc fa end new',
    expected: 'pass',
  },
  {
    why: 'so may two that were swapped by two writes',
    writes: [brought('fa fb fc end', 'fc fb fc end new'), brought('fc fb fc end new', 'fc fb fa end new')],
    before: 'top fa fb fc end',
    base: 'top fa fb fc end new',
    final: 'top fc fb fa end new',
    expected: 'pass',
  },
  {
    why: 'a line that arrived pays for one of two writes of it',
    writes: [brought('a b', 'a } b'), brought('x a b', 'x a b }')],
    before: 'top a b',
    base: 'top a } b',
    final: 'top a } b }',
    expected: 'pass',
  },
]

test.each(cases)('$why', ({ writes, before, base, final, expected }) => {
  const { how } = coverScenario({ base: file(base), target: file(final), writes, past: [file(before)] })
  const verdict = how === null ? 'fail' : how === 'revert' ? 'revert' : 'pass'
  expect({ verdict, how }).toEqual({ verdict: expected, how })
})
