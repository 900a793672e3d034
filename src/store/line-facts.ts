import type { Entry } from '../core/change.ts'
import { type DiffHunk, diffKey } from '../core/evidence.ts'
import type { BlobPair, Diffs } from '../git/types.ts'
import type { Bytes, Draft, FileDraft } from './draft.ts'
import { findSecretLines } from './redact.ts'
import { type LineFacts, textsOf } from './seal-file.ts'

/** What git has to do for a record. */
export interface LineSource {
  /** Makes sure that these blobs can be read. */
  readonly provide: (blobs: ReadonlyMap<string, Uint8Array>) => Promise<void>
  /** git's histogram diff with no context. */
  readonly diffs: (pairs: readonly BlobPair[]) => Promise<Diffs>
  readonly onFile?: (done: number, total: number) => void
}

/** Diffs the files of some drafts and looks for secrets in them. */
export async function gatherLineFacts(
  drafts: readonly Draft[],
  source: LineSource,
): Promise<(file: FileDraft) => LineFacts> {
  const files = drafts.flatMap((draft) => draft.files)
  const diffs = await diffsOf(files, source)
  const facts = new Map<FileDraft, LineFacts>()
  for (const file of files) {
    facts.set(file, await factsOf(file, diffs))
    source.onFile?.(facts.size, files.length)
  }
  return (file) => facts.get(file)!
}

async function diffsOf(files: readonly FileDraft[], source: LineSource): Promise<Diffs> {
  const changed = files.filter((file) => textsOf(file) !== null && file.before?.blob !== file.after?.blob)
  await source.provide(new Map(changed.flatMap(blobsOf)))
  if (changed.length === 0) return new Map()
  return source.diffs(
    changed.map(({ before, after }) => ({ from: before?.blob ?? null, to: after?.blob ?? null })),
  )
}

function blobsOf({ before, after, beforeBytes, afterBytes }: FileDraft): [string, Uint8Array][] {
  return [blobOf(before, beforeBytes), blobOf(after, afterBytes)].flat()
}

function blobOf(entry: Entry | null, bytes: Bytes): [string, Uint8Array][] {
  return entry !== null && bytes instanceof Uint8Array ? [[entry.blob, bytes]] : []
}

const NO_LINES: LineFacts = { hunks: null, secretsBefore: new Set(), secretsAfter: new Set() }

async function factsOf(file: FileDraft, diffs: Diffs): Promise<LineFacts> {
  const texts = textsOf(file)
  if (texts === null) return NO_LINES
  return {
    hunks: hunksOf(file, diffs),
    secretsBefore: await secretsIn(texts.before),
    secretsAfter: await secretsIn(texts.after),
  }
}

function hunksOf({ before, after }: FileDraft, diffs: Diffs): readonly DiffHunk[] | null {
  if (before?.blob === after?.blob) return []
  return diffs.get(diffKey(before?.blob ?? null, after?.blob ?? null)) ?? null
}

// Bytes that are not UTF-8 become other characters; line ends stay where they are.
function secretsIn(text: Uint8Array): Promise<ReadonlySet<number>> {
  return findSecretLines(Buffer.from(text).toString('utf8'))
}
