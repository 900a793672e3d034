import { join } from 'node:path'
import type { Annotation } from './annotations.ts'
import type { Outcome, Sandbox } from './sandbox.ts'
import { INTENT, intents, MODEL, type Step, type Verdict } from './story.ts'

/** What the reader is shown while the story runs. */
export interface Narrator {
  step(number: number, step: Step): void
  /** A command as a person would type it, and what it answered. */
  command(line: string, output: string): void
  verdict(result: StepResult): void
  /** A changed file as the reviewer sees it: its lines, and on them what the gate says. */
  review(path: string, text: string, annotations: readonly Annotation[]): void
}

export interface StepResult {
  readonly step: Step
  readonly happened: Verdict
  /** The verdict was the promised one, and given for the promised reason. */
  readonly kept: boolean
}

/** A sandbox with the gate installed, and how its command line is called there. */
export interface Stage {
  readonly sandbox: Sandbox
  readonly packageRoot: string
  readonly narrator: Narrator
}

/** Makes the repository: one intent, the real hooks, one commit to start from. Throws if any of it fails. */
export async function prepareStage(stage: Stage): Promise<void> {
  const { sandbox } = stage
  const git = async (...args: string[]): Promise<Outcome> => must('git', args, await sandbox.run('git', args))
  await git('init', '--quiet', '--initial-branch=main')
  await git('config', 'user.name', 'Demo')
  await git('config', 'user.email', 'demo@example.invalid')
  sandbox.write({
    '.gitignore': 'node_modules/\n',
    'README.md': '# A demo\n',
    '.orchestration/active_intents.yaml': intents,
  })
  sandbox.link(stage.packageRoot, 'node_modules/intentgate')
  await gate(stage, ['init', '--yes', '--hooks', 'direct'])
  await git('add', '--all')
  await git('commit', '--quiet', '-m', 'A repository that is governed by intents')
}

/** Runs one step, shows it, and puts the repository back to its last accepted commit. */
export async function playStep(stage: Stage, number: number, step: Step): Promise<StepResult> {
  const { sandbox, narrator } = stage
  const paths = Object.keys(step.files)
  narrator.step(number, step)
  sandbox.write(step.files)
  if (step.traced) {
    const args = ['record', '--by', 'ai', '--model', MODEL, '--intent', INTENT, '--', ...paths]
    must('intentgate', args, await typed(stage, 'intentgate', args))
  }
  sandbox.write(step.afterwards)
  await typed(stage, 'git', ['add', '--', ...paths])
  const before = await head(sandbox)
  const { status, output } = await typed(stage, 'git', ['commit', ...step.commit])
  const moved = (await head(sandbox)) !== before
  const result = judge(step, { accepted: status === 0 && moved, output })
  narrator.verdict(result)
  await sandbox.run('git', ['reset', '--quiet', '--hard'])
  await sandbox.run('git', ['clean', '--quiet', '-fd'])
  return result
}

function judge(step: Step, { accepted, output }: { accepted: boolean; output: string }): StepResult {
  const happened = accepted ? 'accepted' : 'rejected'
  const reasoned = step.rule === null || output.includes(step.rule)
  return { step, happened, kept: happened === step.promised && reasoned }
}

/** Runs a command as a person would type it, and shows it with its answer. */
export async function typed(
  { sandbox, narrator, packageRoot }: Stage,
  command: 'git' | 'intentgate',
  args: readonly string[],
): Promise<Outcome> {
  const isOurs = command === 'intentgate'
  const outcome = isOurs
    ? await sandbox.run(process.execPath, [join(packageRoot, 'dist/cli.js'), ...args])
    : await sandbox.run(command, args)
  narrator.command(`${isOurs ? 'npx ' : ''}${command} ${args.map(quoted).join(' ')}`, outcome.output)
  return outcome
}

async function gate({ sandbox, packageRoot }: Stage, args: readonly string[]): Promise<Outcome> {
  return must(
    'intentgate',
    args,
    await sandbox.run(process.execPath, [join(packageRoot, 'dist/cli.js'), ...args]),
  )
}

async function head(sandbox: Sandbox): Promise<string> {
  return (await sandbox.run('git', ['rev-parse', 'HEAD'])).output.trim()
}

function must(command: string, args: readonly string[], outcome: Outcome): Outcome {
  if (outcome.status === 0) return outcome
  throw new Error(`${command} ${args.join(' ')} failed (${outcome.status})\n${outcome.output}`)
}

function quoted(arg: string): string {
  return /^[\w./=-]+$/.test(arg) ? arg : `"${arg}"`
}
