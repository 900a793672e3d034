import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '../store/printable.ts'

const MOST_BYTES = 256 * 1024
const LONGEST_LINE = 1024

/** One line in `recorder.log`, which keeps the latest 256 KiB. Never throws: a full disk must not stop an agent. */
export function writeLog(state: string, what: string): void {
  const file = join(state, 'recorder.log')
  try {
    mkdirSync(state, { recursive: true })
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) halve(file)
    appendFileSync(file, `${new Date().toISOString()} ${printable(what, LONGEST_LINE)}\n`, { mode: 0o600 })
  } catch {
    // Nobody is left to be told.
  }
}

function halve(file: string): void {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.slice(text.indexOf('\n', text.length / 2) + 1))
}
