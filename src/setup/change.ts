import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { explainFileFailure } from '../store/file-failure.ts'

/** One step of setting up or taking down: said first, done later. */
export interface Change {
  readonly verb: 'create' | 'edit' | 'remove' | 'rename' | 'restore' | 'set' | 'unset' | 'keep'
  /** A path from the root of the working tree, or the name of a setting. */
  readonly what: string
  readonly detail?: string
  apply(): Promise<void>
}

export function keep(what: string, detail?: string): Change {
  return change('keep', { what, detail }, () => {})
}

interface Subject {
  readonly what: string
  readonly detail?: string | undefined
}

export function change(
  verb: Change['verb'],
  { what, detail }: Subject,
  apply: () => void | Promise<void>,
): Change {
  return { verb, what, ...(detail === undefined ? {} : { detail }), apply: async () => apply() }
}

/**
 * The file's bytes, one per character, so that a hook in any encoding is written back as it was; null = no such file.
 * Text of ours goes in through `asBytes`. Throws FILE_SYSTEM.
 */
export function readBytes(file: string): string | null {
  try {
    return existsSync(file) ? readFileSync(file, 'latin1') : null
  } catch (error) {
    throw explainFileFailure(error, file)
  }
}

export function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

interface Write extends Subject {
  /** Absolute. */
  readonly file: string
  /** As `readBytes` gives it; null = the file goes. */
  readonly after: string | null
  /** Only for a new file. */
  readonly mode?: number
}

/** From what the file holds now to `after`. */
export function fileChange({ file, after, mode, ...subject }: Write): Change {
  const before = readBytes(file)
  if (before === after) return keep(subject.what, subject.detail)
  if (after === null) return change('remove', subject, () => rmSync(file))
  return change(before === null ? 'create' : 'edit', subject, () =>
    writeBytes(file, after, before === null ? mode : undefined),
  )
}

export function writeBytes(file: string, bytes: string, mode?: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes, 'latin1')
  // Not as an option of the write: the umask would take bits away.
  if (mode !== undefined) chmodSync(file, mode)
}

export function isSymlink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
