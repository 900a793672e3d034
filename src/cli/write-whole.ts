import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { usageError } from './flags.ts'

/** Writes a file that is either whole or not there: a reader never sees half a report. Throws USAGE where it cannot. */
export function writeWhole(cwd: string, file: string, text: string): void {
  const target = resolve(cwd, file)
  const draft = `${target}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text, { flag: 'wx' })
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    const why = error instanceof Error ? error.message : String(error)
    throw usageError(
      `${file} cannot be written: ${why}`,
      'name a file in a folder that exists and can be written',
    )
  }
}
