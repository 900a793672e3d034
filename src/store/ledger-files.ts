import { type Entry, kindOf } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import type { LedgerProblem } from '../core/evidence.ts'
import { comparePaths } from '../core/path.ts'
import { isLedgerPath, SIDECAR } from '../core/sidecar.ts'
import type { Repository, View } from '../git/types.ts'

/** A ledger file as git stores it. */
export interface LedgerBlob {
  /** Root-relative. */
  readonly file: string
  readonly oid: string
}

/** The ledger files of a tree, in the order of their paths. Links and submodules are none. */
export async function ledgerBlobs(view: View): Promise<LedgerBlob[]> {
  const entries = await view.list(SIDECAR)
  return blobsAmong([...entries].filter(([file]) => isLedgerPath(file)))
}

export function blobsAmong(entries: readonly (readonly [file: string, entry: Entry | null])[]): LedgerBlob[] {
  return entries
    .flatMap(([file, entry]) =>
      entry !== null && kindOf(entry.mode) === 'file' ? [{ file, oid: entry.blob }] : [],
    )
    .sort((a, b) => comparePaths(a.file, b.file))
}

/** The files that one side has and the other has not, at whatever path. */
export interface Differing {
  readonly before: readonly LedgerBlob[]
  readonly after: readonly LedgerBlob[]
}

export function differing(before: readonly LedgerBlob[], after: readonly LedgerBlob[]): Differing {
  return { before: without(before, after), after: without(after, before) }
}

/** Those whose content is in none of the others. */
export function without(blobs: readonly LedgerBlob[], others: readonly LedgerBlob[]): LedgerBlob[] {
  const oids = new Set(others.map(({ oid }) => oid))
  return blobs.filter(({ oid }) => !oids.has(oid))
}

const ODDITIES = { '100755': 'executable', '120000': 'a symbolic link', '160000': 'a submodule' } as const

/** What a ledger file must not be. */
export function oddEntry(file: string, { mode }: Entry): LedgerProblem[] {
  if (mode === '100644') return []
  const message = `this ledger file is ${ODDITIES[mode]}; it must be a plain file`
  return [{ place: { file, line: 1 }, message, remedy: 'put the plain file back: the ledger only grows' }]
}

// A single file of this size holds half a million records, and every commit would read it twice: shards are for that.
const MAX_LEDGER_BYTES = 256 * 1024 * 1024

/** Throws MISSING_OBJECT, INCOMPATIBLE_LEDGER. */
export async function readLedgerBlob(repo: Repository, { file, oid }: LedgerBlob): Promise<Uint8Array> {
  const content = await repo.content(oid, MAX_LEDGER_BYTES)
  if (content === 'missing') throw new GateError('MISSING_OBJECT', { oid, what: file })
  if (content === 'large')
    throw new GateError('INCOMPATIBLE_LEDGER', { path: file, message: 'it is larger than 256 MiB' })
  return content
}
