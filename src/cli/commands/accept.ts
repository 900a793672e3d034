import { EXIT } from '../../core/error.ts'
import type { Intent } from '../../core/intent.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { jsonText, visible } from '../../report/escape.ts'
import { type Acceptance, writeAcceptance } from '../../store/acceptance.ts'
import { stateFolder } from '../../store/session.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { criteriaDigest, judgedTree } from '../intents/acceptance.ts'
import { isPersonAt } from '../intents/person-at.ts'
import { runCriterion } from '../intents/run-criterion.ts'
import { find } from '../intents/show.ts'
import { workingIntents } from '../ledger/intents.ts'

const options = { yes: { type: 'boolean' }, json: { type: 'boolean' } } as const

export const accept: Command = {
  summary: 'Try the acceptance criteria of an intent: runs its commands, asks about the rest',
  usage: `Usage: intentgate accept ID [--yes] [--json]

Runs every \`run:\` criterion at the top of the working tree, in the system's shell, and shows what it prints. Criteria in words are
asked, where a person sits at the terminal. What came of it counts for exactly the files that were tried, in this working tree:
\`intentgate intent close ID\` asks for it. CI that wants to know runs this itself.

  --yes   run the commands without asking: they come from .orchestration/active_intents.yaml of the working tree
Exit code 1 if a command fails, a person says no, or the commands change the files they judge.
`,
  async run(args, io) {
    const { values, positionals } = parseFlags(args, options, { one: 'ID' })
    const repo = await openRepository(io.cwd)
    try {
      const intent = find(positionals[0]!, workingIntents(repo))
      await agreeToRun(intent, values.yes === true ? 'yes' : 'ask', io)
      const acceptance = await tryOut(repo, intent, io)
      writeAcceptance(stateFolder(repo.gitDir), acceptance)
      const verdict = verdictOf(acceptance)
      if (values.json === true) io.out(jsonText({ ...acceptance, verdict }))
      else io.out(`${intent.id} ${WORDS[verdict]}\n`)
      return verdict === 'rejected' ? EXIT.violations : EXIT.pass
    } finally {
      await repo.close()
    }
  },
}

const WORDS = {
  accepted: 'is accepted, for the files as they are now',
  open: 'is not accepted yet: a person has still to confirm what stands in words',
  rejected: 'is not accepted',
} as const

function commandsOf({ acceptance_criteria = [] }: Intent): string[] {
  return acceptance_criteria.flatMap((one) => (typeof one === 'string' ? [] : [one.run]))
}

async function agreeToRun(intent: Intent, how: 'yes' | 'ask', io: Io): Promise<void> {
  const commands = commandsOf(intent)
  if (commands.length === 0 || how === 'yes') return
  if (io.terminal === 'pipe')
    throw usageError(
      `${intent.id} runs commands, and nobody is here to agree to them`,
      'read them (npx intentgate intent show), then pass --yes',
    )
  for (const command of commands) io.err(`  $ ${visible(command)}\n`)
  const answer = await io.ask('Run this? [y/N] ')
  if (!/^y(?:es)?$/i.test(answer)) throw usageError('nothing was run', 'say y, or pass --yes')
}

async function tryOut(repo: Repository, intent: Intent, io: Io): Promise<Acceptance> {
  const tree = await judgedTree(repo)
  const runs: Acceptance['runs'] = []
  for (const command of commandsOf(intent))
    runs.push({ run: command, ...(await runAloud(repo, command, io)) })
  if ((await judgedTree(repo)) !== tree)
    throw usageError(
      'the commands changed files that they judge: what was tried is not what is there',
      'look at git status, keep or ignore what they wrote, then run this again',
    )
  return {
    version: 1,
    intent: intent.id,
    tree,
    criteria: criteriaDigest(intent),
    at: new Date().toISOString(),
    runs,
    answers: await askAll(intent, io),
  }
}

async function runAloud({ top }: Repository, command: string, io: Io) {
  io.err(`${io.style.bold(`$ ${visible(command)}`)}\n`)
  const end = await runCriterion({ command, cwd: top, env: io.env, signal: io.signal, show: io.err })
  const mark = end.exit === 0 ? io.style.green('passed') : io.style.red('failed')
  io.err(`${mark}: exit code ${end.exit}, ${end.seconds} s\n`)
  return end
}

async function askAll({ acceptance_criteria = [] }: Intent, io: Io): Promise<Acceptance['answers']> {
  const ask = isPersonAt(io) ? askPerson : leaveOpen
  const answers: Acceptance['answers'] = []
  for (const criterion of acceptance_criteria)
    if (typeof criterion === 'string') answers.push({ criterion, answer: await ask(criterion, io) })
  return answers
}

async function askPerson(criterion: string, io: Io): Promise<'yes' | 'no'> {
  const answer = await io.ask(`${visible(criterion)} — is that so? [y/N] `)
  return /^y(?:es)?$/i.test(answer) ? 'yes' : 'no'
}

async function leaveOpen(criterion: string, io: Io): Promise<null> {
  io.err(`for a person to confirm: ${visible(criterion)}\n`)
  return null
}

function verdictOf({ runs, answers }: Acceptance): keyof typeof WORDS {
  const isRejected = runs.some(({ exit }) => exit !== 0) || answers.some(({ answer }) => answer === 'no')
  if (isRejected) return 'rejected'
  return answers.some(({ answer }) => answer === null) ? 'open' : 'accepted'
}
