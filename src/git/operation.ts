import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import type { Operation } from '../core/snapshot.ts'
import type { Repository } from './types.ts'

/** What git is in the middle of. A rebase comes first: it leaves CHERRY_PICK_HEAD or MERGE_HEAD beside its own folder. */
export async function operationInProgress(repo: Repository): Promise<Operation> {
  const has = (name: string): boolean => existsSync(join(repo.gitDir, name))
  if (has('rebase-merge') || has('rebase-apply')) return 'rebase'
  if ((await mergeHeads(repo)).length > 0) return 'merge'
  if (has('CHERRY_PICK_HEAD')) return 'cherry-pick'
  if (has('REVERT_HEAD')) return 'revert'
  return sequenced(repo)
}

/** Between two picks of a sequence no HEAD file is there, only the list of what is left. */
async function sequenced(repo: Repository): Promise<Operation> {
  const todo = await textOrNull(join(repo.gitDir, 'sequencer', 'todo'))
  if (todo === null) return null
  return /^revert\b/m.test(todo) ? 'revert' : 'cherry-pick'
}

/**
 * The commits that are being merged into HEAD. Before a clean merge is committed MERGE_HEAD does not exist yet, and git names
 * them to its hooks in GITHEAD_<id>.
 */
export async function mergeHeads(repo: Repository, env: NodeJS.ProcessEnv = process.env): Promise<string[]> {
  const length = repo.objectFormat === 'sha256' ? 64 : 40
  const isId = (text: string): boolean => text.length === length && /^[0-9a-f]+$/.test(text)
  const text = await textOrNull(join(repo.gitDir, 'MERGE_HEAD'))
  if (text === null) {
    const names = Object.keys(env).filter((name) => name.startsWith('GITHEAD_'))
    return names.map((name) => name.slice('GITHEAD_'.length)).filter(isId)
  }
  const ids = text.split('\n').filter((line) => line !== '')
  if (ids.length === 0 || !ids.every(isId)) {
    throw new GateError('GIT_OUTPUT', { command: 'merge', detail: 'MERGE_HEAD does not hold commit ids' })
  }
  return ids
}

async function textOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
