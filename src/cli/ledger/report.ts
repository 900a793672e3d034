import type { Intents } from '../../core/intent.ts'
import { shellQuote } from '../../core/shell.ts'
import type { Recorded } from '../../record.ts'
import type { Io } from '../command.ts'
import { type Assignment, ownersOf } from './choose-intent.ts'

const SHOWN = 20

/** What was recorded, for a person. */
export function sayRecorded(io: Io, { records, warnings }: Recorded, by: string): void {
  const byIntent = new Map<string, string[]>()
  for (const { intent, paths } of records) byIntent.set(intent, [...(byIntent.get(intent) ?? []), ...paths])
  for (const [intent, paths] of byIntent) {
    io.out(`recorded for ${intent}, by ${by}: ${countOf(paths)}\n${listOf(paths)}`)
  }
  for (const warning of warnings) io.err(`${io.style.yellow('warning:')} ${warning}\n`)
}

/** The recorder records; that the gate will refuse, it says. */
export function warnOutOfScope(io: Io, assignment: Assignment, intents: Intents): void {
  for (const [id, paths] of assignment) {
    const intent = intents.get(id)
    const outside =
      intent === undefined ? [] : paths.filter((path) => !ownersOf(path, new Map([[id, intent]])).length)
    if (outside.length === 0) continue
    io.err(
      `${io.style.yellow('warning:')} ${id} does not own ${countOf(outside)}: the gate will refuse the change\n${listOf(outside)}`,
    )
  }
}

export function countOf(paths: readonly string[]): string {
  return paths.length === 1 ? '1 file' : `${paths.length} files`
}

/** One path a line, indented, as a shell takes it. */
export function listOf(paths: readonly string[]): string {
  const rows = paths.slice(0, SHOWN).map((path) => `  ${shellQuote(path)}\n`)
  return [...rows, ...(paths.length > SHOWN ? [`  and ${paths.length - SHOWN} more\n`] : [])].join('')
}
