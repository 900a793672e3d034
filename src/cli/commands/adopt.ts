import { randomUUID } from 'node:crypto'
import { type Change, stateKey } from '../../core/change.ts'
import { EXIT } from '../../core/error.ts'
import type { Intents } from '../../core/intent.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { worktreeState } from '../../git/worktree.ts'
import { type Draft, type Recorded, recordWrites } from '../../record.ts'
import { commandLineSession, stateFolder } from '../../store/session.ts'
import type { Command, Io } from '../command.ts'
import { parseFlags, usageError } from '../flags.ts'
import { changesToCommit, type Measured, traceable } from '../ledger/adoptable.ts'
import { unchained } from '../ledger/chained.ts'
import { changesSince } from '../ledger/changes-since.ts'
import { chooseFor, leftNested, warnLeftOut } from '../ledger/choose-clear.ts'
import type { Assignment } from '../ledger/choose-intent.ts'
import { fileDraft } from '../ledger/file-drafts.ts'
import { workingIntents } from '../ledger/intents.ts'
import { isNamed, namedPlaces, refuseUnknown } from '../ledger/pathspec.ts'
import { requirePerson } from '../ledger/person.ts'
import { countOf, listOf, sayRecorded, warnOutOfScope } from '../ledger/report.ts'
import { stageLedger } from '../ledger/stage.ts'
import { VERSION } from '../version.ts'

const options = {
  intent: { type: 'string' },
  since: { type: 'string' },
  all: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const

export const adopt: Command = {
  summary: 'Say that a change is yours, for an intent',
  usage: `Usage: intentgate adopt [--intent ID] [--since REV] [--yes] [--] PATH…
       intentgate adopt [--intent ID] [--since REV] [--yes] --all

Writes a record by a person for what is staged, and where a path is not staged, for its working tree; then stages the ledger.

  --intent ID   what the change is for; default: the only intent in progress that owns the file
  --since REV   what would land in REV, not what changed since HEAD: the way out when a range is refused
  --all         every changed file that no records lead to yet, but what is no intent's, or several intents'
  --yes         do not ask; an agent cannot adopt even so
  PATH          files or folders, literally
`,
  async run(args, io) {
    const { values, positionals } = parseFlags(args, options, 'any')
    requirePerson(io, 'record it instead: npx intentgate record; or have the person adopt it')
    const repo = await openRepository(io.cwd)
    try {
      const intents = workingIntents(repo)
      const paths = namedPlaces(repo, positionals)
      const { changes, nested } = await chosenChanges(repo, intents, { ...values, paths, typed: positionals })
      if (changes.length === 0) {
        warnLeftOut(io, leftNested(nested))
        io.out('nothing to adopt\n')
        return EXIT.pass
      }
      const changed = changes.map(({ path }) => path)
      const { assignment, leftOut } = chooseFor(changed, intents, { places: paths, named: values.intent })
      warnLeftOut(io, [...leftOut, ...leftNested(nested)])
      warnOutOfScope(io, assignment, intents)
      if (values.yes !== true && !(await isConfirmed(io, assignment))) return EXIT.usage
      const chosen = new Set([...assignment.values()].flat())
      const adopted = changes.filter(({ path }) => chosen.has(path))
      sayRecorded(io, await recordAdoption(repo, adopted, assignment), 'a person')
      await stageLedger(repo)
      io.err('the ledger is staged: commit it with the change\n')
      return EXIT.pass
    } finally {
      await repo.close()
    }
  },
}

interface Choice {
  readonly since?: string | undefined
  readonly all?: boolean | undefined
  /** Absolute, and as they were typed. */
  readonly paths: readonly string[]
  readonly typed: readonly string[]
}

async function chosenChanges(
  repo: Repository,
  intents: Intents,
  choice: Choice,
): Promise<Pick<Measured, 'changes' | 'nested'>> {
  const measured = traceable(await measure(repo, choice))
  const changed = measured.changes.map(({ path }) => path)
  await refuseUnknown(repo, { typed: choice.typed, places: choice.paths, changed })
  if (choice.all === true)
    return { changes: await unchained(repo, measured, intents), nested: measured.nested }
  if (choice.paths.length > 0 || measured.changes.length === 0) return measured
  throw usageError(
    `which of the ${countOf(changed)} that changed?\n${listOf(changed)}`,
    'name them, or give --all',
  )
}

async function measure(repo: Repository, { since, paths }: Choice): Promise<Measured> {
  if (since === undefined) return changesToCommit(repo, paths)
  const measured = await changesSince(repo, since)
  return { ...measured, changes: measured.changes.filter(({ path }) => isNamed(repo, path, paths)) }
}

async function isConfirmed(io: Io, assignment: Assignment): Promise<boolean> {
  for (const [intent, paths] of assignment) io.err(`for ${intent}, ${countOf(paths)}:\n${listOf(paths)}`)
  const answer = await io.ask('Is this change yours? [y/N] ')
  if (/^y(?:es)?$/i.test(answer)) return true
  io.err('nothing was adopted\n')
  return false
}

// What is staged, or would land elsewhere, need not be what the working tree holds: `record` goes on from that alone.
async function recordAdoption(
  repo: Repository,
  changes: readonly Change[],
  assignment: Assignment,
): Promise<Recorded> {
  const drafts = await draftsOf(repo, changes, assignment)
  const worktree = await worktreeState(
    repo,
    changes.map(({ path }) => path),
  )
  return recordWrites(repo, drafts, {
    isInWorktree: ({ path, after }) => stateKey(worktree.get(path)?.entry ?? null) === stateKey(after),
  })
}

async function draftsOf(
  repo: Repository,
  changes: readonly Change[],
  assignment: Assignment,
): Promise<Draft[]> {
  const session = commandLineSession(stateFolder(repo.gitDir))
  const callId = randomUUID()
  const byPath = new Map(changes.map((change) => [change.path, change]))
  const drafts: Draft[] = []
  for (const [intent, paths] of assignment) {
    const files = paths.map((path) => byPath.get(path)!)
    drafts.push({
      intent,
      contributor: 'human',
      model: null,
      tool: { name: 'intentgate', version: VERSION, call: 'adopt' },
      session,
      callId,
      files: await Promise.all(files.map(({ path, before, after }) => fileDraft(repo, path, before, after))),
    })
  }
  return drafts
}
