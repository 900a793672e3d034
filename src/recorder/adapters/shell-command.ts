import { shellQuote } from '../../core/shell.ts'
import type { Edit } from '../event.ts'
import { findPatches, holdsPatch, type PatchStep, parsePatch, patchPaths } from '../patch.ts'
import { type Place, resolvePath } from './place.ts'
import { isRecord, listOf, textOf, unwrapList, valuesOf } from './read.ts'

/** The command line that a shell tool is given; several are joined by newlines. null = there is none to read. */
export function commandIn(input: unknown, keys: readonly string[]): string | null {
  const said = keys.flatMap((key) =>
    valuesOf(input, key).map((value) =>
      key === 'commands' ? allLines(unwrapList(value)) : commandLine(value),
    ),
  )
  return said.find((command) => command !== null && command.trim() !== '') ?? null
}

function allLines(commands: readonly unknown[]): string | null {
  const lines = commands.map(commandLine)
  return lines.includes(null) ? null : lines.join('\n')
}

// A text is a command line as it stands; a list, or a command with its arguments, is words.
function commandLine(value: unknown): string | null {
  if (typeof value === 'string') return value
  const words = isRecord(value) ? [value.command, ...listOf(value.args ?? [])] : value
  const isWords = Array.isArray(words) && words.every((word) => typeof word === 'string')
  return isWords ? words.map(shellQuote).join(' ') : null
}

export function editOf(step: PatchStep, place: Place): Edit | null {
  const path = resolvePath(place, step.path)
  if (path === null) return null
  if (step.operation !== 'move') return { operation: step.operation, path }
  const to = resolvePath(place, step.to)
  return to === null ? null : { operation: 'move', path, to }
}

/** The edits of the patches that stand in a command. What cannot be read is left to comparing the disk before and after. */
export function editsInCommand(command: string, input: unknown, place: Place): readonly Edit[] {
  if (!holdsPatch(command)) return []
  const there = folderOf(command, input, place)
  const steps =
    readPatches(command) ?? patchPaths(command).map((path) => ({ operation: 'edit' as const, path }))
  return steps.flatMap((step) => editOf(step, there) ?? [])
}

/** All patches in a text as one; null = one of them cannot be read, or there is none. */
export function readPatches(text: string): readonly PatchStep[] | null {
  const read = findPatches(text).map(parsePatch)
  return read.length === 0 || read.includes(null) ? null : read.flatMap((steps) => steps ?? [])
}

const CHANGED_FOLDER =
  /^\s*cd\s+(?:'(?<quoted>[^']*)'|"(?<double>[^"$`\\]*)"|(?<bare>[\w./@%+:-]+))\s*(?:&&|;|\n)/
const FOLDERS = ['workdir', 'working_directory', 'dir_path', 'directory', 'cwd']

function folderOf(command: string, input: unknown, place: Place): Place {
  const start = inside(place, textOf(input, FOLDERS))
  const changed = CHANGED_FOLDER.exec(command)?.groups
  return inside(start, changed?.quoted ?? changed?.double ?? changed?.bare ?? null)
}

function inside(place: Place, folder: string | null): Place {
  return { ...place, cwd: resolvePath(place, folder) ?? place.cwd }
}
