import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from './errno.ts'

/**
 * Contents that were recorded and that git may not have: the next record of the file is measured from them. They stay in
 * the git directory of this working tree until HEAD holds them or the file is recorded again.
 */
function folderOf(state: string): string {
  return join(state, 'blobs')
}

export function keepBlobs(state: string, contents: ReadonlyMap<string, Uint8Array>): void {
  if (contents.size > 0) mkdirSync(folderOf(state), { recursive: true })
  for (const [oid, bytes] of contents) keepBlob(join(folderOf(state), oid), bytes)
}

function keepBlob(file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  }
}

/** null = not kept. What a killed process left half written is for the reader to notice, by its object id. */
export function keptBlob(state: string, oid: string): Uint8Array | null {
  try {
    return readFileSync(join(folderOf(state), oid))
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
}

/** Removes all others. */
export function keepOnly(state: string, oids: ReadonlySet<string>): void {
  for (const name of namesIn(folderOf(state)))
    if (!oids.has(name)) rmSync(join(folderOf(state), name), { force: true })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}
