import { expect, test } from 'vitest'
import { coverScenario, type Scenario, type TracedWrite } from '../support/world.ts'

/** One word = one line. `null` = no file. A trailing `\` = the last line has no newline. */
const file = (words: string | null): string | null => {
  if (words === null) return null
  const open = words.endsWith('\\')
  const lines = words.replace(/\\$/, '').split(' ').filter(Boolean)
  return lines
    .map((line) => `${line}\n`)
    .join('')
    .slice(0, open ? -1 : undefined)
}
const wrote = (
  before: string | null,
  after: string | null,
  more: Partial<TracedWrite> = {},
): TracedWrite => ({ before: file(before), after: file(after), ...more })
const earlier = (before: string | null, after: string | null): TracedWrite =>
  wrote(before, after, { inBase: 'yes' })

interface Case extends Pick<Scenario, 'writes'> {
  readonly why: string
  readonly base: string | null
  readonly final: string | null
  readonly between?: readonly string[]
  /** States the path had since the record came. */
  readonly past?: readonly string[]
  readonly expected: 'pass' | 'revert' | 'fail'
}

const cases: Case[] = [
  {
    why: 'an untraced edit between two traced writes is not hidden by the last one',
    base: 'alpha beta gamma',
    writes: [
      wrote('alpha beta gamma', 'alpha beta gamma delta'),
      wrote('alpha human beta gamma delta', 'alpha human beta gamma delta echo4'),
    ],
    final: 'alpha human beta gamma delta echo4',
    expected: 'fail',
  },
  {
    why: 'an older traced version put back by hand is a revert, never a match',
    base: 'v3line shared',
    writes: [earlier('v1line shared', 'v2line shared'), earlier('v2line shared', 'v3line shared')],
    final: 'v2line shared',
    expected: 'revert',
  },
  {
    why: 'a version two traced writes back is a revert',
    base: 'v3line shared',
    writes: [earlier('v1line shared', 'v2line shared'), earlier('v2line shared', 'v3line shared')],
    final: 'v1line shared',
    expected: 'revert',
  },
  {
    why: 'a squash of two writes passes',
    base: 'alpha beta',
    writes: [wrote('alpha beta', 'alpha draft beta'), wrote('alpha draft beta', 'alpha final beta')],
    final: 'alpha final beta',
    expected: 'pass',
  },
  {
    why: 'a rebase over a changed neighbour line passes',
    base: 'alpha2 beta gamma delta',
    writes: [wrote('alpha beta gamma delta', 'alpha beta gamma newline delta')],
    final: 'alpha2 beta gamma newline delta',
    expected: 'pass',
  },
  {
    why: 'staging the first half of a hunk passes',
    base: 'alpha beta',
    writes: [wrote('alpha beta', 'alpha new1line new2line beta')],
    final: 'alpha new1line beta',
    expected: 'pass',
  },
  {
    why: 'the rest of a partial staging passes, from a record already in the base',
    base: 'alpha new1line beta',
    writes: [earlier('alpha beta', 'alpha new1line new2line beta')],
    final: 'alpha new1line new2line beta',
    expected: 'pass',
  },
  {
    why: 'the rest of a partial staging passes where the line also stands elsewhere',
    base: 'same keep1 mid2',
    writes: [earlier('same mid2', 'same keep1 mid2 same')],
    final: 'same keep1 mid2 same',
    expected: 'pass',
  },
  {
    why: 'add, delete and add again passes',
    base: 'alpha beta',
    writes: [
      wrote('alpha beta', 'alpha word beta'),
      wrote('alpha word beta', 'alpha beta'),
      wrote('alpha beta', 'alpha beta word'),
    ],
    final: 'alpha beta word',
    expected: 'pass',
  },
  {
    why: 'two agents, one edits a line of the other, pass',
    base: 'alpha omega',
    writes: [
      wrote('alpha omega', 'alpha xline yline omega'),
      wrote('alpha xline yline omega', 'alpha xline y2line omega'),
    ],
    final: 'alpha xline y2line omega',
    expected: 'pass',
  },
  {
    why: 'a second agent that is not authorised is refused',
    base: 'alpha omega',
    writes: [
      wrote('alpha omega', 'alpha xline yline omega'),
      wrote('alpha xline yline omega', 'alpha xline y2line omega', { intent: 'INT-9' }),
    ],
    final: 'alpha xline y2line omega',
    expected: 'fail',
  },
  {
    why: 'git revert of a traced write is a revert',
    base: 'alpha new1 omega',
    writes: [earlier('alpha old1 omega', 'alpha new1 omega')],
    final: 'alpha old1 omega',
    expected: 'revert',
  },
  {
    why: 'a revert and new traced work, net, is judged commit by commit',
    base: 'alpha new1 omega',
    writes: [
      earlier('alpha old1 omega', 'alpha new1 omega'),
      wrote('alpha old1 omega', 'alpha old1 omega more1'),
    ],
    final: 'alpha old1 omega more1',
    between: ['alpha old1 omega'],
    expected: 'revert',
  },
  {
    why: 'a revert of a revert is a revert while the record is there',
    base: 'alpha old1 omega',
    writes: [earlier('alpha old1 omega', 'alpha new1 omega')],
    past: ['alpha new1 omega'],
    final: 'alpha new1 omega',
    expected: 'revert',
  },
  {
    why: 'a traced delete, rebased over an upstream edit, passes',
    base: 'alpha edited omega',
    writes: [wrote('alpha omega', null)],
    final: null,
    expected: 'pass',
  },
  {
    why: 'an old file renamed by hand, that nobody recorded, is refused',
    base: null,
    writes: [wrote('alpha omega', 'alpha omega more1', { path: 'src/old' })],
    final: 'alpha omega more1',
    expected: 'fail',
  },
  {
    why: 'a file created in the range under another path of the intent passes',
    base: null,
    writes: [wrote(null, 'alpha omega', { path: 'src/old' })],
    final: 'alpha omega',
    expected: 'pass',
  },
  {
    why: 'lines of a scratch file, recorded and thrown away, are not free for a file that stood there before',
    base: 'alpha omega',
    writes: [wrote(null, 'a1 steal b1', { path: 'src/scratch' })],
    final: 'alpha steal omega',
    expected: 'fail',
  },
  {
    why: 'a copy of a freshly traced line is refused',
    base: 'alpha omega',
    writes: [wrote('alpha omega', 'alpha grant1 omega')],
    final: 'alpha grant1 omega grant1',
    expected: 'fail',
  },
  {
    why: 'deleting an old line that a base record had added is a revert',
    base: 'alpha check1 omega tail1',
    writes: [
      earlier('alpha omega', 'alpha check1 omega'),
      earlier('alpha check1 omega', 'alpha check1 omega tail1'),
    ],
    final: 'alpha check1 omega',
    expected: 'revert',
  },
  {
    why: 'a freshly traced line that is not staged passes (it cannot be told from a deleted one)',
    base: 'alpha omega',
    writes: [wrote('alpha omega', 'alpha new1 check1 omega')],
    final: 'alpha new1 omega',
    expected: 'pass',
  },
  {
    why: 'reordered traced lines of one write are refused',
    base: 'alpha omega',
    writes: [wrote('alpha omega', 'alpha check1 drop1 omega')],
    final: 'alpha drop1 check1 omega',
    expected: 'fail',
  },
  {
    why: 'old lines reordered beside an unrelated record are refused',
    base: 'alpha check1 drop1 omega',
    writes: [wrote('alpha check1 drop1 omega', 'alpha check1 drop1 omega tail1')],
    final: 'alpha drop1 check1 omega tail1',
    expected: 'fail',
  },
  {
    why: 'an untraced closing brace is refused',
    base: 'if(ok){ allow1 deny1 } tail',
    writes: [wrote('if(ok){ allow1 deny1 } tail', 'if(ok){ allow1 deny1 } tail more1')],
    final: 'if(ok){ allow1 } deny1 } tail more1',
    expected: 'fail',
  },
  {
    why: 'an untraced short statement beside traced lines is refused',
    base: 'head4 tail',
    writes: [wrote('head4 tail', 'head4 new1 new2 tail')],
    final: 'head4 new1 i++ new2 tail',
    expected: 'fail',
  },
  {
    why: 'an untraced line of three CJK letters is refused',
    base: 'head4 tail',
    writes: [wrote('head4 tail', 'head4 tail new1')],
    final: 'head4 日本語 tail new1',
    expected: 'fail',
  },
  {
    why: 'a removed final newline is refused',
    base: 'alpha omega',
    writes: [wrote('alpha omega', 'alpha omega new1')],
    final: 'alpha omega new1\\',
    expected: 'fail',
  },
  {
    why: 'a line appended to a file without final newline passes',
    base: 'alpha omega\\',
    writes: [wrote('alpha omega\\', 'alpha omega new1'), wrote('alpha omega new1', 'alpha omega new1 new2')],
    final: 'alpha omega new1 new2',
    expected: 'pass',
  },
  {
    why: 'LF turned into CRLF by hand is refused',
    base: 'alpha omega',
    writes: [wrote('alpha omega', 'alpha omega new1')],
    final: 'alpha\r omega\r new1\r',
    expected: 'fail',
  },
  {
    why: 'a changed indentation of a traced line is refused',
    base: 'if: tail',
    writes: [wrote('if: tail', 'if: grant1 tail')],
    final: 'if: \tgrant1 tail',
    expected: 'fail',
  },
  {
    why: 'one changed token of a traced line is refused',
    base: 'alpha omega',
    writes: [wrote('alpha omega', 'alpha limit=10 omega')],
    final: 'alpha limit=90 omega',
    expected: 'fail',
  },
  {
    why: 'ten copies of one traced line are refused',
    base: 'alpha omega',
    writes: [wrote('alpha omega', 'alpha same1 omega')],
    final: `alpha ${'same1 '.repeat(10)}omega`,
    expected: 'fail',
  },
  {
    why: 'a rebased squash passes though the diff is ambiguous',
    base: 'upstream cccc xxxx eeee aaaa ffff',
    writes: [
      wrote('cccc xxxx eeee aaaa ffff', 'cccc ffff xxxx eeee aaaa'),
      wrote('cccc ffff xxxx eeee aaaa', 'eeee ffff xxxx aaaa'),
    ],
    final: 'upstream eeee ffff xxxx aaaa',
    expected: 'pass',
  },
  {
    why: 'the rest of a staging passes though the diff is ambiguous',
    base: 'u25 } cccc }',
    writes: [earlier('u25 } cccc', 'cccc } cccc'), earlier('cccc } cccc', 'cccc }')],
    final: 'cccc }',
    expected: 'pass',
  },
  {
    why: 'a draft that was corrected later may be what is staged',
    base: 'alpha omega',
    writes: [wrote('alpha omega', 'alpha draft1 omega'), wrote('alpha draft1 omega', 'alpha final1 omega')],
    final: 'alpha draft1 omega',
    expected: 'pass',
  },
  {
    why: 'a copy of a function traced long ago is refused',
    base: 'fa1 fa2 fa3 omega',
    writes: [earlier('omega', 'fa1 fa2 fa3 omega')],
    final: 'fa1 fa2 fa3 omega fa1 fa2 fa3',
    expected: 'fail',
  },
  {
    why: 'residual: the same edge traced twice, the second untraced, cannot be told apart',
    base: 'alpha omega',
    writes: [wrote('alpha omega', 'alpha new1 omega'), wrote('alpha new1 omega', 'alpha omega')],
    final: 'alpha new1 omega',
    expected: 'pass',
  },
  {
    why: 'residual: a whole traced hunk moved by hand cannot be told apart',
    base: 'fa bodya fb bodyb',
    writes: [wrote('fa bodya fb bodyb', 'fa new1 new2 bodya fb bodyb')],
    final: 'fa bodya fb new1 new2 bodyb',
    expected: 'pass',
  },
]

test.each(cases)('$why', ({ base, final, writes, between, past, expected }) => {
  const { how } = coverScenario({
    base: file(base),
    target: file(final),
    writes,
    between: (between ?? []).map(file),
    past: (past ?? []).map(file),
  })
  const verdict = how === null ? 'fail' : how === 'revert' ? 'revert' : 'pass'
  expect({ verdict, how }).toEqual({ verdict: expected, how })
})
