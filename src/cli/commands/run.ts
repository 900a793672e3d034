import { EXIT, GateError } from '../../core/error.ts'
import type { Intents } from '../../core/intent.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { type Draft, type FileDraft, recordWrites } from '../../record.ts'
import { commandLineSession, stateFolder } from '../../store/session.ts'
import { agentVariable } from '../agent-environment.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { chooseClear, warnLeftOut } from '../ledger/choose-clear.ts'
import { openIntent } from '../ledger/choose-intent.ts'
import { workingIntents } from '../ledger/intents.ts'
import { countOf, listOf, warnOutOfScope } from '../ledger/report.ts'
import { runCommand } from '../run/run-command.ts'
import { type Changes, changesIn, openWindow } from '../run/window.ts'
import { VERSION } from '../version.ts'

const options = { intent: { type: 'string' } } as const

export const run: Command = {
  summary: 'Run a formatter or a generator, and trace what it changes',
  usage: `Usage: intentgate run [--intent ID] -- COMMAND [ARGUMENT…]

Runs the command, and records what it changed in the working tree, file by file. What had changed before and is in no record
stays nobody's, and a file with such changes is left out: record or adopt it first.

  --intent ID   what it is run for; default: for each file the only intent in progress that owns it

Exit code: the command's own.
`,
  async run(args, io) {
    const { command, intent } = readCommand(args)
    const repo = await openRepository(io.cwd)
    try {
      if (intent !== undefined) openIntent(workingIntents(repo), intent)
      const window = await openWindow(repo)
      const code = await runCommand(command, io)
      const changes = await changesIn(repo, window)
      warnUnclear(io, changes)
      if (changes.files.length > 0) await recordChanges(repo, io, changes.files, intent)
      return code
    } finally {
      await repo.close()
    }
  },
}

function readCommand(args: readonly string[]) {
  const end = args.indexOf('--')
  const { values } = parseFlags(end === -1 ? args : args.slice(0, end), options, 'any')
  const [program, ...rest] = end === -1 ? [] : args.slice(end + 1)
  if (program === undefined)
    throw usageError('no command to run', 'give it after --: npx intentgate run -- npx prettier --write src')
  return { command: [program, ...rest] as const, intent: values.intent }
}

function warnUnclear({ err, style }: Io, { unclear }: Changes): void {
  if (unclear.length === 0) return
  err(
    `${style.yellow('warning:')} ${countOf(unclear)} had changed before, without a record: what the command did is not recorded either\n${listOf(unclear)}`,
  )
}

// The command has run, and its exit code stands: that nothing is clear about what it changed is for the gate to refuse.
async function recordChanges(
  repo: Repository,
  io: Io,
  files: readonly FileDraft[],
  intent: string | undefined,
): Promise<void> {
  const intents = workingIntents(repo)
  const clear = chooseOrSay(io, files, intents, intent)
  if (clear === null) return
  warnLeftOut(io, clear.leftOut)
  warnOutOfScope(io, clear.assignment, intents)
  const { records, warnings } = await recordWrites(repo, draftsOf(repo, io, files, clear.assignment))
  io.err(`intentgate: recorded ${countOf(records.flatMap(({ paths }) => paths))}\n`)
  for (const warning of warnings) io.err(`${io.style.yellow('warning:')} ${warning}\n`)
}

function chooseOrSay(io: Io, files: readonly FileDraft[], intents: Intents, intent: string | undefined) {
  try {
    return chooseClear(
      files.map(({ path }) => path),
      intents,
      intent,
    )
  } catch (error) {
    if (!(error instanceof GateError) || error.exit !== EXIT.usage) throw error
    io.err(`${io.style.yellow('warning:')} ${error.message}\n`)
    return null
  }
}

/** One per file, always the same for the same change: lint-staged runs several commands at once, and each sees what all did. */
function draftsOf(
  repo: Repository,
  { env }: Io,
  files: readonly FileDraft[],
  assignment: ReadonlyMap<string, readonly string[]>,
): Draft[] {
  const session = commandLineSession(stateFolder(repo.gitDir))
  const byPath = new Map(files.map((file) => [file.path, file]))
  const tool = { name: 'intentgate', version: VERSION, call: 'run' }
  const contributor = agentVariable(env) === null ? 'unknown' : 'ai'
  return Array.from(assignment, ([intent, paths]) =>
    paths.map(
      (path): Draft => ({
        ...{ intent, contributor, model: null, tool, session, callId: 'run' },
        files: [byPath.get(path)!],
      }),
    ),
  ).flat()
}
