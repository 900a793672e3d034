import { GateError } from '../core/error.ts'
import { isoTime } from '../core/iso-time.ts'
import { comparePaths, isUtf8Path } from '../core/path.ts'
import { renameCommand } from '../core/shell.ts'
import { type RecordedFile, recordId, type TraceRecord } from '../core/trace.ts'
import type { Draft, FileDraft } from './draft.ts'
import { MAX_LINE_BYTES } from './ledger-pieces.ts'
import { type LineFacts, sealFile, withoutLines } from './seal-file.ts'
import { sessionDigest } from './session.ts'
import { unplaced } from './writer-append.ts'

/** When and on which commit a record is made. */
export interface Moment {
  readonly now: Date
  /** Commit that HEAD names, a hint; null before the first commit. */
  readonly revision: string | null
}

interface Sealed {
  readonly draft: FileDraft
  readonly file: RecordedFile
}

/**
 * The lines of one event: one record, or several by file where one line would be longer than 1 MiB. A single file that is
 * too long for a line loses its line digests. Throws UNNAMEABLE_PATH before anything is made.
 */
export function sealRecords(
  draft: Draft,
  factsOf: (file: FileDraft) => LineFacts,
  moment: Moment,
): readonly TraceRecord[] {
  for (const { path } of draft.files)
    if (!isUtf8Path(path)) throw new GateError('UNNAMEABLE_PATH', { path, rename: renameCommand('mv', path) })
  const room = MAX_LINE_BYTES - unplaced(recordOf(draft, [], moment)).bytes
  const files = [...draft.files].sort((a, b) => comparePaths(a.path, b.path))
  const sealed = files.map((file) => ({
    draft: file,
    file: fitting(sealFile(draft, file, factsOf(file)), room),
  }))
  return groupsOf(sealed, room).map((group) => recordOf(draft, group, moment))
}

function fitting(file: RecordedFile, room: number): RecordedFile {
  return bytesOf(file) <= room ? file : withoutLines(file)
}

function bytesOf(file: RecordedFile): number {
  // The comma between two files.
  return Buffer.byteLength(JSON.stringify(file)) + 1
}

function groupsOf(files: readonly Sealed[], room: number): Sealed[][] {
  const groups: Sealed[][] = []
  let left = -1
  for (const sealed of files) {
    const bytes = bytesOf(sealed.file)
    if (bytes > left) {
      groups.push([])
      left = room
    }
    groups[groups.length - 1]!.push(sealed)
    left -= bytes
  }
  return groups
}

function recordOf(draft: Draft, sealed: readonly Sealed[], { now, revision }: Moment): TraceRecord {
  const session = sessionDigest(draft.tool.name, draft.session)
  return {
    version: '0.1.0',
    id: recordId({ session, call: draft.callId, files: sealed.map((one) => one.draft) }),
    timestamp: isoTime(now),
    intent_id: draft.intent,
    ...(revision === null ? {} : { vcs: { type: 'git', revision } }),
    tool: draft.tool,
    files: sealed.map(({ file }) => file),
    session,
    // The writer chains the line to the one it stands after.
    previous: null,
  }
}
