import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from './errno.ts'

/** What the ledger says of a session: 16 hex that tell sessions apart and say nothing else about them. */
export function sessionDigest(agent: string, session: string): string {
  return hash('sha256', `${agent}\0${session}`, 'hex').slice(0, 16)
}

/** Where the local state of one working tree is, for whoever only reads it: the folder need not be there. Absolute. */
export function statePath(gitDir: string): string {
  return join(gitDir, 'intentgate')
}

/** Local state of one working tree: never inside `.orchestration/`, never committed. Made on first use; absolute. */
export function stateFolder(gitDir: string): string {
  const folder = statePath(gitDir)
  mkdirSync(folder, { recursive: true })
  return folder
}

const SESSION = /^[0-9a-f]{32}$/

/** The command line's session: random, one per working tree, made on first use. */
export function commandLineSession(state: string): string {
  const file = join(state, 'session')
  const known = readSession(file)
  if (known !== null) return known
  const fresh = randomBytes(16).toString('hex')
  writeFileSync(file, fresh)
  return fresh
}

function readSession(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8')
    return SESSION.test(text) ? text : null
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null
    throw error
  }
}
