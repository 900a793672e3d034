import { tmpdir } from 'node:os'
import { GateError } from '../src/core/error.ts'
import type { CommitSource } from '../src/git/commit-source.ts'
import { openScratch } from '../src/git/scratch-source.ts'
import { openWorkspace } from '../src/git/workspace-source.ts'
import type { Judging } from './event.ts'
import { type Range, rangeOf } from './range.ts'

export interface Located {
  readonly source: CommitSource
  readonly range: Range
}

/** The workspace where it is a whole clone that holds both ends, only read; else a repository of our own that fetches. */
export async function locate(plan: Judging, token: string, env: NodeJS.ProcessEnv): Promise<Located> {
  const workspace = await inWorkspace(plan, env)
  if (workspace !== null) return workspace
  const { url, via } = plan
  const folder = env.RUNNER_TEMP || tmpdir()
  return await inSource(plan, await openScratch({ folder, url, token, via, env, ...formatOf(plan) }))
}

async function inWorkspace(plan: Judging, env: NodeJS.ProcessEnv): Promise<Located | null> {
  if (!env.GITHUB_WORKSPACE) return null
  const source = await openWorkspace(env.GITHUB_WORKSPACE, env)
  if (source === null) return null
  try {
    return await inSource(plan, source)
  } catch (error) {
    if (isAskingForMore(error)) return null
    throw error
  }
}

async function inSource(plan: Judging, source: CommitSource): Promise<Located> {
  try {
    return { source, range: await rangeOf(plan, source) }
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Could a repository that holds more answer? Asked about a commit that it lacks, git may just fail. */
export function isAskingForMore(error: unknown): boolean {
  const codes = ['UNKNOWN_REVISION', 'SHALLOW', 'MISSING_OBJECT', 'NO_MERGE_BASE', 'GIT_FAILED']
  return error instanceof GateError && codes.includes(error.code)
}

/** A repository has one kind of ids, and an own one has to be made for it. */
function formatOf({ base, head }: Judging): { readonly objectFormat?: 'sha1' | 'sha256' } {
  const known = [head, base].find((end) => 'commit' in end)
  if (known === undefined) return {}
  return { objectFormat: known.commit.length === 64 ? 'sha256' : 'sha1' }
}
