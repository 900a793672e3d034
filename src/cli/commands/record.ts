import { randomUUID } from 'node:crypto'
import { EXIT } from '../../core/error.ts'
import { operationInProgress } from '../../git/operation.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { type Draft, type FileDraft, ledgerSite, type Recorded, recordWrites } from '../../record.ts'
import { labelOf } from '../../recorder/adapters/visible.ts'
import { commandLineSession, stateFolder } from '../../store/session.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { chooseFor, leftNested, warnLeftOut } from '../ledger/choose-clear.ts'
import type { Assignment } from '../ledger/choose-intent.ts'
import { workingIntents } from '../ledger/intents.ts'
import { namedPlaces, refuseUnknown } from '../ledger/pathspec.ts'
import { requirePerson } from '../ledger/person.ts'
import { sayRecorded, warnOutOfScope } from '../ledger/report.ts'
import { changesSinceRecord } from '../ledger/since-record.ts'
import { stageLedger } from '../ledger/stage.ts'
import { createProgress } from '../progress.ts'
import { VERSION } from '../version.ts'

const options = {
  intent: { type: 'string' },
  by: { type: 'string' },
  model: { type: 'string' },
  tool: { type: 'string' },
  stage: { type: 'boolean' },
} as const

const CONTRIBUTORS = ['ai', 'human', 'mixed'] as const
type By = (typeof CONTRIBUTORS)[number]

export const record: Command = {
  summary: 'Trace what changed in the working tree since the last record',
  usage: `Usage: intentgate record [--intent ID] [--by ai|human|mixed] [--model ID] [--tool NAME] [--stage] [--] [PATH…]

  --intent ID   what it was written for; default: the only intent in progress that owns the file
  --by WHO      who wrote it: ai (the default), human or mixed; an agent cannot say human
  --model ID    the model that wrote it, e.g. anthropic/claude-sonnet-4-5
  --tool NAME   the tool that wrote it; default: intentgate
  --stage       stage the ledger, not the files
  PATH          files or folders, literally; default: everything that changed, but what is no intent's, or several intents'
`,
  async run(args, io) {
    const { values, positionals } = parseFlags(args, options, 'any')
    const by = contributorOf(values.by, io)
    for (const flag of ['model', 'tool'] as const) refuseName(flag, values[flag])
    const repo = await openRepository(io.cwd)
    try {
      const intents = workingIntents(repo)
      const places = namedPlaces(repo, positionals)
      const { files, nested } = await changesSinceRecord(repo, places, values.intent)
      const changed = files.map(({ path }) => path)
      await refuseUnknown(repo, { typed: positionals, places, changed })
      if (files.length === 0) {
        warnLeftOut(io, leftNested(nested))
        io.out('nothing has changed since the last record\n')
      } else {
        const { assignment, leftOut } = chooseFor(changed, intents, { places, named: values.intent })
        warnLeftOut(io, [...leftOut, ...leftNested(nested)])
        warnOutOfScope(io, assignment, intents)
        const drafts = draftsOf(repo, files, assignment, {
          by,
          model: values.model ?? null,
          tool: values.tool,
        })
        sayRecorded(io, await recordAll(io, repo, drafts), by)
      }
      if (values.stage === true || (await isLeftToUs(repo))) await stageLedger(repo)
      return EXIT.pass
    } finally {
      await repo.close()
    }
  },
}

async function recordAll(io: Io, repo: Repository, drafts: readonly Draft[]): Promise<Recorded> {
  const progress = createProgress(io, 'files read')
  try {
    return await recordWrites(repo, drafts, {
      // Thousands of files are read in seconds: to show each would take longer.
      onFile: (done, total) => {
        if (done % 50 === 0) progress.show(done, total)
      },
    })
  } finally {
    progress.clear()
  }
}

/** `git rebase --continue` does not run pre-commit, which else stages the records. */
async function isLeftToUs(repo: Repository): Promise<boolean> {
  return (await operationInProgress(repo)) === 'rebase' && (await ledgerSite(repo)).site.autostage === 'on'
}

function contributorOf(by: string | undefined, io: Io): By {
  const known = CONTRIBUTORS.find((contributor) => contributor === (by ?? 'ai'))
  if (known === undefined)
    throw usageError(`--by ${by} is not known`, `choose one of: ${CONTRIBUTORS.join(', ')}`)
  if (known === 'human') requirePerson(io, 'record it --by ai, or have the person run: npx intentgate adopt')
  return known
}

function refuseName(flag: string, name: string | undefined): void {
  if (name !== undefined && labelOf(name) === null)
    throw usageError(
      `--${flag} cannot go into a record`,
      'give a short name, without an e-mail address and without an absolute path',
    )
}

interface Author {
  readonly by: By
  readonly model: string | null
  readonly tool: string | undefined
}

function draftsOf(
  repo: Repository,
  files: readonly FileDraft[],
  assignment: Assignment,
  { by, model, tool }: Author,
): Draft[] {
  const session = commandLineSession(stateFolder(repo.gitDir))
  const callId = randomUUID()
  const named = tool === undefined ? { name: 'intentgate', version: VERSION } : { name: tool }
  return Array.from(assignment, ([intent, paths]) => ({
    intent,
    contributor: by,
    model,
    tool: { ...named, call: 'record' },
    session,
    callId,
    files: pick(files, new Set(paths)),
  }))
}

function pick(files: readonly FileDraft[], paths: ReadonlySet<string>): FileDraft[] {
  return files.filter(({ path }) => paths.has(path))
}
