import type { Change } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { redoMerge } from './merge.ts'
import { mergeBases, resolveCommit } from './revision.ts'
import { shortId } from './short-id.ts'
import { changesTo, treeOf } from './tree-changes.ts'
import type { Comparison, Repository, View } from './types.ts'
import { treeView } from './views.ts'

/**
 * What would land if `b` were merged into `a`: from a's tree to the tree of the merge, or, where git cannot merge them by itself,
 * from the merge base to b. Policy and base intents are a's in any case.
 * Throws as `resolveCommit` does, and NO_MERGE_BASE, SHALLOW, GIT_TOO_OLD, GIT_FAILED.
 */
export async function rangeComparison(
  repo: Repository,
  a: string,
  b: string,
  place: Snapshot['place'],
): Promise<Comparison> {
  const [base, head] = await Promise.all([resolveCommit(repo, a), resolveCommit(repo, b)])
  const range = { base, head }
  const bases = await mergeBases(repo, range.base, range.head)
  if (bases.length === 0) throw new GateError('NO_MERGE_BASE', { base: a, head: b })
  const commits = commitsOf(repo, range)
  // Awaited below; until then a failure must not count as unhandled.
  commits.catch(() => undefined)
  const { changes, conflicted, ...views } = await landing(repo, range, bases)
  const source = { kind: 'range', ...range, mergeBases: bases } as const
  return {
    ...views,
    snapshot: { source, place, operation: null, changes, merged: [], conflicted, message: null },
    base: treeView(repo, range.base, shortId(range.base)),
    commits: await commits,
  }
}

interface Range {
  readonly base: string
  readonly head: string
}

type Landing = Pick<
  Comparison,
  'origin' | 'target' | 'ledgerBase' | 'moreEvidence' | 'historyFrom' | 'historyAlsoFrom'
> & {
  readonly changes: readonly Change[]
  readonly conflicted: ReadonlySet<string>
}

async function landing(repo: Repository, { base, head }: Range, bases: readonly string[]): Promise<Landing> {
  const view = (commit: string): View => treeView(repo, commit, shortId(commit))
  if (bases.includes(base)) return landed(repo, base, { target: view(head), moreEvidence: [] })
  // Everything is there already: nothing would land.
  if (bases.includes(head)) return landed(repo, base, { target: view(base), moreEvidence: [view(head)] })
  const redone = await redoMerge(repo, [base, head])
  if (!redone.clean) return diverged(repo, view(head), bases)
  const merge = treeView(repo, redone.tree, `the merge of ${shortId(head)} into ${shortId(base)}`)
  return landed(repo, base, { target: merge, moreEvidence: [view(head)] })
}

type Landed = Pick<Comparison, 'target' | 'moreEvidence'>

/** The ledger too is measured from the base: what the merge lacks of it the head took away, or the merge would have kept it. */
async function landed(repo: Repository, base: string, landed: Landed): Promise<Landing> {
  const changes = await changesTo(repo, base, landed.target)
  const ledgerBase = treeView(repo, base, shortId(base))
  return { ...landed, changes, conflicted: new Set(), ledgerBase, historyFrom: base }
}

/** git cannot tell what would land, so all that the head brought since it left is judged. */
async function diverged(repo: Repository, target: View, bases: readonly string[]): Promise<Landing> {
  const fork = await forkOf(repo, bases)
  const changes = await changesTo(repo, treeOf(repo, fork.origin), target)
  return { ...fork, ledgerBase: fork.origin, target, changes, moreEvidence: [] }
}

type Fork = Pick<Landing, 'conflicted' | 'historyFrom' | 'historyAlsoFrom'> & { readonly origin: View }

/** After criss-cross merges there are several bases. Their merge is what git itself takes for the one it needs. */
async function forkOf(repo: Repository, bases: readonly string[]): Promise<Fork> {
  const [first = '', ...others] = bases
  if (others.length === 0)
    return { origin: treeView(repo, first, shortId(first)), conflicted: new Set(), historyFrom: first }
  const { tree, conflicted } = await redoMerge(repo, bases)
  return {
    origin: treeView(repo, tree, 'the merge of the merge bases'),
    conflicted,
    historyFrom: first,
    historyAlsoFrom: others,
  }
}

async function commitsOf(repo: Repository, { base, head }: Range): Promise<string[]> {
  const { stdout } = await repo.git(['rev-list', '--reverse', '--topo-order', `${base}..${head}`, '--'])
  return stdout
    .toString('latin1')
    .split('\n')
    .filter((id) => id !== '')
}
