import { hash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../core/change.ts'
import type { Call } from '../recorder/ports.ts'
import { isErrno } from '../store/errno.ts'
import { removeIfThere } from '../store/remove.ts'

/** What a path held before a call, byte for byte. */
export interface KeptFile {
  readonly path: string
  readonly to?: string
  readonly entry: Entry | null
  /** What HEAD held; absent = not asked. */
  readonly head?: Entry | null
  /** The record that named the path last, before the call; null = none. */
  readonly last: string | null
}

/** A call between its two events. */
export interface KeptCall {
  /** Milliseconds since 1970. */
  readonly at: number
  /** null = not known without git. */
  readonly head: string | null
  readonly kind: Call['kind']
  readonly name: string
  readonly files: readonly KeptFile[]
  /** For a command: every path that differed from HEAD. Absent = it was not looked. */
  readonly dirty?: readonly KeptFile[]
  /** For a command: the stashes that there were. */
  readonly stashes?: readonly string[]
}

const KEPT_DAYS = 30
const IMAGE_DAYS = 2
const DONE_DAYS = 1
const DAY = 86_400_000

export const short = (text: string) => hash('sha256', text, 'hex').slice(0, 32)
const folderOf = (state: string, key: string) => join(state, 'sessions', key)

/** The last event of one call counts: a hook that is registered twice tells it twice. */
export function keepCall(state: string, key: string, id: string, call: KeptCall): void {
  const folder = join(folderOf(state, key), 'calls')
  mkdirSync(folder, { recursive: true })
  removeIfThere(join(folder, `${short(id)}.done`))
  writeWhole(join(folder, `${short(id)}.json`), JSON.stringify(call))
}

/** Nothing of it is to be settled. */
export function dismissCall(state: string, key: string, id: string): void {
  const folder = join(folderOf(state, key), 'calls')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${short(id)}.done`), '')
}

/** Was it taken, whether or not it is settled by now? */
export function isTaken(state: string, key: string, id: string): boolean {
  return existsSync(join(folderOf(state, key), 'calls', `${short(id)}.done`))
}

/** A call that is somebody's to settle now. */
export interface Taken {
  readonly call: KeptCall
  /** It is settled. Until then it counts as open, should its process be killed. */
  end(): void
}

/** Whoever takes a call settles it, and nobody else: null = there is none, or it was taken. */
export function takeCall(state: string, key: string, id: string): Taken | null {
  const folder = join(folderOf(state, key), 'calls')
  return take(folder, `${short(id)}.json`)
}

/** Has another session a call open, or has it ended one since then? */
export function isAnotherAtWork(state: string, key: string, since: number): boolean {
  return namesIn(join(state, 'sessions'))
    .filter((other) => other !== key)
    .map((other) => join(folderOf(state, other), 'calls'))
    .some((folder) =>
      namesIn(folder).some((name) => {
        const stats = statSync(join(folder, name), { throwIfNoEntry: false })
        return stats !== undefined && (name.endsWith('.json') || stats.mtimeMs >= since)
      }),
    )
}

/** What was left open, or was being settled by a process that is gone; oldest first. */
export function takeOpenCalls(state: string, key: string): Taken[] {
  const folder = join(folderOf(state, key), 'calls')
  removeOlder(folder, DONE_DAYS, '', '.done')
  const names = namesIn(folder).filter((name) => name.endsWith('.json') || isOrphan(name))
  return names.flatMap((name) => take(folder, name) ?? []).sort((a, b) => a.call.at - b.call.at)
}

function take(folder: string, name: string): Taken | null {
  const file = join(folder, name)
  const open = name.slice(0, name.indexOf('.json'))
  const mine = join(folder, `${open}.json.${process.pid}`)
  if (!existsSync(file)) return null
  try {
    // Before: whoever comes too late must find it.
    writeFileSync(join(folder, `${open}.done`), '')
    renameSync(file, mine)
    const call = JSON.parse(readFileSync(mine, 'utf8')) as KeptCall // written above, whole
    return { call, end: () => removeIfThere(mine) }
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

function isOrphan(name: string): boolean {
  const pid = /\.json\.(\d+)$/.exec(name)?.[1]
  if (pid === undefined) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return isErrno(error, 'ESRCH')
  }
}

export function readSeen(state: string, key: string, path: string): string | null {
  try {
    return readFileSync(join(folderOf(state, key), 'seen', short(path)), 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

export function writeSeen(state: string, key: string, path: string, seen: string): void {
  const folder = join(folderOf(state, key), 'seen')
  mkdirSync(folder, { recursive: true })
  writeWhole(join(folder, short(path)), seen)
}

/** Contents from before a call, by object id. */
export function keepImage(state: string, blob: string, bytes: Uint8Array): void {
  const folder = join(state, 'images')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, blob)
  if (statSync(file, { throwIfNoEntry: false })?.size === bytes.length)
    utimesSync(file, new Date(), new Date())
  else writeWhole(file, bytes)
}

/** null = not kept any more. */
export function keptImage(state: string, blob: string): Uint8Array | null {
  try {
    return readFileSync(join(state, 'images', blob))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** Forgets what no session will ask for any more. */
export function forgetOld(state: string): void {
  removeOlder(join(state, 'images'), IMAGE_DAYS)
  removeOlder(join(state, 'checkpoints'), IMAGE_DAYS)
  // What a hook that was killed left: the two sides of a comparison.
  removeOlder(state, IMAGE_DAYS, 'diff-')
  for (const key of namesIn(join(state, 'sessions'))) {
    const folder = folderOf(state, key)
    if (!/^[0-9a-f]{16}$/.test(key) || ageInDays(folder) < KEPT_DAYS) continue
    const isStill =
      ageInDays(join(folder, 'calls')) >= KEPT_DAYS && ageInDays(join(folder, 'seen')) >= KEPT_DAYS
    if (isStill) rmSync(folder, { recursive: true, force: true })
  }
}

function removeOlder(folder: string, days: number, prefix = '', suffix = ''): void {
  for (const name of namesIn(folder)) {
    const file = join(folder, name)
    if (name.startsWith(prefix) && name.endsWith(suffix) && ageInDays(file) >= days)
      rmSync(file, { recursive: true, force: true })
  }
}

/** Of what is not there: endless. */
function ageInDays(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? Number.POSITIVE_INFINITY : (Date.now() - stats.mtimeMs) / DAY
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

// A name of its own: two hooks of one session run at once, and each must rename what it wrote itself.
export function writeWhole(file: string, content: string | Uint8Array): void {
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, content, { mode: 0o600 })
  renameSync(draft, file)
}
