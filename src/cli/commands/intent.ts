import { sessionOfEnvironment } from '../../core/agent-session.ts'
import { EXIT } from '../../core/error.ts'
import { openRepository } from '../../git/repository.ts'
import { statePath } from '../../store/session.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { close } from '../intents/close.ts'
import { declaredIntent } from '../intents/declared.ts'
import { declareIntent } from '../intents/new.ts'
import { select } from '../intents/select.ts'
import { asJson, asText, find } from '../intents/show.ts'
import { workingIntents } from '../ledger/intents.ts'

const options = { json: { type: 'boolean' } } as const

type Verb = (args: readonly string[], io: Io) => Promise<number>

const verbs: Readonly<Record<string, Verb>> = {
  list: async (args, io) => await print(parseFlags(args, options).values, null, io),
  async show(args, io) {
    const { values, positionals } = parseFlags(args, options, { one: 'ID' })
    return await print(values, positionals[0]!, io)
  },
  async select(args, io) {
    const { values, positionals } = parseFlags(args, options, { one: 'ID' })
    return await select(positionals[0]!, values.json === true ? 'json' : 'text', io)
  },
  new: declareIntent,
  close,
}

export const intent: Command = {
  summary: 'List, show, select, declare or close intents',
  usage: `Usage: intentgate intent list [--json]
       intentgate intent show ID [--json]
       intentgate intent select ID [--json]
       intentgate intent new [--id ID] [--name NAME] [--scope GLOB]… [--status STATUS] [--constraint TEXT]…
                             [--accept TEXT]… [--run COMMAND]… [--level 1-7] [--parent ID]
       intentgate intent close ID [--abandon] [--force]

Reads and edits .orchestration/active_intents.yaml of the working tree; comments and order stay as they are.

  list    marks with * the intent that is selected: by the agent's session, else in this working tree
  select  says what is being worked on, in this working tree and in the agent's session, and prints <intent_context>
  new     declares an intent (IN_PROGRESS unless --status says otherwise); in a terminal it asks for what is missing
  close   COMPLETED, if the intent is accepted (intentgate accept ID) or a person says --force; --abandon: ABANDONED
`,
  async run(args, io) {
    // Flags may stand before the verb: `intent --json list`.
    const at = args.findIndex((arg) => !arg.startsWith('-'))
    const verb = at === -1 ? undefined : args[at]
    const run = verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    if (run === undefined) throw unknownVerb(args)
    return await run(args.toSpliced(at, 1), io)
  },
}

function unknownVerb(args: readonly string[]): Error {
  const message =
    args.length === 0
      ? 'what to do with intents is missing'
      : `intentgate intent ${args.join(' ')} is not a command`
  return usageError(message, 'say: intentgate intent list, or show, select or close with an ID, or new')
}

async function print(
  { json }: { readonly json?: boolean | undefined },
  id: string | null,
  io: Io,
): Promise<number> {
  const repo = await openRepository(io.cwd)
  try {
    const intents = workingIntents(repo)
    const form = json === true ? asJson : asText(io)
    const selected = declaredIntent(statePath(repo.gitDir), sessionOfEnvironment(io.env), intents)
    io.out(id === null ? form.list([...intents.values()], selected) : form.one(find(id, intents), intents))
    return EXIT.pass
  } finally {
    await repo.close()
  }
}
