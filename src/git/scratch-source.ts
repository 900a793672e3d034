import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { recordedParents, requireCommits, requireId, requireRef } from './commit-object.ts'
import type { CommitSource } from './commit-source.ts'
import { hardened } from './environment.ts'
import { bringCommit, bringRange, bringWhole, type Extent, init, type Scratch } from './fetch-range.ts'
import { createRemote, type Patience, type Remote } from './remote.ts'

export interface ScratchRequest {
  /** An existing folder, where a temporary one is made. */
  readonly folder: string
  /** https, http or file; without a user and a password. */
  readonly url: string
  /** '' = none. It is passed to git in the environment only. */
  readonly token: string
  /** Asked of the server when absent. */
  readonly objectFormat?: 'sha1' | 'sha256'
  /** Full names of refs that hold the commits, for a server that gives out none by its id; besides its branches and tags. */
  readonly via?: readonly string[]
  /** This process's environment when absent; only what leads to programs and to the network is taken from it. */
  readonly env?: NodeJS.ProcessEnv
  /** A minute and a quarter of an hour when absent. */
  readonly patience?: Patience
}

/**
 * A bare repository of our own that fetches what is asked for: no checkout, no hook, no setting of this machine, and nothing
 * written to any other clone. Throws USAGE for an address that it does not follow, FILE_SYSTEM, FETCH_FAILED, GIT_MISSING.
 */
export async function openScratch({ env, patience, ...request }: ScratchRequest): Promise<CommitSource> {
  const clean = cleanEnvironment(env ?? process.env, {})
  const limits = patience ?? { silence: 60, command: 900 }
  const remote = createRemote({ url: request.url, token: request.token, patience: limits }, clean)
  for (const ref of request.via ?? []) requireRef(ref)
  const objectFormat = request.objectFormat ?? (await formatOf(remote))
  const dir = makeFolder(request.folder)
  const judging = { ...clean, GIT_DIR: dir }
  const place = { cwd: dir, env: hardened(judging) }
  const scratch = { place, remote, objectFormat, via: request.via ?? [] }
  await init(scratch)
  return sourceOf(scratch, judging)
}

function makeFolder(inside: string): string {
  try {
    return mkdtempSync(join(realpathSync(inside), 'intentgate-commits-'))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const remedy = 'make it a folder that can be written: on a runner it is RUNNER_TEMP'
    throw new GateError('FILE_SYSTEM', { verb: 'write', path: inside, why, remedy }, { cause })
  }
}

async function formatOf(remote: Remote): Promise<'sha1' | 'sha256'> {
  const head = await remote.list(['HEAD'])
  // A server whose HEAD names no branch may have others.
  const refs = head.size > 0 ? head : await remote.list(['refs/heads/*'])
  const [id = ''] = refs.values()
  return id.length === 64 ? 'sha256' : 'sha1'
}

function sourceOf(scratch: Scratch, env: NodeJS.ProcessEnv): CommitSource {
  const { place, remote } = scratch
  const here = new Set<string>()
  let extent: Extent = 'range'
  return {
    kind: 'scratch',
    dir: place.cwd,
    env,
    async tip(ref) {
      requireRef(ref)
      const refs = await remote.list([ref, `${ref}^{}`])
      return refs.get(`${ref}^{}`) ?? refs.get(ref) ?? null
    },
    async parents(commit) {
      requireId(commit)
      const known = await recordedParents(place, commit)
      if (known !== null) return known
      await bringCommit(scratch, commit, extent)
      return recordedParents(place, commit)
    },
    async complete(base, head, expected) {
      for (const commit of [base, head]) requireId(commit)
      if (extent === 'range') extent = await bringRange(scratch, [base, head], expected)
      else if (![base, head].every((commit) => here.has(commit))) await bringWhole(scratch, [base, head])
      await requireCommits(place, [base, head])
      for (const commit of [base, head]) here.add(commit)
    },
    async deepen() {
      if (extent === 'whole') return 'nothing'
      extent = await bringWhole(scratch, [...here])
      return 'more'
    },
    async close() {
      rmSync(place.cwd, { recursive: true, force: true })
    },
  }
}
