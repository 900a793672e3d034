import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isErrno } from '../store/errno.ts'
import { explainFileFailure } from '../store/file-failure.ts'

/** One step of setting up or taking down: said first, done later. */
export interface Change {
  readonly verb: 'create' | 'edit' | 'remove' | 'rename' | 'restore' | 'set' | 'unset' | 'keep'
  /** A path from the root of the working tree, or the name of a setting. */
  readonly what: string
  readonly detail?: string
  /** Every file, or folder with all that is in it, that `apply` may touch; absolute. */
  readonly places: readonly string[]
  apply(): Promise<void>
}

export function keep(what: string, detail?: string): Change {
  return change('keep', { what, detail, places: [] }, () => {})
}

interface Named {
  readonly what: string
  readonly detail?: string | undefined
}

interface Subject extends Named {
  readonly places: readonly string[]
}

export function change(
  verb: Change['verb'],
  { what, detail, places }: Subject,
  apply: () => void | Promise<void>,
): Change {
  return { verb, what, ...(detail === undefined ? {} : { detail }), places, apply: async () => apply() }
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

interface Write extends Named {
  /** Absolute. */
  readonly file: string
  /** As `readBytes` gives it; null = the file goes. */
  readonly after: string | null
  /** Only for a new file. */
  readonly mode?: number
}

/** From what the file holds now to `after`. */
export function fileChange({ file, after, mode, ...named }: Write): Change {
  const before = readBytes(file)
  if (before === after) return keep(named.what, named.detail)
  const subject = { ...named, places: [file] }
  if (after === null) return change('remove', subject, () => rmSync(file))
  return change(before === null ? 'create' : 'edit', subject, () =>
    writeBytes(file, after, before === null ? mode : undefined),
  )
}

/** Whole or not at all: an agent may read its settings at any moment. Through a link, and with the mode that a file has. */
export function writeBytes(file: string, bytes: string, mode?: number): void {
  const target = behind(file)
  const draft = `${target}.${process.pid}.new`
  try {
    const kept = mode ?? modeOf(target)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(draft, bytes, 'latin1')
    // Not as an option of the write: the umask would take bits away.
    if (kept !== null) chmodSync(draft, kept)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    // Nobody knows the draft by its name.
    throw isErrno(error, 'EEXIST', 'ENOTDIR') ? error : Object.assign(error as Error, { path: file }) // node throws nothing else
  }
}

function behind(file: string): string {
  if (existsSync(file)) return realpathSync(file)
  return isSymlink(file) ? resolve(dirname(file), readlinkSync(file)) : file
}

/** Of a file that may be written; null = it is not there. A rename would not ask. */
function modeOf(file: string): number | null {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return null
  accessSync(file, constants.W_OK)
  return stats.mode & 0o7777
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
