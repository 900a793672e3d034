import { GateError } from '../../core/error.ts'
import type { Repository } from '../../git/types.ts'

/** What a pushed ref is held against. Only the server's own configuration says so, which no push can change. */
export interface Law {
  /** Full name: new refs, and those that have no law of their own, are held against it. */
  readonly base: string
  /** The commits of the protected refs that exist, by full name. A protected ref is held against itself. */
  readonly tips: ReadonlyMap<string, string>
  readonly unadopted: 'accept' | 'refuse'
  isProtected(ref: string): boolean
  isIgnored(ref: string): boolean
}

/**
 * `intentgate.baseRef` (else what HEAD names), `intentgate.protectedRef`, `intentgate.ignoreRef`, `intentgate.require`.
 * Throws USAGE, GIT_FAILED.
 */
export async function readLaw(repo: Repository): Promise<Law> {
  const base = await targetOf(repo, (await configured(repo, 'baseRef')) ?? 'HEAD')
  if (base === 'HEAD') throw noBase()
  if (!NAME.test(base)) throw noName('baseRef', base)
  const isProtected = matcher([base, ...(await patterns(repo, 'protectedRef'))])
  const isIgnored = matcher(await patterns(repo, 'ignoreRef'))
  const required = await configured(repo, 'require', '--type=bool')
  return {
    base,
    tips: await tipsOf(repo, isProtected),
    unadopted: required === 'true' ? 'refuse' : 'accept',
    isProtected,
    isIgnored: (ref) => !isProtected(ref) && isIgnored(ref),
  }
}

/** A push to a symbolic ref moves, or deletes, the ref that it names. */
export async function targetOf(repo: Repository, ref: string): Promise<string> {
  const { status, stdout } = await repo.git(['symbolic-ref', '-q', ref], { allow: [1] })
  return status === 0 ? stdout.toString('utf8').trimEnd() : ref
}

function noBase(): GateError {
  return new GateError('USAGE', {
    message: 'HEAD of this repository names no branch, so nothing says what a push is held against',
    remedy: 'on the server, in this repository: git config intentgate.baseRef refs/heads/main',
  })
}

async function configured(repo: Repository, key: string, ...type: string[]): Promise<string | undefined> {
  return (await listed(repo, key, [...type, '--get']))[0]
}

async function listed(repo: Repository, key: string, how: readonly string[]): Promise<string[]> {
  const { stdout } = await repo.git(['config', '-z', ...how, `intentgate.${key}`], { allow: [1] })
  return stdout.toString('utf8').split('\0').slice(0, -1)
}

const NAME = /^refs\/[^*?[\\\s]*[^*?[\\\s/]$/

/** `refs/heads/main`, or `refs/heads/release/*` for everything below. */
async function patterns(repo: Repository, key: string): Promise<string[]> {
  const found = await listed(repo, key, ['--get-all'])
  const wrong = found.find((pattern) => !NAME.test(pattern.replace(/\/\*$/, '')))
  if (wrong !== undefined) throw noName(key, wrong)
  return found
}

function noName(key: string, value: string): GateError {
  return new GateError('USAGE', {
    message: `intentgate.${key} of this repository is '${value}', which is not the full name of a ref`,
    remedy:
      'on the server: write it as refs/heads/main; protectedRef and ignoreRef also take refs/heads/release/*',
  })
}

function matcher(wanted: readonly string[]): (ref: string) => boolean {
  return (ref) =>
    wanted.some((pattern) =>
      pattern.endsWith('/*') ? ref.startsWith(pattern.slice(0, -1)) : ref === pattern,
    )
}

async function tipsOf(repo: Repository, isProtected: Law['isProtected']): Promise<Map<string, string>> {
  const { stdout } = await repo.git(['for-each-ref', '--format=%(refname)'])
  const names = stdout.toString('utf8').split('\n').filter(isProtected)
  const tips = await Promise.all(names.map(async (name) => [name, await commitAt(repo, name)] as const))
  return new Map(tips)
}

async function commitAt(repo: Repository, ref: string): Promise<string> {
  const commit = await repo.info(`${ref}^{commit}`)
  if (commit === null) throw new GateError('UNKNOWN_REVISION', { name: ref })
  return commit.oid
}
