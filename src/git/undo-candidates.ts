import { GateError } from '../core/error.ts'
import { isUtf8Path } from '../core/path.ts'
import { isLedgerPath } from '../core/sidecar.ts'
import { LOG_ARGUMENTS, parseLog } from './parse-log.ts'
import { isAncestor } from './revision.ts'
import { refuseEdge } from './shallow.ts'
import { shortId } from './short-id.ts'
import type { Comparison, Repository } from './types.ts'

/** A commit that may have been undone, and the state before it. */
export interface Candidate {
  readonly commit: string
  /** A commit, or the empty tree: there was nothing before a root commit. */
  readonly before: string
}

/** A commit as something names it; `kept` is the parent that the revert of a merge went back to. */
interface Named {
  readonly commit: string
  readonly kept: string | null
}

// Each costs about eight git processes. That is more than anyone reverts in one go, and still about a second.
const MAX_CANDIDATES = 16

/**
 * What the change may be the revert of: what REVERT_HEAD and the messages name, and what brought the ledger shards that it deletes.
 * Only commits of the history that the change builds on: anyone can make up a commit whose undoing has any effect they like.
 * In the order in which they were reverted, as far as that is known; at most 16. Throws SHALLOW, GIT_FAILED.
 */
export async function revertCandidates(repo: Repository, comparison: Comparison): Promise<Candidate[]> {
  if (comparison.historyFrom === null) return []
  const history = comparison.historyFrom
  const named = await namedCommits(repo, comparison)
  const known = new Map<string, Named>()
  for (const each of named) if (!known.has(each.commit) || each.kept !== null) known.set(each.commit, each)
  const candidates: Candidate[] = []
  for (const each of [...known.values()].slice(0, MAX_CANDIDATES)) {
    if (await isAncestor(repo, each.commit, history)) candidates.push(...(await statesBefore(repo, each)))
  }
  return candidates.slice(0, MAX_CANDIDATES)
}

/** For a merge of which nobody says what it went back to, any parent may be it. */
async function statesBefore(repo: Repository, { commit, kept }: Named): Promise<Candidate[]> {
  await refuseEdge(repo, ['--no-walk', commit], `the parent of ${shortId(commit)}`)
  const { stdout } = await repo.git(['rev-list', '--parents', '--no-walk', commit, '--'])
  const parents = stdout.toString('latin1').trim().split(' ').slice(1)
  if (kept !== null) return parents.includes(kept) ? [{ commit, before: kept }] : []
  return parents.length === 0
    ? [{ commit, before: repo.emptyTree }]
    : parents.map((before) => ({ commit, before }))
}

async function namedCommits(repo: Repository, comparison: Comparison): Promise<Named[]> {
  const { source, message } = comparison.snapshot
  const head = source.kind === 'staged' ? await resolved(repo, 'REVERT_HEAD', null) : []
  const texts = [message ?? '', ...(await messagesOf(repo, comparison))]
  const told = await Promise.all(
    texts
      .flatMap(toldBy)
      .slice(0, MAX_CANDIDATES)
      .map((each) => resolved(repo, each.commit, each.kept)),
  )
  return [...head, ...told.flat(), ...(await bringersOfDeleted(repo, comparison))]
}

async function resolved(repo: Repository, commit: string, kept: string | null): Promise<Named[]> {
  const found = await commitNamed(repo, commit)
  const parent = kept === null ? null : await commitNamed(repo, kept)
  if (found === null || (kept !== null && parent === null)) return []
  return [{ commit: found, kept: parent }]
}

/** A message may name a commit of another repository, or so few digits that several objects begin with them: it tells nothing then. */
async function commitNamed(repo: Repository, name: string): Promise<string | null> {
  try {
    return (await repo.info(`${name}^{commit}`))?.oid ?? null
  } catch (error) {
    if (error instanceof GateError && error.code === 'AMBIGUOUS_REVISION') return null
    throw error
  }
}

// `git revert` writes: This reverts commit <id>.   with -m: …, reversing\nchanges made to <id>.
// and with revert.reference an abbreviated id, followed by (subject, date).
const REVERTS =
  /This reverts commit ([0-9a-f]{7,64})\b(?: \([^\n]{0,300}\))?(?:,\s{1,9}reversing\s{1,9}changes\s{1,9}made\s{1,9}to\s{1,9}([0-9a-f]{7,64})\b)?/g

/** The commits that a message says are reverted. */
export function toldBy(message: string): Named[] {
  const matches = [...message.matchAll(REVERTS)]
  return matches.map(([, commit = '', kept]) => ({ commit, kept: kept ?? null }))
}

/** The messages of a range that tell of a revert, oldest first. */
async function messagesOf(repo: Repository, { snapshot: { source } }: Comparison): Promise<string[]> {
  if (source.kind !== 'range') return []
  const range = `${source.base}..${source.head}`
  const select = ['--fixed-strings', '--grep=This reverts commit', `--max-count=${MAX_CANDIDATES}`]
  const show = ['-z', '--format=%B', '--encoding=UTF-8', '--no-notes', '--no-color', '--no-show-signature']
  const { stdout } = await repo.git(['log', ...show, ...select, range, '--'])
  return stdout.toString('utf8').split('\0').reverse()
}

/** A revert deletes the shards that came with what it undoes: as a commit of their own, or with a merge. */
async function bringersOfDeleted(repo: Repository, { snapshot, historyFrom }: Comparison): Promise<Named[]> {
  const deleted = snapshot.changes.filter(
    ({ path, after }) => after === null && isLedgerPath(path) && isUtf8Path(path),
  )
  const shards = deleted.slice(0, MAX_CANDIDATES).map(({ path }) => path)
  if (historyFrom === null || shards.length === 0) return []
  // --show-pulls: else the merge that brought a shard gives way to the commit of its branch that wrote it.
  const select = ['--diff-filter=A', '--show-pulls', historyFrom, '--', ...shards]
  const { stdout } = await repo.git(['log', ...LOG_ARGUMENTS, ...select])
  const bringers = [...parseLog(stdout)].filter(({ changes }) => changes.length > 0)
  return bringers.map(({ id }) => ({ commit: id, kept: null }))
}
