import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from '../store/errno.ts'
import { removeIfThere } from '../store/remove.ts'
import { type KeptFile, short, writeWhole } from './kept.ts'

/** What was there when a host said that an edit is to come, whoever's it will be; the last one of a path counts. */
export function keepCheckpoint(state: string, files: readonly KeptFile[]): void {
  const folder = join(state, 'checkpoints')
  mkdirSync(folder, { recursive: true })
  for (const file of files) writeWhole(join(folder, short(file.path)), JSON.stringify(file))
}

/** For one edit: what the next one finds is told by a checkpoint of its own. */
export function takeCheckpoint(state: string, path: string): KeptFile | null {
  const file = join(state, 'checkpoints', short(path))
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as KeptFile // written above, whole
    removeIfThere(file)
    return kept
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}
