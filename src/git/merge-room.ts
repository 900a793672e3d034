import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import { LEDGER_FILE, LEDGER_FOLDER } from '../core/sidecar.ts'
import { attributeFiles } from './attribute-files.ts'
import { temporaryFolder } from './scratch.ts'
import type { Repository, RunOptions, RunResult } from './types.ts'

const SLASH = 0x2f

/** git in the room: it finds every object, and writes new ones to the scratch store. */
export type RoomGit = (args: readonly string[], options?: RunOptions) => Promise<RunResult>

/**
 * Lends a repository that shares our objects and nothing else, so that a merge redone in it comes out the same on every
 * machine: no setting, attribute or merge driver of this one counts. A driver is a local setting; where `.gitattributes` names
 * one, the merge is redone as text, as any clone without it would. `.gitattributes` come from `ours`, as in a real merge.
 */
export async function withMergeRoom<T>(
  repo: Repository,
  ours: string,
  work: (git: RoomGit) => Promise<T>,
): Promise<T> {
  const folder = temporaryFolder()
  try {
    furnish(repo, folder.path)
    await copyAttributes(repo, ours, folder.path)
    return await work(gitIn(repo, folder.path))
  } finally {
    folder.remove()
  }
}

function gitIn(repo: Repository, room: string): RoomGit {
  const gitDir = join(room, '.git')
  const nothing = join(gitDir, 'nothing')
  const env = {
    GIT_DIR: gitDir,
    GIT_COMMON_DIR: gitDir,
    GIT_WORK_TREE: room,
    GIT_INDEX_FILE: join(gitDir, 'index'),
    GIT_CONFIG_GLOBAL: nothing,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: '0',
    GIT_CONFIG_PARAMETERS: '',
    GIT_ATTR_NOSYSTEM: '1',
    // Commits made here only carry a tree to where a merge can find it: always the same id.
    ...identity('AUTHOR'),
    ...identity('COMMITTER'),
  }
  // Without the work tree as current folder git would look for .gitattributes where it stands.
  const always = ['-c', `core.attributesFile=${nothing}`, '-C', room]
  return (args, options = {}) =>
    repo.scratch([...always, ...args], { ...options, env: { ...env, ...options.env } })
}

function identity(role: 'AUTHOR' | 'COMMITTER'): Record<string, string> {
  return {
    [`GIT_${role}_NAME`]: 'intentgate',
    [`GIT_${role}_EMAIL`]: 'none',
    [`GIT_${role}_DATE`]: '@0 +0000',
  }
}

const ATTRIBUTES = [
  '* conflict-marker-size=7',
  // The ledger is a set of lines: both sides' records belong into the merge, wherever a side put them.
  `/${LEDGER_FILE} merge=union`,
  `/${LEDGER_FOLDER}/** merge=union`,
]

function furnish(repo: Repository, room: string): void {
  const gitDir = join(room, '.git')
  for (const folder of ['objects', 'refs', 'info']) mkdirSync(join(gitDir, folder), { recursive: true })
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n')
  writeFileSync(join(gitDir, 'config'), configOf(repo.objectFormat))
  writeFileSync(join(gitDir, 'info', 'attributes'), `${ATTRIBUTES.join('\n')}\n`)
  // Otherwise git would look for the parents that a shallow clone has cut off.
  if (repo.shallow) copyFileSync(join(repo.commonDir, 'shallow'), join(gitDir, 'shallow'))
}

function configOf(objectFormat: Repository['objectFormat']): string {
  const core = '[core]\n\trepositoryformatversion = 1\n\tbare = false\n'
  return objectFormat === 'sha256' ? `${core}[extensions]\n\tobjectFormat = sha256\n` : core
}

async function copyAttributes(repo: Repository, ours: string, room: string): Promise<void> {
  const { stdout } = await repo.scratch(['ls-tree', '-r', '-z', '--full-tree', ours])
  for (const { path, blob } of attributeFiles(stdout)) {
    const content = await repo.content(blob)
    if (content === 'missing') throw new GateError('MISSING_OBJECT', { oid: blob, what: '.gitattributes' })
    if (content === 'large') continue // as git does, though its limit is higher
    const file = Buffer.concat([Buffer.from(`${room}/`), path])
    mkdirSync(file.subarray(0, file.lastIndexOf(SLASH)), { recursive: true })
    writeFileSync(file, content)
  }
}
