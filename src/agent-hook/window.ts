import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, MODES } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import { decodePath } from '../core/path.ts'
import { type Image, readImage } from './disk.ts'
import { headCommit } from './head.ts'
import { type KeptCall, type KeptFile, keepImage, keptImage } from './kept.ts'
import { runGit } from './lazy-git.ts'
import type { World } from './world.ts'
import type { RawFile } from './writes.ts'

/** A path that differs from HEAD in the index or the working tree. */
interface Dirty {
  readonly path: string
  readonly head: Entry | null
}

const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=dirty',
]
/** Each is read before every command that may write: beyond, a command's edits are left to `record`. */
const MOST_DIRTY = 2_000
const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply']

async function dirtyPaths({ site, env }: World): Promise<Dirty[]> {
  const place = { cwd: site.top, env: { ...env, GIT_DIR: site.gitDir, GIT_WORK_TREE: site.top } }
  const { stdout } = await runGit(place, STATUS)
  return parseDirty(stdout)
}

/** Ordinary changes, with three modes and two ids; and what is not tracked. Submodules, folders and conflicts are nobody's edits. */
const CHANGED = /^1 .. N\.\.\. (\d{6}) \d{6} \d{6} ([0-9a-f]+) [0-9a-f]+ /
const OTHER = /^(?:1(?: \S+){7}|u(?: \S+){9}) /

/** Reads `git status --porcelain=v2 -z --no-renames`. */
export function parseDirty(output: Buffer): Dirty[] {
  const dirty: Dirty[] = []
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0, at)
    if (end === -1) throw unexpected(output, at)
    const found = dirtyAt(output.subarray(at, end))
    if (found === undefined) throw unexpected(output, at)
    if (found !== null) dirty.push(found)
    at = end + 1
  }
  return dirty
}

function dirtyAt(line: Buffer): Dirty | null | undefined {
  const text = line.toString('latin1')
  if (text.startsWith('? '))
    return text.endsWith('/') ? null : { path: decodePath(line.subarray(2)), head: null }
  const [before, mode, blob] = CHANGED.exec(text) ?? []
  if (before === undefined) return OTHER.test(text) ? null : undefined
  const known = MODES.find((one) => one === mode)
  const head = known === undefined ? null : { mode: known, blob: blob! }
  return { path: decodePath(line.subarray(before.length)), head }
}

function unexpected(output: Buffer, at: number): GateError {
  const detail = JSON.stringify(output.toString('latin1', at, at + 120))
  return new GateError('GIT_OUTPUT', { command: 'status', detail })
}

/** What is changed before a command runs, kept; undefined where that is too much. */
export async function openWindow(
  world: World,
  lastOf: (path: string) => string | null,
): Promise<readonly KeptFile[] | undefined> {
  const { site, format } = world
  const dirty = await dirtyPaths(world)
  if (dirty.length > MOST_DIRTY) return undefined
  return dirty.map(({ path, head }) => {
    const { entry, bytes } = readImage(site.top, path, format)
    if (entry !== null && bytes !== null) keepImage(site.state, entry.blob, bytes)
    return { path, entry, head, last: lastOf(path) }
  })
}

/**
 * What a command changed: by the disk, before and after. What git itself brought in (a pull, a checkout, a merge under way)
 * is not the agent's writing: after HEAD has moved, only what differs from the new HEAD is.
 */
export async function closeWindow(world: World, call: KeptCall): Promise<RawFile[]> {
  const { site, format } = world
  if (call.dirty === undefined || UNDER_WAY.some((name) => existsSync(join(site.gitDir, name)))) return []
  const after = await dirtyPaths(world)
  const known = new Map(call.dirty.map((file) => [file.path, file]))
  const fresh = after.filter(({ path }) => !known.has(path))
  const contents = await blobContents(
    world,
    fresh.flatMap(({ head }) => head?.blob ?? []),
  )
  const isMoved = headCommit(site) !== call.head
  const kept = isMoved ? call.dirty.filter(({ path }) => after.some((one) => one.path === path)) : call.dirty
  return [
    ...kept.map((file) => ({ ...rawFile(world, file), after: readImage(site.top, file.path, format) })),
    ...fresh.map(({ path, head }) => ({
      path,
      before: { entry: head, bytes: head === null ? null : (contents.get(head.blob) ?? null) },
      after: readImage(site.top, path, format),
      head,
      isFresh: head === null,
    })),
  ]
}

/** A kept file as it was; its content may be gone by now. */
export function rawFile({ site }: World, { path, entry, head, last }: KeptFile): Omit<RawFile, 'after'> {
  const before: Image = { entry, bytes: entry === null ? null : keptImage(site.state, entry.blob) }
  return { path, before, isFresh: last === null, ...(head !== undefined && { head }) }
}

async function blobContents(
  { site, env }: World,
  blobs: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (blobs.length === 0) return new Map()
  const place = { cwd: site.top, env: { ...env, GIT_DIR: site.gitDir } }
  const { stdout } = await runGit(place, ['cat-file', '--batch'], { input: `${blobs.join('\n')}\n` })
  const found = new Map<string, Buffer>()
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf(0x0a, at)
    const [oid = '', type, size] = stdout.toString('latin1', at, end).split(' ')
    if (type === 'missing') at = end + 1
    else {
      const from = end + 1
      found.set(oid, stdout.subarray(from, from + Number(size)))
      at = from + Number(size) + 1
    }
  }
  return found
}
