import { EXIT } from '../../core/error.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { jsonText } from '../../report/escape.ts'
import type { Command } from '../command.ts'
import { parseFlags } from '../flags.ts'
import { workingIntents } from '../ledger/intents.ts'
import { readChanges } from '../status/changes.ts'
import { readLocalCommits } from '../status/commits.ts'
import { isActive, readHookState } from '../status/hooks.ts'
import { workingPolicy } from '../status/policy.ts'
import { renderStatus, type Status } from '../status/text.ts'
import { unstagedLedger } from '../unstaged-ledger.ts'

const options = { json: { type: 'boolean' } } as const

export const status: Command = {
  summary:
    'Say where this working tree stands: hooks, intents, untraced changes, commits the gate has not seen',
  usage: `Usage: intentgate status [--json]

A quick look that judges nothing and always exits 0. What the gate would say: intentgate check.
`,
  async run(args, io) {
    const { values } = parseFlags(args, options)
    const repo = await openRepository(io.cwd)
    try {
      const found = await readStatus(repo, io.cwd)
      io.out(values.json === true ? jsonText(describe(found)) : renderStatus(found, io.style))
      return EXIT.pass
    } finally {
      await repo.close()
    }
  },
}

async function readStatus(repo: Repository, cwd: string): Promise<Status> {
  const intents = workingIntents(repo)
  return {
    hooks: await readHookState(cwd),
    intents: [...intents.values()].filter((intent) => intent.status === 'IN_PROGRESS'),
    ledger: await unstagedLedger(repo),
    changes: await readChanges(repo, intents),
    commits: await readLocalCommits(repo, workingPolicy(repo).baseline ?? null),
  }
}

function describe({ hooks, intents, ledger, changes, commits }: Status): object {
  const inProgress = intents.map(({ id, name, owned_scope }) => ({ id, name, owned_scope }))
  return {
    version: 1,
    hooks: { active: isActive(hooks), ...hooks },
    intents: inProgress,
    unstagedLedger: ledger,
    changes,
    commits,
  }
}
