import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, stateKey } from './core/change.ts'
import { GateError } from './core/error.ts'
import { type Policy, strictPolicy } from './core/policy.ts'
import { POLICY_PATH } from './core/sidecar.ts'
import type { TraceRecord } from './core/trace-record.ts'
import { loadDiffs } from './git/diff.ts'
import type { Repository, View } from './git/types.ts'
import { emptyView, treeView } from './git/views.ts'
import { parsePolicy } from './store/config.ts'
import type { Draft, FileDraft } from './store/draft.ts'
import { isErrno } from './store/errno.ts'
import { type FreshRecord, rememberRecords } from './store/last-record.ts'
import { gatherLineFacts } from './store/line-facts.ts'
import { sealRecords } from './store/seal-record.ts'
import { stateFolder } from './store/session.ts'
import { appendRecords, type LedgerSite } from './store/writer.ts'

export type { Bytes, Draft, FileDraft } from './store/draft.ts'

/** What became of some drafts. */
export interface Recorded {
  readonly records: readonly {
    readonly id: string
    readonly intent: string
    readonly paths: readonly string[]
  }[]
  /** Ledger files that were written or made, root-relative: what is to be staged. */
  readonly files: readonly string[]
  /** What a person should know and the record does not depend on; one line each. */
  readonly warnings: readonly string[]
}

interface Recording {
  /** Of a file: is what is recorded what the working tree holds? */
  readonly isInWorktree?: (file: FileDraft) => boolean
  readonly onFile?: (done: number, total: number) => void
}

/**
 * Writes events into the ledger of a working tree: the only way anything gets there. It records whatever it is given;
 * whether the intent exists and owns the paths, the gate decides. The next `record` measures from what is recorded here,
 * unless that is not what the working tree holds.
 * Throws UNNAMEABLE_PATH before anything is written; LEDGER_BUSY, LEDGER_UNWRITABLE, GIT_FAILED.
 */
export async function recordWrites(
  repo: Repository,
  drafts: readonly Draft[],
  { isInWorktree = () => true, onFile = () => {} }: Recording = {},
): Promise<Recorded> {
  const given = drafts.map(withoutIdle).filter(({ files }) => files.length > 0)
  if (given.length === 0) return { records: [], files: [], warnings: [] }
  const head = await headView(repo)
  const facts = await gatherLineFacts(given, {
    provide: provideBlobs(repo),
    diffs: (pairs) => loadDiffs(repo, pairs),
    onFile,
  })
  const now = new Date()
  const sealed = given.flatMap((draft) =>
    sealRecords(draft, facts, { now, revision: head.id === '' ? null : head.id }),
  )
  const { site, warnings } = await ledgerSite(repo)
  const files = await appendRecords(site, sealed, now)
  const seen = given.flatMap((draft) => draft.files).filter(isInWorktree)
  const fresh = await freshRecordsOf(seen, head, { sealed, files })
  await rememberRecords(stateFolder(repo.gitDir), fresh, (path) => head.entry(path))
  const records = sealed.map((record) => ({
    id: record.id,
    intent: record.intent_id,
    paths: record.files.map(({ path }) => path),
  }))
  return { records, files, warnings }
}

function withoutIdle(draft: Draft): Draft {
  return { ...draft, files: draft.files.filter(({ before, after }) => stateKey(before) !== stateKey(after)) }
}

/** HEAD's tree; nothing before the first commit. */
export async function headView(repo: Repository): Promise<View> {
  const commit = await repo.info('HEAD^{commit}')
  return commit === null ? emptyView() : treeView(repo, commit.oid, 'HEAD')
}

// A pre-image that an agent's hook kept need not be in the repository.
function provideBlobs(repo: Repository): (blobs: ReadonlyMap<string, Uint8Array>) => Promise<void> {
  return async (blobs) => {
    const found = await Promise.all(Array.from(blobs, async ([oid]) => [oid, await repo.info(oid)] as const))
    for (const [oid, info] of found) if (info === null) await provideBlob(repo, oid, blobs.get(oid)!)
  }
}

async function provideBlob(repo: Repository, oid: string, bytes: Uint8Array): Promise<void> {
  const { stdout } = await repo.scratch(['hash-object', '-w', '--stdin'], { input: bytes })
  const made = stdout.toString('latin1').trim()
  if (made !== oid)
    throw new GateError('GIT_OUTPUT', { command: 'hash-object', detail: `${made}, not ${oid}` })
}

// How to write is a matter of this working tree; a policy that cannot be read must not lose a record.
function readSettings({ top }: Repository): { policy: Policy; warnings: string[] } {
  try {
    return { policy: parsePolicy(readFileSync(join(top, POLICY_PATH)), POLICY_PATH), warnings: [] }
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return { policy: strictPolicy, warnings: [] }
    if (!(error instanceof GateError)) throw error
    return { policy: strictPolicy, warnings: [`${POLICY_PATH} cannot be read: recorded as its defaults say`] }
  }
}

/** Where this working tree's ledger is written, and how. */
export async function ledgerSite(
  repo: Repository,
): Promise<{ readonly site: LedgerSite; readonly warnings: readonly string[] }> {
  const head = await headView(repo)
  const {
    policy: { ledger },
    warnings,
  } = readSettings(repo)
  const site: LedgerSite = {
    top: repo.top,
    state: stateFolder(repo.gitDir),
    layout: ledger.layout,
    autostage: ledger.autostage ? 'on' : 'off',
    stamp: `${head.id} ${reflogSize(repo)}`,
    committed: async (path) => committed(repo, await head.entry(path)),
  }
  return { site, warnings }
}

// `git reset --soft` can bring HEAD back to where it was: its log only grows.
function reflogSize({ gitDir }: Repository): number {
  return statSync(join(gitDir, 'logs', 'HEAD'), { throwIfNoEntry: false })?.size ?? 0
}

async function committed(repo: Repository, entry: Entry | null): Promise<Uint8Array | null> {
  const content = entry === null ? null : await repo.content(entry.blob, Number.POSITIVE_INFINITY)
  return content instanceof Uint8Array ? content : null
}

interface Written {
  readonly sealed: readonly TraceRecord[]
  readonly files: readonly string[]
}

async function freshRecordsOf(
  seen: readonly FileDraft[],
  head: View,
  { sealed, files }: Written,
): Promise<Map<string, FreshRecord>> {
  const records = new Map(sealed.flatMap((record) => record.files.map(({ path }) => [path, record] as const)))
  const fresh = new Map<string, FreshRecord>()
  for (const { path, after, afterBytes } of seen) {
    const record = records.get(path)
    if (record === undefined) throw new Error(`no record names ${path}`)
    fresh.set(path, {
      after,
      head: await head.entry(path),
      id: record.id,
      intent: record.intent_id,
      ledger: files,
      bytes: afterBytes,
    })
  }
  return fresh
}
