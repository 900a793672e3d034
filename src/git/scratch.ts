import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryFolder {
  readonly path: string
  remove(): void
}

const live = new Set<string>()

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true })
  live.delete(path)
}

/** A private folder that is gone after `remove`, or at the latest when the process exits. */
export function temporaryFolder(): TemporaryFolder {
  if (live.size === 0) process.once('exit', removeAll)
  const path = mkdtempSync(join(tmpdir(), 'intentgate-'))
  live.add(path)
  return {
    path,
    remove() {
      remove(path)
      if (live.size === 0) process.removeListener('exit', removeAll)
    },
  }
}

function removeAll(): void {
  for (const path of live) remove(path)
}
