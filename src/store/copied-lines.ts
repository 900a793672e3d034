import { LEDGER_FILE, LEDGER_FOLDER } from '../core/sidecar.ts'
import type { Comparison, View } from '../git/types.ts'
import { blobsAmong, type LedgerBlob } from './ledger-files.ts'
import type { LedgerReader } from './ledger-reader.ts'
import type { FoundLine } from './ledger-records.ts'
import { isCompacted } from './shard-name.ts'

/**
 * Added lines whose record the base holds in a file that this change does not touch: a copy is no new record, and must not
 * be used a second time. Only the shards of the record's own session and month are read, and what was compacted then: the
 * cost does not follow the ledger. At a commit, and for one commit of a range, object ids alone decide; the net binds.
 */
export async function withoutCopies(
  reader: LedgerReader,
  { snapshot, base, origin = base, moreEvidence }: Comparison,
  added: readonly FoundLine[],
): Promise<readonly FoundLine[]> {
  const isOneOfMany = snapshot.source.kind === 'commit' && moreEvidence.length > 0
  if (snapshot.place === 'local' || isOneOfMany || added.length === 0) return added
  const known = new Set<string>()
  for (const blob of await filesOf(origin, added)) {
    for (const { id } of (await reader.records(blob)).lines) known.add(id)
  }
  return added.filter(({ line }) => !known.has(line.id))
}

async function filesOf(view: View, added: readonly FoundLine[]): Promise<LedgerBlob[]> {
  const records = added.flatMap(({ line }) => line.record ?? [])
  const sessions = new Set(records.map(({ session }) => session))
  const months = new Set(records.flatMap(({ timestamp }) => monthsOf(timestamp)))
  const entries = await Promise.all(Array.from(months, (month) => view.list(`${LEDGER_FOLDER}/${month}/`)))
  const changed = new Set(added.map(({ file }) => file))
  const isWanted = (file: string) =>
    !changed.has(file) && (isCompacted(file) || sessions.has(sessionOf(file)))
  const single = await view.entry(LEDGER_FILE)
  const all = [...entries.flatMap((found) => [...found]), [LEDGER_FILE, single] as const]
  return blobsAmong(all.filter(([file]) => isWanted(file) || (file === LEDGER_FILE && !changed.has(file))))
}

/** The month of a record, and the one before: a shard is named after the day it was opened on. */
function monthsOf(timestamp: string): string[] {
  const at = new Date(timestamp)
  const before = new Date(at.getTime() - 24 * 3600 * 1000)
  return [at, before].map((day) => day.toISOString().slice(0, 7))
}

/** '' for a name that holds none. */
function sessionOf(file: string): string {
  return /\/\d{2}-([0-9a-f]{16})-[0-9a-z]{6}\.jsonl$/.exec(file)?.[1] ?? ''
}
