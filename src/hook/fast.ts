import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Change } from '../core/change.ts'
import { controlPlaneOf } from '../core/control-plane.ts'
import { findChain } from '../core/edges.ts'
import { isSidecarsOwn, SIDECAR, shardDay } from '../core/sidecar.ts'
import type { Write } from '../core/trace.ts'
import { parseRawDiff } from '../git/parse-raw-diff.ts'
import type { GateInput } from './input.ts'
import type { Place } from './place.ts'
import { isBlob, readPlainShard } from './plain-shard.ts'
import type { SettledConfig } from './settled-config.ts'

/** Do these globs cover the path? */
export type MatchScope = (patterns: readonly string[], path: string) => boolean

/**
 * The pass path of an ordinary commit: every changed file is chained, by object ids, to records in shards that this
 * very commit adds, for an intent in progress that owns it alone. `passed` only where the full judgement would find
 * nothing; anything else is `unsure` and judged in full. It never refuses.
 */
export function judgeFast(
  input: GateInput,
  config: SettledConfig,
  place: Place,
  isOwned: MatchScope,
): 'passed' | 'unsure' {
  if (isInterrupted(place.gitDir)) return 'unsure'
  const changes = parseRawDiff(input.raw)
  const shards = changes.filter(({ path }) => shardDay(path) !== null)
  const writes = shards.map((shard) => readShard(shard, place))
  if (writes.includes(null)) return 'unsure'
  const known = writes.flatMap((some) => some ?? [])
  const rest = changes.filter((change) => !shards.includes(change) && !isFolderKeep(change))
  return rest.every((change) => isPlainlyTraced(change, known, { config, isOwned })) && areDistinct(known)
    ? 'passed'
    : 'unsure'
}

// Anything else may hide something from the reader, collide on another file system, or not be nameable at all.
const PLAIN_PATH = /^[A-Za-z0-9_./@+-]+$/
const UNDER_WAY = [
  'MERGE_HEAD',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'rebase-merge',
  'rebase-apply',
  'sequencer',
]

function isInterrupted(gitDir: string): boolean {
  return UNDER_WAY.some((name) => existsSync(join(gitDir, name)))
}

function isFolderKeep(change: Change): boolean {
  return change.before === null && change.path.endsWith('/.keep') && isSidecarsOwn(change)
}

/** From disk, if disk still holds what the index does. Only an added shard is plain: a changed one may have lost lines. */
function readShard({ path, before, after }: Change, { top }: Place): Write[] | null {
  if (before !== null || after === null || after.mode !== '100644') return null
  const bytes = readIfThere(join(top, path))
  return bytes !== null && isBlob(bytes, after.blob) ? readPlainShard(bytes, path) : null
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    // Staged, but not on disk any more: the full judgement reads it from git.
    return null
  }
}

function areDistinct(writes: readonly Write[]): boolean {
  const seen = new Map<string, string>()
  return writes.every(({ id, place }) => {
    const where = `${place.file}:${place.line}`
    const isNew = (seen.get(id) ?? where) === where
    seen.set(id, where)
    return isNew
  })
}

interface Scopes {
  readonly config: SettledConfig
  readonly isOwned: MatchScope
}

function isPlainlyTraced(change: Change, writes: readonly Write[], { config, isOwned }: Scopes): boolean {
  const { path, before, after } = change
  // A new path may collide with another by case or normalisation, which needs every name of the tree.
  if (
    before === null ||
    !PLAIN_PATH.test(path) ||
    path.startsWith(`${SIDECAR}/`) ||
    controlPlaneOf(path) !== null
  )
    return false
  const owners = config.open.filter(({ owned_scope }) => isOwned(owned_scope, path))
  const [owner] = owners
  if (owner === undefined || owners.length > 1 || config.constrained.includes(owner.id)) return false
  const usable = writes.filter((write) => write.path === path && write.intent === owner.id)
  return findChain(usable, before, after) !== null
}
