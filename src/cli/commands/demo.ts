import { EXIT } from '../../core/error.ts'
import type { Command, Io } from '../command.ts'
import { createNarrator, opening, summary } from '../demo/narrator.ts'
import { playStep, prepareStage, type Stage, type StepResult } from '../demo/play.ts'
import { playPullRequest } from '../demo/pull-request.ts'
import { createSandbox } from '../demo/sandbox.ts'
import { steps } from '../demo/story.ts'
import { parseFlags } from '../flags.ts'
import { packageRoot } from '../package-root.ts'

const options = { keep: { type: 'boolean' } } as const

export const demo: Command = {
  summary: 'Show five commits and a pull request in a throw-away repository, and what the gate says',
  usage: `Usage: intentgate demo [--keep]

Makes a repository in a temporary folder, installs the real hooks there, tries five commits and a pull request, and
removes it again. Exit code 0 if every one came out as promised.

  --keep   leave the repository in place, to look at
`,
  async run(args, io) {
    const { values } = parseFlags(args, options)
    const sandbox = createSandbox(io.env, io.signal)
    const leave = values.keep === true ? () => io.out(`\nKept: ${sandbox.dir}\n`) : sandbox.remove
    io.signal.addEventListener('abort', leave, { once: true })
    try {
      return await tell({ sandbox, packageRoot: packageRoot(), narrator: createNarrator(io) }, io)
    } finally {
      io.signal.removeEventListener('abort', leave)
      leave()
    }
  },
}

async function tell(stage: Stage, io: Io): Promise<number> {
  io.out(opening(io, stage.sandbox.dir))
  await prepareStage(stage)
  const results: StepResult[] = []
  for (const [at, step] of steps.entries()) results.push(await playStep(stage, at + 1, step))
  results.push(await playPullRequest(stage, steps.length + 1))
  io.out(summary(results, io))
  return results.every(({ kept }) => kept) ? EXIT.pass : EXIT.violations
}
