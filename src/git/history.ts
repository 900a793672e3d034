import type { Entry } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import type { History, PastState } from '../core/evidence.ts'
import { LEDGER_FILE, LEDGER_FOLDER } from '../core/sidecar.ts'
import { type Birth, findBirths, type PlacedRecord } from './births.ts'
import { createHistoryFeed, HISTORY } from './parse-history.ts'
import { refuseEdge } from './shallow.ts'
import type { Repository } from './types.ts'
import { treeView } from './views.ts'

/**
 * The states that `path` had in `from`'s history since the first of the records was brought, and when each was brought. The order
 * is that of the graph: a commit comes after all its ancestors, whatever its date says.
 * Throws SHALLOW where that history is cut off.
 */
export async function loadHistory(
  repo: Repository,
  from: string | null,
  path: string,
  records: readonly PlacedRecord[],
): Promise<History> {
  if (from === null || records.length === 0) return { states: [], birthChanges: [], births: new Map() }
  const births = await findBirths(repo, from, records)
  const commits = new Set(births.map(({ commit }) => commit))
  const walk = await walkSince(repo, from, path, commits)
  const orderOf = (commit: string): number => {
    const order = walk.orders.get(commit)
    if (order === undefined)
      throw new GateError('GIT_OUTPUT', { command: 'log', detail: `${commit} is not in the history` })
    return order
  }
  const changed = walk.changes.map(({ commit, entry }) => ({ entry, order: orderOf(commit) }))
  // The commit that brought a record need not touch the path: the state that held then counts as well.
  const held = Array.from(commits, async (commit): Promise<PastState> => {
    return { entry: await treeView(repo, commit, commit).entry(path), order: orderOf(commit) }
  })
  return {
    states: [...changed, ...(await Promise.all(held))].sort((a, b) => a.order - b.order),
    birthChanges: walk.changes
      .filter(({ commit }) => commits.has(commit))
      .map(({ commit, before, entry }) => ({ order: orderOf(commit), before, after: entry })),
    births: firstBirths(births, orderOf),
  }
}

/** A copy of a line in a second file does not make its record younger. */
function firstBirths(births: readonly Birth[], orderOf: (commit: string) => number): Map<string, number> {
  const orders = new Map<string, number>()
  for (const { id, commit } of births) {
    orders.set(id, Math.min(orderOf(commit), orders.get(id) ?? Number.POSITIVE_INFINITY))
  }
  return orders
}

/** More would not fit on a command line everywhere. */
const MOST_ARGUMENTS = 500

interface PathChange {
  readonly commit: string
  readonly before: Entry | null
  readonly entry: Entry | null
}

interface Walk {
  /** Counted from the oldest. */
  readonly orders: ReadonlyMap<string, number>
  readonly changes: readonly PathChange[]
}

/** The commits that touch the path or the ledger, from `from` back to a commit that all births descend from. */
async function walkSince(
  repo: Repository,
  from: string,
  path: string,
  births: ReadonlySet<string>,
): Promise<Walk> {
  const start = await commonStart(repo, births)
  const range = start === null ? [from] : [from, '--not', `${start}^@`]
  await refuseEdge(repo, range, `the history of ${path} since its records were brought`)
  return walkRange(repo, range, path)
}

async function commonStart(repo: Repository, commits: ReadonlySet<string>): Promise<string | null> {
  if (commits.size > MOST_ARGUMENTS) return null
  const [first = null] = commits
  if (commits.size === 1) return first
  const { stdout } = await repo.git(['merge-base', '--octopus', ...commits], { allow: [1] })
  return stdout.toString('latin1').trim() || null
}

async function walkRange(repo: Repository, range: readonly string[], path: string): Promise<Walk> {
  const commits = new Set<string>()
  const changes: PathChange[] = []
  const feed = createHistoryFeed((step) => {
    commits.add(step.commit)
    if (step.path === path)
      for (const before of step.before) changes.push({ commit: step.commit, before, entry: step.after })
    return 'more'
  })
  // A merge against every parent: it also has the state that it took over unchanged from one of them.
  const options = [...HISTORY, '--diff-merges=separate', '--topo-order']
  await repo.stream(['log', ...options, ...range, '--', path, LEDGER_FOLDER, LEDGER_FILE], feed)
  const orders = new Map(Array.from(commits, (commit, age) => [commit, commits.size - age]))
  return { orders, changes }
}
