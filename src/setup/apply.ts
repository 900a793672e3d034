import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { GateError } from '../core/error.ts'
import { explainFileFailure } from '../store/file-failure.ts'
import { type Change, isSymlink } from './change.ts'

/**
 * Does all of it, or nothing: where one step fails, what the ones before it did is taken back. Throws USAGE for what the file
 * system refuses.
 */
export async function applyAll(changes: readonly Change[]): Promise<void> {
  const kept: Kept[] = []
  for (const change of changes) {
    try {
      kept.unshift(...change.places.flatMap(throughLink).map(keepPlace))
      await change.apply()
    } catch (error) {
      throw explainUndone(error, undo(kept))
    }
  }
}

/** `stuck`: what could not be taken back. */
function explainUndone(error: unknown, stuck: readonly string[]): unknown {
  const told = explainFileFailure(error)
  if (!(told instanceof GateError)) return error
  const outcome =
    stuck.length === 0
      ? 'nothing was changed'
      : `and this could not be put back as it was: ${stuck.join(', ')}`
  return new GateError(
    'USAGE',
    { message: `${told.message}; ${outcome}`, remedy: told.remedy },
    { cause: error },
  )
}

/** What stood at a place before. */
interface Kept {
  /** Absolute. */
  readonly place: string
  readonly was: Standing
}

type Standing =
  | { readonly kind: 'nothing'; readonly above: string }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly mode: number }
  | { readonly kind: 'folder'; readonly inside: readonly Kept[] }

/** What is written through a link is what it leads to. */
function throughLink(place: string): string[] {
  return isSymlink(place) && existsSync(place) ? [place, realpathSync(place)] : [place]
}

function keepPlace(place: string): Kept {
  return { place, was: standingAt(place) }
}

function standingAt(place: string): Standing {
  const stats = lstatSync(place, { throwIfNoEntry: false })
  if (stats === undefined) return { kind: 'nothing', above: nearestFolder(place) }
  if (stats.isSymbolicLink()) return { kind: 'link', target: readlinkSync(place) }
  if (!stats.isDirectory()) return { kind: 'file', bytes: readFileSync(place), mode: stats.mode & 0o7777 }
  return { kind: 'folder', inside: readdirSync(place).map((name) => keepPlace(join(place, name))) }
}

function nearestFolder(place: string): string {
  const above = dirname(place)
  return existsSync(above) ? above : nearestFolder(above)
}

/** Latest first. Those that it did not work for. */
function undo(kept: readonly Kept[]): string[] {
  return kept.flatMap((one) => {
    try {
      putBack(one)
      return []
    } catch {
      return [one.place]
    }
  })
}

function putBack({ place, was }: Kept): void {
  if (was.kind === 'nothing') {
    rmSync(place, { recursive: true, force: true })
    removeEmpty(dirname(place), was.above)
  }
  if (was.kind === 'link') putLink(place, was.target)
  if (was.kind === 'file') putFile(place, was)
  if (was.kind === 'folder') putFolder(place, was.inside)
}

function putLink(place: string, target: string): void {
  if (isSymlink(place) && readlinkSync(place) === target) return
  rmSync(place, { recursive: true, force: true })
  symlinkSync(target, place)
}

function putFolder(folder: string, inside: readonly Kept[]): void {
  mkdirSync(folder, { recursive: true })
  const places = inside.map(({ place }) => place)
  const made = readdirSync(folder).map((name) => join(folder, name))
  for (const place of made) if (!places.includes(place)) rmSync(place, { recursive: true })
  for (const one of inside) putBack(one)
}

// What is as it was is left alone: on a full disk, writing it again could fail.
function putFile(file: string, { bytes, mode }: Extract<Standing, { kind: 'file' }>): void {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats?.isFile() !== true) rmSync(file, { recursive: true, force: true })
  else if (readFileSync(file).equals(bytes) && (stats.mode & 0o7777) === mode) return
  writeFileSync(file, bytes)
  chmodSync(file, mode)
}

/** The folders that were made on the way, where nobody else uses them by now. */
function removeEmpty(folder: string, above: string): void {
  if (folder === above || !existsSync(folder) || readdirSync(folder).length > 0) return
  rmdirSync(folder)
  removeEmpty(dirname(folder), above)
}
