import { posix } from 'node:path'
import { usageError } from '../flags.ts'

export interface Place {
  /** Root-relative. */
  readonly path: string
  /** From 1; null = the whole file. */
  readonly line: number | null
}

/**
 * Reads `PATH[:LINE]` as typed in a folder (`prefix`: '' or 'sub/') of the repository. `isPath` decides where a name
 * could be both: a file may be called `notes:12`.
 */
export async function readPlace(
  word: string,
  prefix: string,
  isPath: (path: string) => Promise<boolean>,
): Promise<Place> {
  const whole = fromRoot(word, prefix)
  const [, path, line] = /^(.+?):(\d+)(?::\d+)?$/s.exec(word) ?? []
  if (path === undefined || (await isPath(whole))) return { path: whole, line: null }
  if (Number(line) === 0) throw usageError(`${word}: lines count from 1`, `say ${path}:1 for the first line`)
  return { path: fromRoot(path, prefix), line: Number(line) }
}

function fromRoot(word: string, prefix: string): string {
  const path = posix.normalize(posix.join(prefix, word))
  if (path.startsWith('../') || path.startsWith('/') || path === '.') {
    throw usageError(`${word} is not a file of this repository`, 'give a path relative to the current folder')
  }
  return path
}
