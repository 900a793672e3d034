import { hash } from 'node:crypto'
import type { Entry } from './change.ts'
import { DIGEST_LENGTH } from './digest.ts'
import type {
  Contributor,
  Operation,
  RecordedFile,
  RecordedHunk,
  RecordedState,
  TraceRecord,
} from './trace-record.ts'

export type { Contributor, Operation, RecordedFile } from './trace-record.ts'
// The hook reads records without the schema's start-up cost: it stays out of this module.
export { CONTRIBUTORS, TraceRecord } from './trace-record.ts'

/** Where a record stands: `file` is root-relative, `line` counts from 1. */
export interface LedgerPlace {
  readonly file: string
  readonly line: number
}

export interface Hunk {
  /** [old start, old count, new start, new count], lines counted from 1; a start with count 0 is the line before. */
  readonly at: readonly [number, number, number, number]
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

export interface HashedRange {
  readonly startLine: number
  readonly endLine: number
  readonly contentHash: string
}

export interface Edge {
  readonly before: Entry | null
  readonly after: Entry | null
}

/** What one record says about one path. */
export interface Write {
  readonly id: string
  /** null only in dialects that name no intent. */
  readonly intent: string | null
  readonly contributor: Contributor
  readonly model: string | null
  readonly tool: string | null
  /** What the recorder says ran: `Write`, `adopt`, `run` (a fixer), … */
  readonly call: string | null
  /** RFC 3339. A claim: used to order records, never to authorise. */
  readonly timestamp: string
  readonly path: string
  readonly operation: Operation
  /** null: a weak record, from a dialect without before and after. */
  readonly edge: Edge | null
  /** SHA-256 of the bytes after; null where the path is gone or the record does not say. */
  readonly contentHash: string | null
  /** null: the record carries no line digests (binary, too large, weak). */
  readonly hunks: readonly Hunk[] | null
  /** Range hashes of weak records. */
  readonly ranges: readonly HashedRange[]
  readonly movedFrom: string | null
  readonly movedTo: string | null
  /** What the record says the change is; null = it says nothing. A claim. */
  readonly mutation: 'AST_REFACTOR' | 'INTENT_EVOLUTION' | null
  readonly place: LedgerPlace
}

/** Everything one canonical record says, path by path. */
export function writesOf(record: TraceRecord, place: LedgerPlace): Write[] {
  return record.files.map((file) => ({
    id: record.id,
    intent: record.intent_id,
    contributor: contributorOf(file),
    model: file.conversations[0]?.contributor.model_id ?? null,
    tool: record.tool.name,
    call: record.tool.call ?? null,
    timestamp: record.timestamp,
    path: file.path,
    operation: file.operation,
    edge: { before: entryOf(file.before), after: entryOf(file.after) },
    contentHash: file.after.content_hash ?? null,
    hunks: file.hunks?.map(hunkOf) ?? null,
    ranges: [],
    movedFrom: file.moved_from ?? null,
    movedTo: file.moved_to ?? null,
    mutation: file.mutation_class ?? null,
    place,
  }))
}

function contributorOf(file: RecordedFile): Contributor {
  const kinds = new Set(file.conversations.map((conversation) => conversation.contributor.type))
  return kinds.size === 1 ? [...kinds][0]! : 'mixed'
}

function entryOf(state: RecordedState): Entry | null {
  return state.blob === null ? null : { mode: state.mode, blob: state.blob }
}

function hunkOf(hunk: RecordedHunk): Hunk {
  return { at: hunk.at, removed: splitDigests(hunk.removed), added: splitDigests(hunk.added) }
}

export function splitDigests(joined: string): string[] {
  const digests: string[] = []
  for (let at = 0; at < joined.length; at += DIGEST_LENGTH) digests.push(joined.slice(at, at + DIGEST_LENGTH))
  return digests
}

/** A redacted line: the writer took it for a secret and gave it a random digest. */
export function isRedacted(digest: string): boolean {
  return digest.startsWith('!')
}

export interface RecordIdentity {
  readonly session: string
  readonly call: string
  readonly files: readonly {
    readonly path: string
    readonly before: Entry | null
    readonly after: Entry | null
  }[]
}

/** UUID version 8 from SHA-256 over session, call, paths, before and after: the same event recorded twice is one record. */
export function recordId({ session, call, files }: RecordIdentity): string {
  const states = files.map(({ path, before, after }) =>
    [path, before?.mode, before?.blob, after?.mode, after?.blob].map((part) => part ?? null),
  )
  const sorted = states.sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
  const hex = hash('sha256', JSON.stringify([session, call, sorted]), 'hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The `previous` of the line that follows: SHA-256 of this line's bytes without its newline. */
export function lineHash(line: string | Uint8Array): string {
  return `sha256:${hash('sha256', line, 'hex')}`
}
