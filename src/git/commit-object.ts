import { GateError } from '../core/error.ts'
import { type Place, runGit } from './run.ts'

const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const REF = /^refs\/[^\0-\x20\x7f~^:?*[\\]+$/

/** Names that come from an event: anything else than a full id could be an option, or a name that a pull request chose. */
export function requireId(name: string): void {
  if (!FULL_ID.test(name)) throw new GateError('INVALID_REVISION', { name, why: 'it is no full commit id' })
  if (/^0+$/.test(name)) throw new GateError('NULL_REVISION', { name })
}

/** As `requireId`, for the full name of a ref: git would take a `*` in it for a pattern. */
export function requireRef(name: string): void {
  if (!REF.test(name)) throw new GateError('INVALID_REVISION', { name, why: 'it is no full name of a ref' })
}

/** The parents that a commit names itself; null = it is not here. Not rev-list: at a shallow edge that knows of none. */
export async function recordedParents(place: Place, commit: string): Promise<readonly string[] | null> {
  const { status, stdout } = await runGit(place, ['cat-file', 'commit', commit], { allow: [128] })
  if (status !== 0) return null
  const [header = ''] = stdout.toString('latin1').split('\n\n', 1)
  return Array.from(header.matchAll(/^parent ([0-9a-f]+)$/gm), ([, id = '']) => id)
}

/** Throws UNKNOWN_REVISION for the first that is not here. */
export async function requireCommits(place: Place, commits: readonly string[]): Promise<void> {
  const found = await Promise.all(commits.map((commit) => recordedParents(place, commit)))
  const missing = commits.find((_, i) => found[i] === null)
  if (missing !== undefined) throw new GateError('UNKNOWN_REVISION', { name: missing })
}
