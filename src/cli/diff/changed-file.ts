import { isFile } from '../../changed-units.ts'
import { type Change, type Status, statusOf } from '../../core/change.ts'
import { type DiffHunk, diffKey } from '../../core/evidence.ts'
import type { Intents } from '../../core/intent.ts'
import { loadDiffs } from '../../git/diff.ts'
import type { Repository } from '../../git/types.ts'
import { ownersOf } from '../ledger/choose-intent.ts'

/** One changed path, as git counts it. */
export interface ChangedFile {
  readonly status: Status
  readonly path: string
  /** Lines; null = not a file. */
  readonly added: number | null
  readonly removed: number | null
  /** Intents in progress that own it. */
  readonly intents: readonly string[]
}

export async function readChangedFiles(
  repo: Repository,
  changes: readonly Change[],
  intents: Intents,
): Promise<ChangedFile[]> {
  const pairs = changes.filter(isFile).map(blobsOf)
  const diffs = await loadDiffs(repo, pairs)
  return changes.map((change) => {
    const { from, to } = blobsOf(change)
    const hunks = isFile(change) ? (diffs.get(diffKey(from, to)) ?? []) : null
    return {
      status: statusOf(change),
      path: change.path,
      added: hunks === null ? null : sum(hunks, 3),
      removed: hunks === null ? null : sum(hunks, 1),
      intents: ownersOf(change.path, intents).map(({ id }) => id),
    }
  })
}

function blobsOf({ before, after }: Change) {
  return { from: before?.blob ?? null, to: after?.blob ?? null }
}

function sum(hunks: readonly DiffHunk[], field: 1 | 3): number {
  return hunks.reduce((total, hunk) => total + hunk[field], 0)
}
