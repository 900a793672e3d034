import type { z } from 'zod/mini'
import { ENGLISH } from '../core/english.ts'
import type { LedgerProblem } from '../core/evidence.ts'
import { isPlainRecord } from '../core/plain-record.ts'
import { type LedgerPlace, TraceRecord, type Write, writesOf } from '../core/trace.ts'
import {
  AgentTraceLine,
  agentTraceClaims,
  RelativePathLine,
  relativePathClaims,
} from './dialect-conversations.ts'
import { FlatLine, flatClaims } from './dialect-flat.ts'
import type { Claim, Claims } from './foreign-claims.ts'
import { printable } from './printable.ts'
import { contentDigest, type Fields, idOfContent, isObject } from './record-content.ts'

/** What one JSON value of a ledger says. */
export interface ReadRecord {
  readonly writes: readonly Write[]
  /** UUID: the record's own, or one made from its content where it has none; null where the value is no record. */
  readonly id: string | null
  /** The value itself; empty where it is no object. */
  readonly said: Fields
  /** Only of the canonical dialect, the only one with before and after. */
  readonly record?: TraceRecord
  /** Why the value, or something in it, cannot be believed. */
  readonly problem?: LedgerProblem
}

export const TRACE_AGAIN = 'take this line out and record the change again: a record is never edited by hand'

type Reader = (value: Fields, place: LedgerPlace) => ReadRecord

/** The dialects that are read, in the order they are tried. A value that none recognises is no record. */
const dialects: readonly { readonly recognises: (value: Fields) => boolean; readonly read: Reader }[] = [
  { recognises: isCanonical, read: readCanonical },
  { recognises: isAgentTrace, read: foreign(AgentTraceLine, agentTraceClaims) },
  { recognises: isRelativePath, read: foreign(RelativePathLine, relativePathClaims) },
  { recognises: isFlat, read: foreign(FlatLine, flatClaims) },
]

/** Reads one record, in whichever dialect. Never throws: what cannot be read is a problem. */
export function readRecord(value: unknown, place: LedgerPlace): ReadRecord {
  if (!isObject(value)) return unreadable({}, place, 'not a JSON object')
  const dialect = dialects.find(({ recognises }) => recognises(value))
  return dialect === undefined
    ? unreadable(value, place, 'in no dialect that is known')
    : dialect.read(value, place)
}

function unreadable(said: Fields, place: LedgerPlace, why: string): ReadRecord {
  return { writes: [], id: null, said, problem: problemAt(place, `this line is no trace record: ${why}`) }
}

function problemAt(place: LedgerPlace, message: string): LedgerProblem {
  return { place, message, remedy: TRACE_AGAIN }
}

// Whatever claims an edge is held to the whole schema: it must not be taken for a weaker dialect if it fails.
function isCanonical(value: Fields): boolean {
  if ('session' in value || 'previous' in value) return true
  return filesOf(value).some(
    (file) => isObject(file) && ('before' in file || 'after' in file || 'hunks' in file),
  )
}

function isAgentTrace({ version, files }: Fields): boolean {
  return typeof version === 'string' && /^(?:0\.1|1\.0)(?:\.\d+)?$/.test(version) && Array.isArray(files)
}

function isRelativePath(value: Fields): boolean {
  return (
    !('version' in value) &&
    Array.isArray(value.files) &&
    filesOf(value).every((file) => isObject(file) && 'relative_path' in file)
  )
}

function isFlat(value: Fields): boolean {
  return 'file_path' in value && ('content_sha256' in value || 'semantic_change' in value)
}

function filesOf({ files }: Fields): readonly unknown[] {
  return Array.isArray(files) ? files : []
}

function readCanonical(value: Fields, place: LedgerPlace): ReadRecord {
  // What our own writer wrote needs no schema to be told: in a long range that is nearly every line.
  if (isPlainRecord(value))
    return { writes: writesOf(value, place), id: value.id, said: value, record: value }
  const parsed = TraceRecord.safeParse(value, ENGLISH)
  if (!parsed.success) return unreadable(value, place, firstIssue(parsed.error))
  // The schema changes nothing, so the value is the record: no second copy of it is kept.
  const record = value as TraceRecord
  return { writes: writesOf(record, place), id: record.id, said: value, record }
}

function foreign<T extends z.ZodMiniType>(schema: T, claimsOf: (line: z.infer<T>) => Claims): Reader {
  return (value, place) => {
    const parsed = schema.safeParse(value, ENGLISH)
    if (!parsed.success) return unreadable(value, place, firstIssue(parsed.error))
    const { id, timestamp, claims, fault } = claimsOf(parsed.data)
    const known = { id: isUuid(id) ? id : idOfContent(contentDigest(value)), timestamp, place }
    const read = { writes: claims.map((claim) => weakWrite(claim, known)), id: known.id, said: value }
    return fault === null ? read : { ...read, problem: problemAt(place, fault) }
  }
}

function isUuid(id: string | null): id is string {
  return id !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
}

function firstIssue({ issues: [first] }: z.core.$ZodError): string {
  const path = first?.path.map((part) => String(part)).join('.') ?? ''
  return printable(`${path === '' ? '' : `${path}: `}${first?.message ?? ''}`)
}

function weakWrite(claim: Claim, known: Pick<Write, 'id' | 'timestamp' | 'place'>): Write {
  return {
    ...claim,
    ...known,
    call: null,
    operation: 'modify',
    edge: null,
    hunks: null,
    movedFrom: null,
    movedTo: null,
    mutation: claim.mutation ?? null,
  }
}
