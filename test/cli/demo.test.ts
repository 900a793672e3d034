import { expect, test } from 'vitest'
import { createNarrator, summary } from '../../src/cli/demo/narrator.ts'
import { playStep, type Stage } from '../../src/cli/demo/play.ts'
import type { Outcome, Sandbox } from '../../src/cli/demo/sandbox.ts'
import { type Step, steps } from '../../src/cli/demo/story.ts'
import { createStyle } from '../../src/cli/style.ts'

const style = createStyle({}, { isTTY: false })
const rejectedStep: Step = steps.find(({ rule }) => rule === 'trace-missing')!
const acceptedStep: Step = steps[0]!

/** A stage on which `git commit` answers as told and `HEAD` moves if it is accepted. */
function stageWith(commit: Outcome, moves: 'moves' | 'stays' = commit.status === 0 ? 'moves' : 'stays') {
  let head = 'one'
  let said = ''
  const sandbox: Sandbox = {
    dir: '/nowhere',
    write: () => {},
    link: () => {},
    remove: () => {},
    run: async (_command, args) => {
      if (args[0] === 'rev-parse') return { status: 0, output: head }
      if (args[0] !== 'commit') return { status: 0, output: '' }
      if (moves === 'moves') head = 'two'
      return commit
    },
  }
  const out = (text: string): void => {
    said += text
  }
  const narrator = createNarrator({ out, style })
  const stage: Stage = { sandbox, packageRoot: '/package', narrator }
  return { stage, said: () => said }
}

test.each([
  { why: 'accepted as promised', step: acceptedStep, commit: { status: 0, output: '' }, kept: true },
  {
    why: 'accepted, though promised to be rejected',
    step: rejectedStep,
    commit: { status: 0, output: '' },
    kept: false,
  },
  {
    why: 'rejected, though promised to be accepted',
    step: acceptedStep,
    commit: { status: 1, output: '' },
    kept: false,
  },
  {
    why: 'rejected for the promised reason',
    step: rejectedStep,
    commit: { status: 1, output: 'error trace-missing' },
    kept: true,
  },
  {
    why: 'rejected for another reason',
    step: rejectedStep,
    commit: { status: 1, output: 'node: command not found' },
    kept: false,
  },
])('a commit that is $why is told as such', async ({ step, commit, kept }) => {
  const { stage, said } = stageWith(commit)
  const result = await playStep(stage, 1, step)
  expect(result.kept).toBe(kept)
  expect(said()).toContain(kept ? 'as promised' : `but promised was: ${step.promised}`)
})

test('a commit that says it succeeded and made nothing is not accepted', async () => {
  const { stage } = stageWith({ status: 0, output: '' }, 'stays')
  expect((await playStep(stage, 1, acceptedStep)).happened).toBe('rejected')
})

test('the summary counts what did not come out as promised', () => {
  const results = [
    { step: acceptedStep, happened: 'accepted', kept: true },
    { step: rejectedStep, happened: 'accepted', kept: false },
  ] as const
  expect(summary(results, { style })).toContain('1 of 2 did not come out as promised.')
  expect(summary(results.slice(0, 1), { style })).toContain('All 1 came out as promised.')
})
