import { type Entry, kindOf } from '../../core/change.ts'
import type { Repository } from '../../git/types.ts'
import type { Bytes, FileDraft } from '../../record.ts'
import { keptBlob } from '../../store/kept-blobs.ts'
import { stateFolder } from '../../store/session.ts'

/** A path with the states it had, contents read. */
export async function fileDraft(
  repo: Repository,
  path: string,
  before: Entry | null,
  after: Entry | null,
): Promise<FileDraft> {
  const [beforeBytes, afterBytes] = [await bytesOf(repo, before), await bytesOf(repo, after)]
  return { path, before, after, beforeBytes, afterBytes }
}

/** A content as git has it, or as it was kept when it was recorded; null = a submodule, or nothing. */
export async function bytesOf(repo: Repository, entry: Entry | null): Promise<Bytes> {
  if (entry === null || kindOf(entry.mode) === 'submodule') return null
  const content = await repo.content(entry.blob)
  if (content !== 'missing') return content
  // Nobody has it any more: recorded by its object id, as a large file is.
  return keptBlob(stateFolder(repo.gitDir), entry.blob) ?? 'large'
}
