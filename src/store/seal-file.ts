import { hash } from 'node:crypto'
import { type Entry, kindOf } from '../core/change.ts'
import { contentHash, isBinary, lineDigest, MAX_DIGEST_LINES, splitLines } from '../core/digest.ts'
import type { DiffHunk } from '../core/evidence.ts'
import type { Operation, RecordedFile } from '../core/trace.ts'
import type { Bytes, Draft, FileDraft } from './draft.ts'

/** What has to be known about a file's lines before they can be written down. */
export interface LineFacts {
  /** git's histogram diff with no context; null = this write is recorded by object ids only. */
  readonly hunks: readonly DiffHunk[] | null
  /** Lines that look like secrets, counted from 1. */
  readonly secretsBefore: ReadonlySet<number>
  readonly secretsAfter: ReadonlySet<number>
}

/** Both ends as text, or null where lines say nothing: binary, too large, a symlink, a submodule. */
export function textsOf(file: FileDraft): { readonly before: Uint8Array; readonly after: Uint8Array } | null {
  const before = textOf(file.before, file.beforeBytes)
  const after = textOf(file.after, file.afterBytes)
  return before === null || after === null ? null : { before, after }
}

function textOf(entry: Entry | null, bytes: Bytes): Uint8Array | null {
  if (entry === null) return new Uint8Array()
  if (kindOf(entry.mode) !== 'file' || bytes === null || bytes === 'large' || isBinary(bytes)) return null
  return bytes
}

/** One file of a record, line digests and all. */
export function sealFile(draft: Draft, file: FileDraft, facts: LineFacts): RecordedFile {
  const lines = linesOf(file, facts)
  const moved = {
    ...(file.movedFrom === undefined ? {} : { moved_from: file.movedFrom }),
    ...(file.movedTo === undefined ? {} : { moved_to: file.movedTo }),
  }
  return {
    path: file.path,
    operation: operationOf(file),
    before: stateOf(file.before),
    after: { ...stateOf(file.after), ...hashOf(file) },
    ...moved,
    ...(lines === null ? {} : { hunks: hunksOf(draft, file.path, lines, facts) }),
    conversations: [
      {
        contributor: { type: draft.contributor, ...(draft.model === null ? {} : { model_id: draft.model }) },
        ranges: lines === null ? [] : rangesOf(lines, facts.secretsAfter),
        related: [{ type: 'specification', url: `intent:${draft.intent}` }],
      },
    ],
  }
}

/** The same file by object ids only. */
export function withoutLines(file: RecordedFile): RecordedFile {
  const { hunks: _, ...rest } = file
  return {
    ...rest,
    conversations: file.conversations.map((conversation) => ({ ...conversation, ranges: [] })),
  }
}

function operationOf({ before, after }: FileDraft): Operation {
  if (after === null) return 'delete'
  const kind = kindOf(after.mode)
  if (kind !== 'file') return kind
  if (before === null) return 'create'
  return before.blob === after.blob ? 'mode' : 'modify'
}

function stateOf(entry: Entry | null): RecordedFile['before'] {
  return entry === null ? { blob: null } : { blob: entry.blob, mode: entry.mode }
}

function hashOf({ afterBytes }: FileDraft): { content_hash?: string } {
  return afterBytes === null || afterBytes === 'large' ? {} : { content_hash: contentHash(afterBytes) }
}

interface ChangedLines {
  readonly hunks: readonly DiffHunk[]
  readonly before: readonly Uint8Array[]
  readonly after: readonly Uint8Array[]
}

function linesOf(file: FileDraft, { hunks }: LineFacts): ChangedLines | null {
  const texts = textsOf(file)
  if (texts === null || hunks === null) return null
  const changed = hunks.reduce((sum, [, removed, , added]) => sum + removed + added, 0)
  if (changed > MAX_DIGEST_LINES) return null
  return { hunks, before: splitLines(texts.before), after: splitLines(texts.after) }
}

function hunksOf(draft: Draft, path: string, lines: ChangedLines, facts: LineFacts): RecordedFile['hunks'] {
  const removed = digester(draft, path, '-', lines.before, facts.secretsBefore)
  const added = digester(draft, path, '+', lines.after, facts.secretsAfter)
  return lines.hunks.map(([oldStart, oldCount, newStart, newCount]) => ({
    at: [oldStart, oldCount, newStart, newCount],
    removed: removed(oldStart, oldCount),
    added: added(newStart, newCount),
  }))
}

type Digester = (start: number, count: number) => string

function digester(
  draft: Draft,
  path: string,
  side: '-' | '+',
  lines: readonly Uint8Array[],
  secrets: ReadonlySet<number>,
): Digester {
  const digestOf = (line: number): string =>
    secrets.has(line) ? redacted(draft, path, side, line) : lineDigest(lines[line - 1]!)
  return (start, count) => Array.from({ length: count }, (_, i) => digestOf(start + i)).join('')
}

// Says nothing about the line: it is made of where the line stands, so that the same event reported twice is one record.
function redacted({ session, callId }: Draft, path: string, side: string, line: number): string {
  const place = JSON.stringify([session, callId, path, side, line])
  return `!${hash('sha256', place, 'base64url').slice(0, 11)}`
}

function rangesOf({ hunks, after }: ChangedLines, secrets: ReadonlySet<number>): RangeList {
  const added = hunks.filter(([, , , count]) => count > 0)
  return added.map(([, , start, count]) => {
    const range = { start_line: start, end_line: start + count - 1 }
    // The hash of a single guessable line is a digest of it like any other.
    const tellsSecret = Array.from({ length: count }, (_, i) => start + i).some((line) => secrets.has(line))
    return tellsSecret
      ? range
      : { ...range, content_hash: contentHash(Buffer.concat(after.slice(start - 1, start - 1 + count))) }
  })
}

type RangeList = RecordedFile['conversations'][number]['ranges']
