import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LEDGER_FILE, SIDECAR } from '../core/sidecar.ts'
import type { TraceRecord } from '../core/trace.ts'
import { underLock } from './lock.ts'
import { monthFolder, shardName } from './shard-name.ts'
import { appendToFile, healFile, type LedgerFile, type Unplaced, unplaced } from './writer-append.ts'
import { ensureFolder, statsOf } from './writer-place.ts'
import { type OwnFile, readState, writeOpenLists, writeState } from './writer-state.ts'

/** The ledger of one working tree, as its writer needs to know it. */
export interface LedgerSite {
  /** The working tree's root; absolute. */
  readonly top: string
  /** Local state of this working tree; absolute. */
  readonly state: string
  readonly layout: 'sharded' | 'single'
  /** on: the pre-commit hook is told which files to stage. */
  readonly autostage: 'on' | 'off'
  /** Another one whenever HEAD has moved. */
  readonly stamp: string
  /** What HEAD holds at a root-relative path; null = nothing. */
  readonly committed: (path: string) => Promise<Uint8Array | null>
}

const MAX_SHARD_BYTES = 1024 * 1024

/** As `appendLines`, for records in our own form. */
export function appendRecords(
  site: LedgerSite,
  records: readonly TraceRecord[],
  now: Date,
): Promise<readonly string[]> {
  return appendLines(site, records.map(unplaced), now)
}

/**
 * Appends lines to the ledger: each to the open shard of its session, whole and chained to the line before.
 * Returns the ledger files that were written or made, root-relative. Throws LEDGER_BUSY, LEDGER_UNWRITABLE.
 */
export async function appendLines(
  site: LedgerSite,
  lines: readonly Unplaced[],
  now: Date,
): Promise<readonly string[]> {
  if (lines.length === 0) return []
  return withLedger(site, async () => {
    const book: Book = { site, now, files: await openFiles(site), touched: new Set() }
    for (const session of new Set(lines.map((line) => line.session)))
      appendAll(
        book,
        session,
        lines.filter((line) => line.session === session),
      )
    return [...book.touched]
  })
}

/**
 * Whoever writes ledger files does it in here, one at a time. What a writer that was killed in here left half written
 * is mended first. Throws LEDGER_BUSY.
 */
export function withLedger<T>(place: Pick<LedgerSite, 'top' | 'state'>, work: () => Promise<T>): Promise<T> {
  return underLock(join(place.state, 'ledger.lock'), async (entry) => {
    if (entry === 'inherited') healAll(place)
    return work()
  })
}

function healAll(place: Pick<LedgerSite, 'top' | 'state'>): void {
  for (const { path } of readState(place.state).files) {
    if (statsOf(place.top, path)?.isFile() === true) healFile(fileAt(place, path))
  }
}

/** The writer's view while it holds the lock. */
interface Book {
  readonly site: LedgerSite
  readonly now: Date
  files: readonly OwnFile[]
  readonly touched: Set<string>
}

// A shard belongs to one session and one HEAD. Once HEAD has moved the shard may stand in a commit, here or on another
// branch, and two branches that both grow a file of one name conflict.
async function openFiles(site: LedgerSite): Promise<readonly OwnFile[]> {
  const state = readState(site.state)
  if (state.stamp === site.stamp) return state.files
  const files: OwnFile[] = []
  for (const { path } of state.files) {
    if (!(await isCommitted(site, path))) files.push({ path, session: null })
  }
  return files
}

async function isCommitted(site: LedgerSite, path: string): Promise<boolean> {
  // A shard that is away (stashed, on another branch) may come back: it is not forgotten.
  if (statsOf(site.top, path)?.isFile() !== true) return false
  const committed = await site.committed(path)
  return committed !== null && Buffer.compare(readFileSync(join(site.top, path)), committed) === 0
}

function appendAll(book: Book, session: string, lines: readonly Unplaced[]): void {
  for (let rest = lines; rest.length > 0; ) {
    const place = placeFor(book, session, rest[0]!.bytes)
    const fitting = howManyFit(rest, place.room)
    // Before the line, not after: a shard that nobody knows of would never be staged.
    save(book)
    appendToFile(fileAt(book.site, place.path), rest.slice(0, fitting))
    book.touched.add(place.path)
    rest = rest.slice(fitting)
    // It stood among those that are away.
    if (place.kind === 'new') save(book)
  }
}

function howManyFit(lines: readonly Unplaced[], room: number): number {
  let left = room - lines[0]!.bytes
  let count = 1
  while (count < lines.length && lines[count]!.bytes <= left) left -= lines[count++]!.bytes
  return count
}

interface Place {
  readonly path: string
  readonly kind: 'new' | 'there'
  /** Bytes until the file is full. */
  readonly room: number
}

function placeFor(book: Book, session: string, bytes: number): Place {
  if (book.site.layout === 'single') return singleFile(book)
  const open = book.files.findLast((file) => file.session === session)
  const stats = open === undefined ? null : statsOf(book.site.top, open.path)
  if (open === undefined || stats === null || stats.size + bytes > MAX_SHARD_BYTES)
    return newShard(book, session)
  return { path: open.path, kind: 'there', room: MAX_SHARD_BYTES - stats.size }
}

function singleFile(book: Book): Place {
  ensureFolder(book.site.top, SIDECAR)
  if (!book.files.some(({ path }) => path === LEDGER_FILE)) own(book, { path: LEDGER_FILE, session: null })
  const kind = statsOf(book.site.top, LEDGER_FILE) === null ? 'new' : 'there'
  return { path: LEDGER_FILE, kind, room: Number.POSITIVE_INFINITY }
}

function newShard(book: Book, session: string): Place {
  const folder = monthFolder(book.now)
  ensureFolder(book.site.top, folder)
  const path = shardName(session, book.now, randomName())
  own(book, { path, session })
  return { path, kind: 'new', room: MAX_SHARD_BYTES }
}

function own(book: Book, file: OwnFile): void {
  const closed = book.files.map(({ path, session }) => ({
    path,
    session: session === file.session ? null : session,
  }))
  book.files = [...closed, file]
}

function save({ site, files }: Book): void {
  writeState(site.state, { stamp: site.stamp, files })
  const paths = files.map(({ path }) => path)
  const here = paths.filter((path) => statsOf(site.top, path) !== null)
  const away = paths.filter((path) => !here.includes(path))
  writeOpenLists(site.state, site.autostage === 'on' ? { here, away } : null)
}

function fileAt({ top, state }: Pick<LedgerSite, 'top' | 'state'>, path: string): LedgerFile {
  return { path, absolute: join(top, path), torn: join(state, 'torn') }
}

// Lower case only: on a file system that ignores case, two names must not be one.
function randomName(): string {
  return Array.from(randomBytes(6), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')
}
