import { stateKey } from '../../core/change.ts'
import type { Coverage } from '../../core/coverage.ts'
import { blobId, splitLines } from '../../core/digest.ts'
import type { Evidence } from '../../core/evidence.ts'
import { LAYOUT_CALL } from '../../core/layout-record.ts'
import type { Facts } from '../../core/rule.ts'
import type { Repository } from '../../git/types.ts'
import { worktreeState } from '../../git/worktree.ts'
import { type Draft, type FileDraft, recordWrites } from '../../record.ts'
import { readLastRecords } from '../../store/last-record.ts'
import { commandLineSession, stateFolder } from '../../store/session.ts'
import { ownersOf } from '../ledger/choose-intent.ts'
import { VERSION } from '../version.ts'

/**
 * Writes down that only the layout of these files differs from what was traced: what it was seen by is not in the commit, and
 * nobody else has it. Throws as `recordWrites` does.
 */
export async function recordLayouts(
  repo: Repository,
  { coverage, evidence }: Facts,
): Promise<'recorded' | 'nothing'> {
  const drafts = coverage.flatMap((covered) => draftOf(repo, covered, evidence))
  if (drafts.length === 0) return 'nothing'
  const paths = drafts.flatMap(({ files }) => files.map(({ path }) => path))
  const worktree = await worktreeState(repo, paths)
  const last = readLastRecords(stateFolder(repo.gitDir))
  // Of what was recorded and is not in this commit, the text must stay: it may be laid out anew before the next one.
  const isAllThereIs = ({ path, before, after }: FileDraft) =>
    stateKey(last.get(path)?.after ?? null) === stateKey(before) &&
    stateKey(worktree.get(path)?.entry ?? null) === stateKey(after)
  await recordWrites(repo, drafts, { isInWorktree: isAllThereIs })
  return 'recorded'
}

/** Paths that pass only because this machine has a state that was recorded and is in no commit. */
export function seenOnlyHere({ coverage }: Facts): string[] {
  return coverage
    .filter(({ change: { before, after }, relaid }) =>
      relaid?.some(({ oid }) => oid !== before?.blob && oid !== after?.blob),
    )
    .map(({ change }) => change.path)
}

function draftOf(repo: Repository, covered: Coverage, evidence: Evidence): Draft[] {
  const intent = intentOf(covered, evidence)
  const file = laidOut(repo, covered, evidence)
  if (intent === null || file === null) return []
  return [
    {
      intent,
      contributor: 'unknown',
      model: null,
      tool: { name: 'intentgate', version: VERSION, call: LAYOUT_CALL },
      session: commandLineSession(stateFolder(repo.gitDir)),
      // The same layout of the same text is the same event, whenever a commit is tried again.
      callId: LAYOUT_CALL,
      files: [file],
    },
  ]
}

/** The one it was traced for; where nothing had to be traced, the only one that owns it. */
function intentOf({ intents, change }: Coverage, evidence: Evidence): string | null {
  const owners =
    intents.length > 0 ? intents : ownersOf(change.path, evidence.intents.base).map(({ id }) => id)
  return intents.length > 0 || owners.length === 1 ? owners[0]! : null
}

/** From the text as it was traced to the text as it is; null = it was not laid out anew. */
function laidOut(
  { objectFormat }: Repository,
  { change: { path, after }, relaid }: Coverage,
  { loaded }: Evidence,
): FileDraft | null {
  if (relaid === null || after === null) return null
  const contentOf = (oid: string) => loaded.recorded.get(oid)
  const afterBytes = contentOf(after.blob)
  const parts = relaid.map(({ oid, from, to }) => linesOf(contentOf(oid), from, to))
  if (!(afterBytes instanceof Uint8Array)) throw new Error(`${path} was judged without being read`)
  const beforeBytes = Buffer.concat(parts)
  const before = { mode: after.mode, blob: blobId(beforeBytes, objectFormat) }
  return { path, before, after, beforeBytes, afterBytes }
}

function linesOf(content: Uint8Array | string | undefined, from: number, to: number): Uint8Array {
  if (!(content instanceof Uint8Array)) throw new Error('a state was used without being read')
  return Buffer.concat(splitLines(content).slice(from, to))
}
