import { GateError } from '../core/error.ts'
import { LEDGER_FILE, LEDGER_FOLDER } from '../core/sidecar.ts'
import { birthsInFile } from './births-in-file.ts'
import { birthsInText } from './births-in-text.ts'
import { createHistoryFeed, HISTORY } from './parse-history.ts'
import type { Repository } from './types.ts'

/** A record, and the ledger file that holds it. */
export interface PlacedRecord {
  readonly id: string
  readonly file: string
}

// Written in one commit and never again, so the commit that adds the file brings its records.
const SHARD = /\/[0-9]{2}-[0-9a-f]{16}-[0-9a-z]{6}\.jsonl$/
/** More would not fit on a command line everywhere. */
const MOST_ARGUMENTS = 200

export interface Birth {
  readonly id: string
  readonly commit: string
}

/**
 * The commits of `from`'s history that brought the records; several for a record that stands in several files.
 * Throws GIT_OUTPUT where a shard was never added.
 */
export async function findBirths(
  repo: Repository,
  from: string,
  records: readonly PlacedRecord[],
): Promise<Birth[]> {
  const sharded = records.filter(({ file }) => SHARD.test(file))
  const single = records.filter(({ file }) => file === LEDGER_FILE)
  const compacted = records.filter(({ file }) => !SHARD.test(file) && file !== LEDGER_FILE)
  const found = await Promise.all([
    birthsOfShards(repo, from, sharded),
    birthsInFile(repo, from, LEDGER_FILE, idsOf(single)).then(listed),
    birthsInText(repo, from, idsOf(compacted)).then(listed),
  ])
  return found.flat()
}

function idsOf(records: readonly PlacedRecord[]): string[] {
  return [...new Set(records.map(({ id }) => id))]
}

function listed(births: ReadonlyMap<string, string>): Birth[] {
  return Array.from(births, ([id, commit]) => ({ id, commit }))
}

async function birthsOfShards(
  repo: Repository,
  from: string,
  records: readonly PlacedRecord[],
): Promise<Birth[]> {
  const commits = await addingCommits(repo, from, new Set(records.map(({ file }) => file)))
  return records.map(({ id, file }) => {
    const commit = commits.get(file)
    if (commit !== undefined) return { id, commit }
    throw new GateError('GIT_OUTPUT', { command: 'log', detail: 'a shard that no commit added' })
  })
}

/** Reads back from `from`, and no further than until the last file is found. */
async function addingCommits(
  repo: Repository,
  from: string,
  files: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const commits = new Map<string, string>()
  if (files.size === 0) return commits
  const feed = createHistoryFeed(({ commit, path, before, after }) => {
    const isAdded = after !== null && before.every((entry) => entry === null)
    if (isAdded && files.has(path) && !commits.has(path)) commits.set(path, commit)
    return commits.size === files.size ? 'enough' : 'more'
  })
  const paths = files.size > MOST_ARGUMENTS ? [LEDGER_FOLDER] : files
  // A merge that only takes over a side's file did not bring it; one whose conflict was resolved with traced writes may have.
  await repo.stream(['log', ...HISTORY, '--diff-merges=combined', from, '--', ...paths], feed)
  return commits
}
