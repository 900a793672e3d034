import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from './errno.ts'
import { removeIfThere } from './remove.ts'

/** A ledger file that this working tree wrote and has not seen committed. */
export interface OwnFile {
  /** Root-relative. */
  readonly path: string
  /** The session that may go on writing it; null = closed, or no shard. */
  readonly session: string | null
}

/** What the writer remembers between two processes. */
export interface WriterState {
  /** Of HEAD, when the files were looked at last. */
  readonly stamp: string
  readonly files: readonly OwnFile[]
}

const EMPTY: WriterState = { stamp: '', files: [] }

export function readState(folder: string): WriterState {
  try {
    return parseState(readFileSync(join(folder, 'writer.json'), 'utf8'))
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return EMPTY
    throw error
  }
}

// Written whole or not at all: anything else was not written by us. Forgotten shards are only not staged by themselves.
function parseState(text: string): WriterState {
  try {
    const { stamp, files } = JSON.parse(text)
    return typeof stamp === 'string' && Array.isArray(files) && files.every(isOwnFile)
      ? { stamp, files }
      : EMPTY
  } catch {
    return EMPTY
  }
}

function isOwnFile(value: unknown): value is OwnFile {
  if (typeof value !== 'object' || value === null || !('path' in value && 'session' in value)) return false
  return typeof value.path === 'string' && (value.session === null || typeof value.session === 'string')
}

export function writeState(folder: string, state: WriterState): void {
  writeIfOther(join(folder, 'writer.json'), JSON.stringify(state))
}

/** What the pre-commit hook stages, root-relative: shards that are here, and shards that may come back (out of a stash). */
export interface OpenShards {
  readonly here: readonly string[]
  readonly away: readonly string[]
}

/** One path a line. The shim gives git `open` as it is, and git stops at a path that is not there. null = nothing is to be staged. */
export function writeOpenLists(folder: string, shards: OpenShards | null): void {
  writeList(join(folder, 'open'), shards?.here ?? null)
  writeList(join(folder, 'away'), shards === null || shards.away.length === 0 ? null : shards.away)
}

function writeList(file: string, paths: readonly string[] | null): void {
  if (paths === null) removeIfThere(file)
  else writeIfOther(file, paths.map((path) => `${path}\n`).join(''))
}

function writeIfOther(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeWhole(file, text)
}

/** A reader sees the old text or the new one, never half of it. Only for the owner of the lock. */
export function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}
