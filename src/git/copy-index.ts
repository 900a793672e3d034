import { copyFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './scratch.ts'

export interface IndexCopy {
  readonly file: string
  remove(): void
}

/** A copy of the index for git to write to. Where there is none yet, neither is there a copy, which git reads as empty. */
export async function copyIndex(indexFile: string): Promise<IndexCopy> {
  const folder = temporaryFolder()
  const file = join(folder.path, 'index')
  try {
    const { mtimeMs } = await stat(indexFile)
    await copyFile(indexFile, file)
    // git trusts the recorded size and time of files older than the index. In a copy that looks younger, a file changed within
    // the same tick as the original was written would pass for unchanged.
    const seconds = Math.max(1, Math.floor(mtimeMs / 1000))
    await utimes(file, seconds, seconds)
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isAbsent) {
      folder.remove()
      throw error
    }
  }
  return { file, remove: folder.remove }
}
