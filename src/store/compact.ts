import { createHash } from 'node:crypto'
import { shardDay } from '../core/sidecar.ts'
import { parseLedger } from './ledger-lines.ts'
import { compactedName, isCompacted } from './shard-name.ts'
import type { LedgerContent } from './verify.ts'

export interface Compaction {
  readonly made: readonly LedgerContent[]
  /** Files whose lines stand in `made` now. */
  readonly gone: readonly string[]
  /** Left alone: they hold something that cannot be read, or a broken chain. */
  readonly unsound: readonly string[]
}

// Below what forges refuse; a month of a large team is a few of these.
const MAX_BYTES = 32 * 1024 * 1024

/** Is this a shard of a day before `before` (YYYY-MM-DD), or what an earlier compaction made of some? */
export function isCompactable(file: string, before: string): boolean {
  const day = shardDay(file)
  return day === null ? isCompacted(file) : day < before
}

/**
 * Puts the files of each month's folder together: their bytes, whole, one after the other. So every line stays as it was
 * and every chain holds. The name says what is in it: the same shards compacted on two branches are the same file.
 */
export function compact(contents: readonly LedgerContent[]): Compaction {
  const made: LedgerContent[] = []
  const gone: string[] = []
  const unsound = contents.filter(({ file, bytes }) => parseLedger(bytes, file).problems.length > 0)
  for (const group of groupsOf(contents.filter((content) => !unsound.includes(content)))) {
    const compacted = join(group)
    const isSame = group.length === 1 && group[0]!.file === compacted.file
    if (group.length === 1 && !isCompacted(group[0]!.file)) continue
    if (isSame) continue
    made.push(compacted)
    gone.push(...group.map(({ file }) => file).filter((file) => file !== compacted.file))
  }
  return { made, gone, unsound: unsound.map(({ file }) => file) }
}

/** By folder, in the order of their names, as many as fit. */
function groupsOf(contents: readonly LedgerContent[]): LedgerContent[][] {
  const groups: LedgerContent[][] = []
  let room = 0
  let folder = ''
  for (const content of [...contents].sort((a, b) => (a.file < b.file ? -1 : 1))) {
    if (folderOf(content.file) !== folder || content.bytes.length > room) {
      groups.push([])
      room = MAX_BYTES
      folder = folderOf(content.file)
    }
    groups[groups.length - 1]!.push(content)
    room -= content.bytes.length
  }
  return groups
}

function join(group: readonly LedgerContent[]): LedgerContent {
  const bytes = Buffer.concat(group.map((content) => content.bytes))
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { file: compactedName(folderOf(group[0]!.file), digest), bytes }
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'))
}
