import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shellQuote } from '../core/shell.ts'
import { openRepository } from '../git/repository.ts'
import type { Repository } from '../git/types.ts'
import { readState } from '../store/writer-state.ts'
import type { Io } from './command.ts'

/** Ledger files that this working tree wrote, and whose latest records are not staged: root-relative. */
export async function unstagedLedger(repo: Repository): Promise<string[]> {
  const own = readState(stateOf(repo))
    .files.map(({ path }) => path)
    .filter((path) => existsSync(join(repo.top, path)))
  if (own.length === 0) return []
  const { stdout } = await repo.git(['ls-files', '-z', '--others', '--modified', '--', ...own])
  return [...new Set(stdout.toString('utf8').split('\0'))].filter((path) => path !== '')
}

/** What a person types to stage them; null = there is nothing to stage. */
export async function stagingCommand(repo: Repository): Promise<string | null> {
  const files = await unstagedLedger(repo)
  return files.length === 0 ? null : `git -C ${shellQuote(repo.top)} add ${files.map(shellQuote).join(' ')}`
}

/**
 * The hook stages the recorder's open shards before it judges; a command that only judges may not. Without this a person would be
 * told that a change has no trace, and the commit would pass.
 */
export async function noteUnstagedLedger({ cwd, err, style }: Io): Promise<void> {
  const repo = await openRepository(cwd)
  try {
    const command = await stagingCommand(repo)
    if (command === null) return
    const byItself = existsSync(join(stateOf(repo), 'open')) ? '   (git commit does it by itself)' : ''
    err(`${style.yellow('note:')} records that are not staged do not count here: ${command}${byItself}\n`)
  } finally {
    await repo.close()
  }
}

// Only looked into: a checkout that is only read must not be written to.
function stateOf({ gitDir }: Repository): string {
  return join(gitDir, 'intentgate')
}
