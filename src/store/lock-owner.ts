import { hash } from 'node:crypto'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { isErrno } from './errno.ts'

/** Who holds a lock, as its file says. */
export interface Owner {
  /** Never used twice. */
  readonly nonce: string
  readonly pid: number
  /** Tells a process from a later one with its pid; null where the system does not say. */
  readonly start: string | null
  /** Machine and pid namespace: a pid means nothing outside. */
  readonly host: string
}

// An owner that cannot be looked at (another machine or container, an unreadable file) is given this long.
const FOREIGN_LEASE = 60_000
const HOST = `${hostName()} ${pidNamespace()}`

/** This process, under a name it has not used before. */
export function newOwner(): Owner {
  ownLife ??= lifeOf(process.pid)
  const start = typeof ownLife === 'object' ? ownLife.start : null
  // Not from `randomBytes`, which takes a while to get ready.
  const unique = [HOST, process.pid, start, Date.now(), process.hrtime.bigint(), owners++].join(' ')
  return { nonce: hash('sha256', unique, 'hex').slice(0, 24), pid: process.pid, start, host: HOST }
}

let ownLife: Life | null = null
let owners = 0

/** null = nobody holds it. */
export function ownerOf(lock: string): Owner | null {
  try {
    const text = readFileSync(lock, 'utf8')
    return (
      parseOwner(text) ?? { nonce: `unreadable-${statSync(lock).mtimeMs}`, pid: 0, start: null, host: '' }
    )
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
}

function parseOwner(text: string): Owner | null {
  try {
    const { nonce, pid, start, host } = JSON.parse(text)
    const known = /^[0-9a-f]{24}$/.test(nonce) && Number.isSafeInteger(pid) && typeof host === 'string'
    return known ? { nonce, pid, start: typeof start === 'string' ? start : null, host } : null
  } catch {
    // Half written: an owner of whom nothing is known.
    return null
  }
}

export function isAlive(owner: Owner, lock: string): boolean {
  if (owner.host !== HOST) return ageOf(lock) < FOREIGN_LEASE
  const life = lifeOf(owner.pid)
  if (typeof life === 'string') return life === 'running'
  return owner.start === null || life.start === owner.start
}

function ageOf(lock: string): number {
  try {
    return Date.now() - statSync(lock).mtimeMs
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return 0
    throw error
  }
}

type Life = 'running' | 'gone' | { readonly start: string }

function lifeOf(pid: number): Life {
  return lifeOnLinux(pid) ?? lifeBySignal(pid)
}

// A killed process that its parent has not waited for still answers to signals: the state `Z` tells.
function lifeOnLinux(pid: number): Life | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return 'ZX'.includes(state) ? 'gone' : { start: fields[18] ?? '' }
  } catch (error) {
    // No /proc, or one that hides other people's processes.
    if (isErrno(error, 'ENOENT', 'ESRCH', 'EACCES')) return null
    throw error
  }
}

function lifeBySignal(pid: number): Life {
  try {
    process.kill(pid, 0)
    return 'running'
  } catch (error) {
    return isErrno(error, 'ESRCH') ? 'gone' : 'running'
  }
}

// As `hostname()` has it. `node:os` would be loaded for nothing else, by every event of an agent that records.
function hostName(): string {
  try {
    return readFileSync('/proc/sys/kernel/hostname', 'utf8').trim()
  } catch {
    // Not Linux, or no /proc.
    return process.getBuiltinModule('node:os').hostname()
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // Not Linux, or no /proc: the host name has to do.
    return ''
  }
}
