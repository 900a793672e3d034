import { sessionOfEnvironment } from '../../core/agent-session.ts'
import { EXIT } from '../../core/error.ts'
import type { Intents } from '../../core/intent.ts'
import { AGENT_PATH } from '../../core/sidecar.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { recordLesson } from '../../record-lesson.ts'
import { commandLineSession, stateFolder } from '../../store/session.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { declaredIntent } from '../intents/declared.ts'
import { isPersonAt } from '../intents/person-at.ts'
import { openIntent } from '../ledger/choose-intent.ts'
import { workingIntents } from '../ledger/intents.ts'
import { VERSION } from '../version.ts'

const options = { intent: { type: 'string' }, everybody: { type: 'boolean' } } as const

export const lesson: Command = {
  summary: `Write down what was learnt, in ${AGENT_PATH}`,
  usage: `Usage: intentgate lesson add [--intent ID] [--everybody] TEXT

Appends one bullet to ${AGENT_PATH} and records the write, for the intent that is being worked on. Agents read the lessons of
an intent when they select it.

  --intent ID   whose lesson it is; default: the intent that was selected last, else the only one in progress
  --everybody   for every intent
`,
  async run(args, io) {
    const { values, positionals } = parseFlags(args, options, 'any')
    const text = textOf(positionals)
    const repo = await openRepository(io.cwd)
    try {
      const intents = workingIntents(repo)
      const intent = openIntent(intents, values.intent ?? intentAtWork(repo, intents, io)).id
      const outcome = await recordLesson(repo, {
        text,
        intent,
        isFor: values.everybody === true ? 'everybody' : 'intent',
        contributor: isPersonAt(io) ? 'human' : 'ai',
        model: null,
        tool: { name: 'intentgate', version: VERSION, call: 'lesson' },
        session: commandLineSession(stateFolder(repo.gitDir)),
      })
      if (outcome === 'known') io.out(`${AGENT_PATH} says so already\n`)
      else io.out(`added to ${AGENT_PATH} and recorded for ${intent}; commit it: git add ${AGENT_PATH}\n`)
      return EXIT.pass
    } finally {
      await repo.close()
    }
  },
}

function textOf([verb, text, ...rest]: readonly string[]): string {
  if (verb === 'add' && text !== undefined && rest.length === 0) return text
  throw usageError('what was learnt is missing', 'say: intentgate lesson add "one sentence", in quotes')
}

function intentAtWork(repo: Repository, intents: Intents, io: Io): string {
  const declared = declaredIntent(stateFolder(repo.gitDir), sessionOfEnvironment(io.env), intents)
  if (declared !== null) return declared
  const open = [...intents.values()].filter(({ status }) => status === 'IN_PROGRESS').map(({ id }) => id)
  if (open.length === 1) return open[0]!
  throw usageError(
    'which intent is this for?',
    `say which with --intent: ${open.join(', ') || 'none is in progress'}`,
  )
}
