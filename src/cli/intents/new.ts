import { EXIT } from '../../core/error.ts'
import type { Intent } from '../../core/intent.ts'
import { overlapping } from '../../core/scope-overlap.ts'
import { INTENTS_PATH } from '../../core/sidecar.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { indexView } from '../../git/views.ts'
import { visible } from '../../report/escape.ts'
import { addIntent } from '../../store/intents-edit.ts'
import type { Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { workingIntents } from '../ledger/intents.ts'
import { type NewFlags, newOptions, nextId, readDeclaration } from './declaration.ts'
import { editIntents, ensureSidecar } from './file.ts'
import { sayWhenItCounts } from './new-intents-policy.ts'

/** Declares an intent in the working tree; what a terminal can answer is asked. */
export async function declareIntent(args: readonly string[], io: Io): Promise<number> {
  const { values } = parseFlags(args, newOptions)
  const repo = await openRepository(io.cwd)
  try {
    await ensureSidecar(repo)
    const given = await completed(values, nextId(workingIntents(repo).keys()), io)
    const { intent, others } = await declare(repo, given)
    io.out(`${io.style.bold(intent.id)} ${visible(intent.name)}: declared in ${INTENTS_PATH}\n`)
    await warnOverlap(repo, intent, others, io)
    sayWhenItCounts(repo, intent, io)
    return EXIT.pass
  } finally {
    await repo.close()
  }
}

interface Declared {
  readonly intent: Intent
  readonly others: readonly Intent[]
}

/** The id is chosen with the file in hand: two commands at once get two. */
async function declare(repo: Repository, given: NewFlags): Promise<Declared> {
  const declared: Declared[] = []
  await editIntents(repo, (text, intents) => {
    const free = nextId(intents.keys())
    const intent = readDeclaration({ ...given, id: given.id ?? free })
    if (intents.has(intent.id))
      throw usageError(`${intent.id} is declared already`, `give another id: ${free} is free`)
    declared.push({ intent, others: [...intents.values()] })
    return addIntent(text, intent)
  })
  return declared[0]!
}

/** Asks for what is missing, where somebody can answer. */
async function completed(flags: NewFlags, free: string, io: Io): Promise<NewFlags> {
  const isWhole = flags.name !== undefined && flags.scope !== undefined
  if (isWhole || io.terminal === 'pipe') return flags
  const questions = {
    id: async () => (await io.ask(`Id [${free}]: `)) || undefined,
    name: () => io.ask('Name, in a few words: '),
    scope: async () => words(await io.ask('Which paths may it touch? Globs, with spaces between them: ')),
    accept: async () => oneOrNone(await io.ask('Done when (may be empty): ')),
  }
  const answers: Record<string, string | string[] | undefined> = {}
  for (const [key, question] of Object.entries(questions))
    if (!(key in flags)) answers[key] = await question()
  return { ...answers, ...flags }
}

function words(answer: string): string[] {
  return answer.split(/\s+/).filter((word) => word !== '')
}

function oneOrNone(answer: string): string[] {
  return answer === '' ? [] : [answer]
}

async function warnOverlap(
  repo: Repository,
  intent: Intent,
  others: readonly Intent[],
  io: Io,
): Promise<void> {
  if (intent.status !== 'IN_PROGRESS') return
  const known = await indexView(repo).names()
  for (const { intent: other, path } of overlapping(intent.owned_scope, others, known)) {
    io.err(
      `${io.style.yellow('warning:')} ${other.id} "${visible(other.name)}" is in progress, and both own paths like ${visible(path)}: parallel work may collide\n`,
    )
  }
}
