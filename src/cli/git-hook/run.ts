import { GateError } from '../../core/error.ts'
import { openRepository } from '../../git/repository.ts'
import type { Repository } from '../../git/types.ts'
import { reporters } from '../../report/index.ts'
import { expectShortLife } from '../../short-lived.ts'
import { explainFileFailure } from '../../store/file-failure.ts'
import { afterCommit } from './after-commit.ts'
import { judgeCommit, judgeMessage, prepareMessage } from './commit.ts'
import { type HookIo, processHookIo } from './hook-io.ts'
import { judgePush } from './push.ts'
import { judgeReceived } from './receive.ts'

type Handler = (repo: Repository, io: HookIo, args: readonly string[]) => Promise<number>

const events: Record<string, Handler> = {
  'pre-commit': judgeCommit,
  'pre-merge-commit': judgeCommit,
  'prepare-commit-msg': prepareMessage,
  'commit-msg': judgeMessage,
  'pre-push': judgePush,
  'post-commit': afterCommit,
  'pre-receive': judgeReceived,
}

/** The full judgement behind a git hook: its exit code. What cannot be judged blocks, with its remedy. */
export async function runGitHook(event: string, args: readonly string[]): Promise<number> {
  expectShortLife()
  const io = processHookIo()
  const run = events[event]
  try {
    if (run === undefined)
      throw new GateError('USAGE', {
        message: `'${event}' is not a git hook of intentgate`,
        remedy: `it has ${Object.keys(events).join(', ')}`,
      })
    if (event !== 'pre-merge-commit') forgetMergeNames()
    return await withRepository(event, (repo) => run(repo, io, args))
  } catch (thrown) {
    const error = explainFileFailure(thrown)
    if (!(error instanceof GateError)) throw error
    io.err(reporters.text.failure(error, { colour: 'never', layout: 'grouped', width: 100, unicode: 'no' }))
    return error.exit
  }
}

/**
 * Only to pre-merge-commit git names what it merges in GITHEAD_<id>; later MERGE_HEAD says so. Anywhere else they would turn
 * the commit of somebody else's lines into the clean merge of a branch that holds them.
 */
function forgetMergeNames(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('GITHEAD_')) delete process.env[name]
}

async function withRepository(event: string, run: (repo: Repository) => Promise<number>): Promise<number> {
  // What is pushed to is bare, and no working tree of its own.
  const repo = await openRepository(process.cwd(), event === 'pre-receive' ? 'commits' : 'worktree')
  try {
    return await run(repo)
  } finally {
    await repo.close()
  }
}
