import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, MODES, stateKey } from '../core/change.ts'
import type { Bytes } from './draft.ts'
import { isErrno } from './errno.ts'
import { keepBlobs, keepOnly } from './kept-blobs.ts'
import { underLock } from './lock.ts'
import { writeWhole } from './writer-state.ts'

/** The state a path was last recorded in, what HEAD held there at that time, and the record that says so. */
export interface LastRecord {
  readonly after: Entry | null
  readonly head: Entry | null
  readonly id: string
  readonly intent: string
  /** The files that its event was written to, root-relative. */
  readonly ledger: readonly string[]
  /** Blobs that it was recorded in before, oldest first: what a formatter made of them may still come. */
  readonly earlier?: readonly string[]
}

export type LastRecords = ReadonlyMap<string, LastRecord>

const FILE = 'last.json'

export function readLastRecords(state: string): LastRecords {
  try {
    const text = readFileSync(join(state, FILE), 'utf8')
    // An event asks for them several times.
    if (lastRead?.text !== text) lastRead = { text, records: parse(text) }
    return lastRead.records
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return new Map()
    throw error
  }
}

let lastRead: { readonly text: string; readonly records: LastRecords } | undefined

/** A path just recorded, with its content where it has one that is small enough to keep. */
export interface FreshRecord extends LastRecord {
  readonly bytes: Bytes
}

/**
 * Remembers the paths just recorded. A path whose recorded state HEAD holds by now is forgotten: HEAD says the same.
 * Throws LEDGER_BUSY.
 */
export async function rememberRecords(
  state: string,
  fresh: ReadonlyMap<string, FreshRecord>,
  headOf: (path: string, last: LastRecord) => Promise<Entry | null>,
): Promise<void> {
  await underLock(join(state, 'last.lock'), async () => {
    const kept: [string, LastRecord][] = []
    const known = readLastRecords(state)
    for (const [path, last] of new Map([...known, ...fresh])) {
      const { after, head, id, intent, ledger } = last
      const earlier = earlierOf(known.get(path), last)
      if (stateKey(await headOf(path, last)) !== stateKey(after))
        kept.push([path, { after, head, id, intent, ledger, ...(earlier.length > 0 && { earlier }) }])
    }
    keepContents(state, kept, fresh)
    writeWhole(join(state, FILE), JSON.stringify({ version: 1, paths: Object.fromEntries(kept) }))
  })
}

const MOST_EARLIER = 8

function earlierOf(known: LastRecord | undefined, last: LastRecord): readonly string[] {
  const before = known?.earlier ?? []
  if (known === undefined || known.after === null || known.id === last.id) return before
  return [...before, known.after.blob].slice(-MOST_EARLIER)
}

function keepContents(
  state: string,
  kept: readonly (readonly [string, LastRecord])[],
  fresh: ReadonlyMap<string, FreshRecord>,
): void {
  const contents = new Map<string, Uint8Array>()
  for (const { after, bytes } of fresh.values()) {
    if (after !== null && bytes instanceof Uint8Array) contents.set(after.blob, bytes)
  }
  keepBlobs(state, contents)
  const blobs = kept.flatMap(([, { after, earlier = [] }]) => [
    ...earlier,
    ...(after === null ? [] : [after.blob]),
  ])
  keepOnly(state, new Set(blobs))
}

export interface States {
  readonly head: Entry | null
  /** What changes are measured from: HEAD, or the redone merge while one is in progress. */
  readonly base: Entry | null
  /** In the working tree. */
  readonly current: Entry | null
}

/** Where a record is: in the working tree's ledger and still to be committed, in HEAD's too, or on another branch, in a stash. */
export type Whereabouts = 'to be committed' | 'committed' | 'away'

/**
 * What a path held before the write that is to be recorded now; 'unchanged' since the last record. A write builds on the
 * last record only while the two will be committed together: once that is used, or somewhere else, it leads nowhere here.
 */
export function stateBefore(
  last: (LastRecord & { readonly whereabouts: Whereabouts }) | undefined,
  { head, base, current }: States,
): { readonly before: Entry | null } | 'unchanged' {
  const isHere = last !== undefined && last.whereabouts !== 'away'
  const isOpen = last?.whereabouts === 'to be committed' && stateKey(last.head) === stateKey(head)
  const before = isOpen ? last.after : base
  const isRecorded = isHere && stateKey(last.after) === stateKey(current)
  return isRecorded || stateKey(before) === stateKey(current) ? 'unchanged' : { before }
}

/**
 * What is recorded already may be recorded again for another intent, as long as it is not committed: it was the wrong one.
 * The whole change is, since an intent must explain all of it.
 */
export function stateBeforeForIntent(
  last: (LastRecord & { readonly whereabouts: Whereabouts }) | undefined,
  { base, current }: States,
  intent: string | undefined,
): { readonly before: Entry | null } | 'unchanged' {
  const isOthers = last?.whereabouts === 'to be committed' && intent !== undefined && last.intent !== intent
  return isOthers && stateKey(base) !== stateKey(current) ? { before: base } : 'unchanged'
}

// Only our own form: a file that is not ours remembers nothing, and paths are measured from HEAD.
function parse(text: string): LastRecords {
  try {
    const { paths } = JSON.parse(text)
    const known = Object.entries(paths).filter((pair): pair is [string, LastRecord] => isLastRecord(pair[1]))
    return new Map(known)
  } catch {
    return new Map()
  }
}

function isLastRecord(value: unknown): value is LastRecord {
  if (typeof value !== 'object' || value === null || !('after' in value && 'head' in value)) return false
  return isEntry(value.after) && isEntry(value.head) && isPlaced(value)
}

function isPlaced(value: object): boolean {
  if (!('intent' in value) || typeof value.intent !== 'string') return false
  if ('earlier' in value && !isTexts(value.earlier)) return false
  return 'id' in value && typeof value.id === 'string' && 'ledger' in value && isTexts(value.ledger)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isEntry(value: unknown): value is Entry | null {
  if (value === null) return true
  if (typeof value !== 'object' || !('mode' in value && 'blob' in value)) return false
  return MODES.some((mode) => mode === value.mode) && typeof value.blob === 'string'
}
