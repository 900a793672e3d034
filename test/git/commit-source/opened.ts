import { spawnSync } from 'node:child_process'
import { onTestFinished } from 'vitest'
import type { CommitSource } from '../../../src/git/commit-source.ts'
import { openScratch, type ScratchRequest } from '../../../src/git/scratch-source.ts'
import { openWorkspace } from '../../../src/git/workspace-source.ts'
import { temporaryFolder } from '../../support/repo.ts'

/** Closed when the test ends. */
export async function scratchOf(
  request: Partial<ScratchRequest> & Pick<ScratchRequest, 'url'>,
): Promise<CommitSource> {
  const source = await openScratch({ folder: temporaryFolder(), token: '', ...request })
  onTestFinished(() => source.close())
  return source
}

export async function workspaceAt(folder: string, env = process.env): Promise<CommitSource | null> {
  const source = await openWorkspace(folder, env)
  onTestFinished(() => source?.close())
  return source
}

/** What git says there, by line. Throws unless it succeeds. */
export function gitIn({ dir, env }: Pick<CommitSource, 'dir' | 'env'>, ...args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: dir, env })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '')
}
