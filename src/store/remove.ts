import { existsSync, unlinkSync } from 'node:fs'
import { isErrno } from './errno.ts'

/** As `rmSync` with `force`, which node loads when it is first called: that takes longer than all else a hook does to its files. */
export function removeIfThere(file: string): void {
  // An error takes longer to make than to ask.
  if (!existsSync(file)) return
  try {
    unlinkSync(file)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
}
