import { diffKey } from '../../core/evidence.ts'
import { loadDiffs } from '../../git/diff.ts'
import type { Repository } from '../../git/types.ts'
import { lineInBase } from './line.ts'
import type { StagedChange } from './staged.ts'

/** Where a line of a staged file comes from: the change itself, a line of HEAD (from 1), or the other side of a merge. */
export type Origin =
  | { readonly kind: 'added' }
  | { readonly kind: 'merged' }
  | { readonly kind: 'head'; readonly line: number }

/** A file that is new or deleted has nothing but lines of its own. Throws MISSING_OBJECT where HEAD's or the staged blob is. */
export async function originOfLine(
  repo: Repository,
  { change, facts }: StagedChange,
  line: number,
): Promise<Origin> {
  if (change.before === null || change.after === null) return { kind: 'added' }
  const [before, to] = [change.before.blob, change.after.blob]
  const head = (await repo.info(`HEAD:${change.path}`))?.oid ?? null
  const base = (await isReadable(repo, before, facts)) ? before : head
  if (base === null || (await lineIn(repo, base, to, line)) === null) return { kind: 'added' }
  const old = head === null ? null : await lineIn(repo, head, to, line)
  return old === null ? { kind: 'merged' } : { kind: 'head', line: old }
}

// What git made of a merge went with the scratch store of the judgement; what was loaded from there is still known.
async function isReadable(
  repo: Repository,
  blob: string,
  { evidence }: StagedChange['facts'],
): Promise<boolean> {
  if ((await repo.info(blob)) !== null) return true
  const content = evidence.loaded.blobs.get(blob)
  if (!(content instanceof Uint8Array)) return false
  const { stdout } = await repo.scratch(['hash-object', '-w', '--stdin'], { input: content })
  return stdout.toString('latin1').trim() === blob
}

async function lineIn(repo: Repository, from: string, to: string, line: number): Promise<number | null> {
  return lineInBase(line, (await loadDiffs(repo, [{ from, to }])).get(diffKey(from, to)) ?? [])
}
