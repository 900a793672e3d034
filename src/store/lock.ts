import { existsSync, linkSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GateError } from '../core/error.ts'
import { isErrno } from './errno.ts'
import { isAlive, newOwner, ownerOf } from './lock-owner.ts'
import { removeIfThere } from './remove.ts'

/** How the lock was got: `inherited` = an owner died inside, and may have left a line half written. */
export type Entry = 'free' | 'inherited'

export interface LockOptions {
  /** How long to wait for a living owner, in milliseconds. */
  readonly patience: number
}

/**
 * Runs `work` while no other process runs under the same lock file, however many of them are killed at any instant.
 * Throws LEDGER_BUSY when a living owner keeps it longer than `patience`.
 *
 * The file is linked into place whole and names its owner. A dead owner's file is removed by whoever holds a second lock
 * named after that owner. Without it, of two processes that saw the same dead owner, the slower one would remove the lock
 * of the faster, and both would be inside.
 */
export async function underLock<T>(
  path: string,
  work: (entry: Entry) => Promise<T>,
  options: LockOptions = { patience: 20_000 },
): Promise<T> {
  const me = newOwner()
  const lock: Lock = { path, card: `${path}.${me.nonce}.tmp`, died: `${path}.died` }
  writeFileSync(lock.card, JSON.stringify(me))
  try {
    await enter(lock, options.patience)
    try {
      return await afterTheDead(lock, work)
    } finally {
      if (ownerOf(path)?.nonce === me.nonce) unlinkSync(path)
    }
  } finally {
    removeIfThere(lock.card)
  }
}

interface Lock {
  readonly path: string
  /** Names its owner; linked into place. */
  readonly card: string
  /** Stands from the removal of a dead owner's lock until somebody has got through. */
  readonly died: string
}

async function afterTheDead<T>({ path, died }: Lock, work: (entry: Entry) => Promise<T>): Promise<T> {
  if (!existsSync(died)) return work('free')
  const done = await work('inherited')
  sweep(path)
  rmSync(died)
  return done
}

// What killed processes left: cards, and locks named after owners who are gone for good now that we are inside.
function sweep(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!file.startsWith(`${path}.`) || file === `${path}.died`) continue
    const owner = ownerOf(file)
    if (owner !== null && !isAlive(owner, file)) rmSync(file, { force: true })
  }
}

async function enter(lock: Lock, patience: number): Promise<void> {
  const started = process.hrtime()
  for (let tries = 1; !tryEnter(lock); tries++) {
    if (millisecondsSince(started) > patience)
      throw new GateError('LEDGER_BUSY', { path: lock.path, seconds: Math.round(patience / 1000) })
    // Random, or processes that met once keep meeting.
    const pause = Math.random() * Math.min(2 + tries, 25)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

// `performance` would be loaded first, by every hook that records.
function millisecondsSince(start: [number, number]): number {
  const [seconds, nanoseconds] = process.hrtime(start)
  return seconds * 1000 + nanoseconds / 1e6
}

/** One attempt; false = somebody else is inside. */
function tryEnter(lock: Lock): boolean {
  if (claim(lock)) return true
  const owner = ownerOf(lock.path)
  if (owner === null || isAlive(owner, lock.path)) return false
  const removal = { ...lock, path: `${lock.path}.${owner.nonce}` }
  if (!tryEnter(removal)) return false
  try {
    if (ownerOf(lock.path)?.nonce === owner.nonce) {
      writeFileSync(lock.died, '')
      rmSync(`${lock.path}.${owner.nonce}.tmp`, { force: true })
      rmSync(lock.path)
    }
  } finally {
    rmSync(removal.path)
  }
  return claim(lock)
}

function claim({ path, card }: Lock): boolean {
  try {
    linkSync(card, path)
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    if (isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'))
      return claimWithoutLinks(path, card)
    throw error
  }
}

// A file system without hard links. Killed in the middle, it leaves a file nobody can read, which the lease clears.
function claimWithoutLinks(path: string, card: string): boolean {
  try {
    writeFileSync(path, readFileSync(card), { flag: 'wx' })
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  }
}
