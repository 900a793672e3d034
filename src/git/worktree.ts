import { type Entry, kindOf } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import { encodePath } from '../core/path.ts'
import { copyIndex } from './copy-index.ts'
import { type DiskKind, diskKinds } from './disk.ts'
import { mergedEntries } from './index-entries.ts'
import type { Repository } from './types.ts'

export interface WorktreeFile {
  /** What git would store; null = nothing there, or nothing that git stores. */
  readonly entry: Entry | null
  /** The content as git would store it: filters and EOL conversion applied, a link's target. null for a submodule, or nothing. */
  readonly bytes: Uint8Array | 'large' | null
}

const UPDATE = [
  ...['-c', 'core.hooksPath=/dev/null'], // post-index-change would run, for an index that is none of its business
  ...['-c', 'core.splitIndex=false'], // it would write its shared part beside the real index
  ...['-c', 'core.safecrlf=false'], // a warning on the way to a commit; here it would be the end
  'update-index',
  ...['--add', '--remove', '--replace'],
  '--ignore-skip-worktree-entries', // a sparse checkout leaves files out without deleting them
  ...['-z', '--stdin'],
]

/** Up to here git is asked for the paths by name, else for the whole index: matching thousands of names takes longer. */
const FEW = 64

/**
 * What git would store if these paths were added now. git itself decides, in a copy of the index and the scratch store: filters,
 * `core.autocrlf` (which depends on what the index holds), `core.fileMode`, links, submodules. Throws MISSING_OBJECT, GIT_FAILED.
 */
export async function worktreeState(
  repo: Repository,
  paths: readonly string[],
): Promise<Map<string, WorktreeFile>> {
  if (paths.length === 0) return new Map()
  const kinds = await diskKinds(repo.top, paths)
  const index = await copyIndex(repo.indexFile)
  try {
    const added = paths.filter((path) => isForGit(kinds.get(path)))
    const input = Buffer.concat(added.flatMap((path) => [encodePath(path), Buffer.from('\0')]))
    await repo.scratch(UPDATE, { input, env: { GIT_INDEX_FILE: index.file } })
    const isAskable = paths.length <= FEW && paths.every(isArgument)
    const entries = await mergedEntries(repo, isAskable ? paths : [], index.file)
    const files = paths.map(
      async (path) => [path, await fileOf(repo, entryOn(kinds.get(path), entries.get(path)))] as const,
    )
    return new Map(await Promise.all(files))
  } finally {
    index.remove()
  }
}

/** update-index stops at a path beyond a symbolic link and at a plain folder. */
function isForGit(kind: DiskKind | undefined): boolean {
  return kind !== 'beyond-link' && kind !== 'folder'
}

function entryOn(kind: DiskKind | undefined, entry: Entry | undefined): Entry | null {
  if (entry === undefined || kind === 'beyond-link') return null
  // A submodule that is not checked out is an empty folder, and stays what it was.
  return kind === 'folder' && kindOf(entry.mode) !== 'submodule' ? null : entry
}

/** Can git be asked for it by name? Arguments are UTF-8. */
function isArgument(path: string): boolean {
  return !/[\ud800-\udfff]/u.test(path)
}

async function fileOf(repo: Repository, entry: Entry | null): Promise<WorktreeFile> {
  if (entry === null || kindOf(entry.mode) === 'submodule') return { entry, bytes: null }
  const bytes = await repo.content(entry.blob)
  if (bytes === 'missing')
    throw new GateError('MISSING_OBJECT', { oid: entry.blob, what: 'a file of the working tree' })
  return { entry, bytes }
}
