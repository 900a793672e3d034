import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import type { Source } from '../core/snapshot.ts'
import { remember } from './remember.ts'
import { refuseEdge } from './shallow.ts'
import type { Repository } from './types.ts'

/**
 * The full id of the commit that a branch, a tag, an id or an expression like `HEAD~3` names. Strict, since a name that reads two
 * ways would let the pull request choose what it is judged by.
 * Throws INVALID_REVISION, AMBIGUOUS_REVISION (exit 2), NULL_REVISION, UNKNOWN_REVISION, SHALLOW (exit 3).
 */
export function resolveCommit(repo: Repository, name: string): Promise<string> {
  // What a whole id names stays the same, and a range asks for its ends again and again.
  return FULL_ID.test(name) ? resolverOf(repo)(name) : resolve(repo, name)
}

const resolvers = new WeakMap<Repository, (id: string) => Promise<string>>()

function resolverOf(repo: Repository): (id: string) => Promise<string> {
  const known = resolvers.get(repo) ?? remember((id) => resolve(repo, id))
  resolvers.set(repo, known)
  return known
}

async function resolve(repo: Repository, name: string): Promise<string> {
  const why = whyInvalid(name)
  if (why !== null) throw new GateError('INVALID_REVISION', { name, why })
  if (NULL_ID.test(name)) throw new GateError('NULL_REVISION', { name })
  const readings = await readingsOf(repo, nameOf(name))
  if (readings.length > 1)
    throw new GateError('AMBIGUOUS_REVISION', { name, readings: readings.join(' and ') })
  const commit = await repo.info(`${name}^{commit}`)
  if (commit !== null) return commit.oid
  const maybeBeyondEdge = FULL_ID.test(name) || name !== nameOf(name)
  if (repo.shallow && maybeBeyondEdge) throw new GateError('SHALLOW', { what: `'${name}'` })
  throw new GateError('UNKNOWN_REVISION', { name })
}

const NULL_ID = /^(?:0{40}|0{64})$/
const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

function whyInvalid(name: string): string | null {
  if (name === '') return 'it is empty'
  if (name.startsWith('-')) return 'it looks like an option'
  if (/[\s\0-\x1f\x7f]/.test(name)) return 'it holds white space or control characters'
  if (name.includes('..')) return 'it is a range'
  return /^[:^]/.test(name) ? `it begins with ${name[0]}` : null
}

/** The part that a ref may be named: none of these characters can stand in one. */
function nameOf(expression: string): string {
  return /^(?:(?!@\{)[^~^:])*/.exec(expression)?.[0] ?? ''
}

/** Everything that git could take `name` for, in its own order of precedence; git would pick the first, with a warning at most. */
async function readingsOf(repo: Repository, name: string): Promise<string[]> {
  const refs = [
    name,
    `refs/${name}`,
    `refs/tags/${name}`,
    `refs/heads/${name}`,
    `refs/remotes/${name}`,
    `refs/remotes/${name}/HEAD`,
  ]
  const wanted = refs.filter((ref) => ref.startsWith('refs/'))
  const { stdout } = await repo.git(['for-each-ref', '--format=%(refname)', ...wanted])
  const existing = new Set(stdout.toString('utf8').split('\n'))
  const readings = wanted.filter((ref) => existing.has(ref))
  // HEAD, MERGE_HEAD, … are files of this worktree, and an id of full length needs no ref at all.
  const isPseudoRef = /^[A-Z_]+$/.test(name) && existsSync(join(repo.gitDir, name))
  return isPseudoRef || FULL_ID.test(name) ? [name, ...readings] : readings
}

/** Every best common ancestor, best first; none = unrelated histories. Throws SHALLOW where the clone's edge hides the answer. */
export async function mergeBases(repo: Repository, a: string, b: string): Promise<string[]> {
  const what = `the merge base of ${a} and ${b}`
  await refuseEdge(repo, [`${a}...${b}`], what)
  const { stdout } = await repo.git(['merge-base', '--all', a, b], { allow: [1] })
  const bases = stdout
    .toString('latin1')
    .split('\n')
    .filter((id) => id !== '')
  // Of two bases one may be the other's ancestor, by a path that is cut off.
  if (bases.length > 1) await refuseEdge(repo, bases, what)
  return bases
}

/** How many commits `base..head` has, by full ids. */
export async function countCommits(
  repo: Pick<Repository, 'git'>,
  { base, head }: Pick<Source, 'base' | 'head'>,
): Promise<number> {
  const { stdout } = await repo.git(['rev-list', '--count', `${base}..${head}`, '--'])
  return Number(stdout.toString('latin1'))
}

/** Is `ancestor` reachable from `commit`? A commit is its own ancestor. Throws SHALLOW where the clone's edge hides the answer. */
export async function isAncestor(repo: Repository, ancestor: string, commit: string): Promise<boolean> {
  const { status } = await repo.git(['merge-base', '--is-ancestor', ancestor, commit], { allow: [1] })
  if (status === 1)
    await refuseEdge(repo, [`${ancestor}..${commit}`], `whether ${commit} descends from ${ancestor}`)
  return status === 0
}
