import { lstatSync, mkdirSync, type Stats, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import { isErrno } from './errno.ts'

/**
 * Makes a folder of the working tree, root-relative.
 * Throws LEDGER_UNWRITABLE where a part of it is a link or a file: the ledger would be written somewhere else.
 */
export function ensureFolder(top: string, folder: string): void {
  const parts = folder.split('/')
  for (let depth = 1; depth <= parts.length; depth++) makeFolder(top, parts.slice(0, depth).join('/'))
}

function makeFolder(top: string, path: string): void {
  const stats = statsOf(top, path)
  if (stats === null) mkdirSync(join(top, path))
  else if (!stats.isDirectory()) {
    const why = stats.isSymbolicLink() ? 'it is a symbolic link' : 'it is not a folder'
    throw new GateError('LEDGER_UNWRITABLE', { path, why })
  }
}

/** Makes an empty file unless there is something already. Returns whether it was made. */
export function ensureFile(top: string, path: string): boolean {
  try {
    writeFileSync(join(top, path), '', { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}

/** Of the path itself, not of what it may link to; null = nothing there. */
export function statsOf(top: string, path: string): Stats | null {
  return lstatSync(join(top, path), { throwIfNoEntry: false }) ?? null
}
