import type { Entry } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import { LEDGER_FILE, LEDGER_FOLDER } from '../core/sidecar.ts'
import { createHistoryFeed, HISTORY, type HistoryStep } from './parse-history.ts'
import type { Repository } from './types.ts'

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A pattern of more ids would not fit on a command line; then every change of the ledger is looked at. */
const MOST_IDS = 1000

/**
 * The commits that brought records which have moved between ledger files since: the oldest that writes the id into any of them.
 * Reads the whole history of the ledger. Ids that stand nowhere in the text get the oldest commit of all, which is the
 * strictest answer: the older a record, the more states count as its work done.
 */
export async function birthsInText(
  repo: Repository,
  from: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const narrow = ids.length > MOST_IDS ? [] : [`-G${ids.map(escapeRegex).join('|')}`]
  const births = await firstIntroductions(repo, await ledgerSteps(repo, from, narrow), ids)
  if (births.size === ids.length) return births
  const [oldest] = await ledgerSteps(repo, from, [])
  if (oldest === undefined) {
    throw new GateError('GIT_OUTPUT', { command: 'log', detail: 'a ledger that no commit added' })
  }
  return new Map(ids.map((id) => [id, births.get(id) ?? oldest.commit]))
}

async function firstIntroductions(repo: Repository, steps: readonly HistoryStep[], ids: readonly string[]) {
  const births = new Map<string, string>()
  for (const step of steps) {
    const missing = ids.filter((id) => !births.has(id))
    if (missing.length === 0) break
    for (const id of await introduced(repo, step, missing)) births.set(id, step.commit)
  }
  return births
}

/** Every change of the ledger, oldest first. */
async function ledgerSteps(
  repo: Repository,
  from: string,
  narrow: readonly string[],
): Promise<HistoryStep[]> {
  const steps: HistoryStep[] = []
  const feed = createHistoryFeed((step) => {
    steps.push(step)
    return 'more'
  })
  // --text and --no-textconv: a NUL or an attribute must not hide a ledger from -G.
  const options = [...HISTORY, '--diff-merges=combined', '--topo-order', '--text', '--no-textconv', ...narrow]
  await repo.stream(['log', ...options, from, '--', LEDGER_FOLDER, LEDGER_FILE], feed)
  return steps.reverse()
}

async function introduced(repo: Repository, step: HistoryStep, ids: readonly string[]): Promise<string[]> {
  const after = await idsIn(repo, step.after, ids)
  const before = await Promise.all(step.before.map((entry) => idsIn(repo, entry, ids)))
  return ids.filter((id) => after.has(id) && !before.some((side) => side.has(id)))
}

/** Which of the ids stand in this file? Throws MISSING_OBJECT. */
export async function idsIn(
  repo: Repository,
  entry: Entry | null,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (entry === null) return new Set()
  const content = await repo.content(entry.blob, Number.MAX_SAFE_INTEGER)
  if (typeof content === 'string')
    throw new GateError('MISSING_OBJECT', { oid: entry.blob, what: 'an earlier ledger' })
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  // One pass for all: a hot path has thousands of records.
  const uuids = new Set(text.toString('latin1').match(UUIDS))
  return new Set(ids.filter((id) => (UUID.test(id) ? uuids.has(id) : text.includes(id))))
}

function escapeRegex(text: string): string {
  return text.replace(/[.[\\()*+?{|^$]/g, '\\$&')
}
