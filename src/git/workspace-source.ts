import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { recordedParents, requireCommits, requireId, requireRef } from './commit-object.ts'
import type { CommitSource } from './commit-source.ts'
import { type Discovery, discover } from './discover.ts'
import { type Environment, hardened } from './environment.ts'
import { type Place, runGit } from './run.ts'

/** They win over what stands in the clone's own config, which an earlier step of the job may have written. */
const SETTINGS = {
  'safe.directory': '*', // in a container job the clone belongs to another user; nothing of it is run
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.commitGraph': 'false', // a file beside the commits that says what their parents are
}

/**
 * The clone whose top folder this is, to be read and nothing else; null where it is none that can be judged from: none at all,
 * bare, shallow, partial, or one that git refuses to open. Throws GIT_MISSING.
 */
export async function openWorkspace(
  folder: string,
  inherited: NodeJS.ProcessEnv,
): Promise<CommitSource | null> {
  if (!existsSync(join(folder, '.git'))) return null
  const clean = cleanEnvironment(inherited, SETTINGS)
  const [found, partial] = await Promise.all([discoverIn(folder, clean), isPartial(folder, clean)])
  if (found === null || partial || found.shallow || found.places.bare) return null
  const top = realpathSync(folder)
  if (realpathSync(found.places.top) !== top) return null
  const env = { ...clean, GIT_DIR: found.places.gitDir, GIT_WORK_TREE: top }
  return sourceAt({ cwd: top, env: hardened(env) }, env)
}

/** What git cannot open is fetched instead, so why it cannot is of no interest. */
async function discoverIn(folder: string, clean: Environment): Promise<Discovery | null> {
  try {
    return await discover(folder, hardened(clean))
  } catch (error) {
    if (error instanceof GateError && error.code !== 'GIT_MISSING') return null
    throw error
  }
}

const PARTIAL = '^(extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$'

/** Is it said to be, or can it not be told? */
async function isPartial(folder: string, clean: Environment): Promise<boolean> {
  const args = ['config', '--get-regexp', PARTIAL]
  const { status } = await runGit({ cwd: folder, env: hardened(clean) }, args, { allow: [1, 128] })
  return status !== 1
}

function sourceAt(place: Place, env: Environment): CommitSource {
  return {
    kind: 'workspace',
    dir: place.cwd,
    env: { ...env },
    tip: (ref) => tipOf(place, ref),
    async parents(commit) {
      requireId(commit)
      return recordedParents(place, commit)
    },
    async complete(base, head) {
      for (const commit of [base, head]) requireId(commit)
      await requireCommits(place, [base, head])
    },
    deepen: async () => 'nothing',
    close: async () => undefined,
  }
}

async function tipOf(place: Place, ref: string): Promise<string | null> {
  requireRef(ref)
  for (const name of placesOf(ref)) {
    // --verify: exactly this name; rev-parse alone would also find a branch that is called so.
    const { status, stdout } = await runGit(place, ['show-ref', '--verify', '--hash', name], {
      allow: [1, 128],
    })
    if (status === 0) return commitOf(place, stdout.toString('latin1').trim())
  }
  return null
}

/** Where a clone keeps what the server calls `ref`. Its own branches may stand anywhere. */
function placesOf(ref: string): string[] {
  if (ref.startsWith('refs/heads/')) return [`refs/remotes/origin/${ref.slice('refs/heads/'.length)}`]
  // actions/checkout keeps pull requests below refs/remotes.
  return ref.startsWith('refs/pull/') ? [ref, `refs/remotes/${ref.slice('refs/'.length)}`] : [ref]
}

async function commitOf(place: Place, id: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `${id}^{commit}`]
  const { status, stdout } = await runGit(place, args, { allow: [1, 128] })
  return status === 0 ? stdout.toString('latin1').trim() : null
}
