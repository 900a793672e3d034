import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isErrno } from './errno.ts'

export { sessionDigest as sessionKeyOf } from './session.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 30
const FILE = /^[0-9a-f]{16}\.json$/

/** The intent that an agent's session declared; null = none yet. `state` is `stateFolder`'s, `sessionKey` is `sessionKeyOf`'s. */
export function readBinding(state: string, sessionKey: string): string | null {
  return readBound(fileOf(state, sessionKey))?.intent ?? null
}

/** Binds a session to an intent, and forgets sessions that were bound 30 days ago or earlier. */
export function writeBinding(state: string, sessionKey: string, intent: string): void {
  bind(state, sessionKey, { intent, by: 'session' })
}

/**
 * As `writeBinding`, for the MCP server, which sees a client and not who in it asks: where the agent's own hook has bound the
 * session, a subagent's choice must not become its parent's.
 */
export function offerBinding(state: string, sessionKey: string, intent: string): void {
  if (readBound(fileOf(state, sessionKey))?.by !== 'session')
    bind(state, sessionKey, { intent, by: 'server' })
}

function bind(state: string, sessionKey: string, bound: Bound): void {
  const folder = folderOf(state)
  mkdirSync(folder, { recursive: true })
  if (writeBound(fileOf(state, sessionKey), bound) === 'written') prune(folder)
}

/** The intent that was declared last in this working tree, by whomever: for agents that do not say which session they are. */
export function readDeclared(state: string): string | null {
  return readBound(join(state, 'declared.json'))?.intent ?? null
}

export function writeDeclared(state: string, intent: string): void {
  writeBound(join(state, 'declared.json'), { intent, by: 'session' })
}

function folderOf(state: string): string {
  return join(state, 'sessions')
}

function fileOf(state: string, sessionKey: string): string {
  if (!FILE.test(`${sessionKey}.json`)) throw new Error('a session key is made by sessionKeyOf')
  return join(folderOf(state), `${sessionKey}.json`)
}

interface Bound {
  readonly intent: string
  /** session: the agent's hook, or whoever works in the session; server: the MCP server on its behalf. */
  readonly by: 'session' | 'server'
}

function readBound(file: string): Bound | null {
  try {
    return parseBound(readFileSync(file, 'utf8'))
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

// Written whole or not at all. What is not of our making binds nobody: the session has to declare its intent again.
function parseBound(text: string): Bound | null {
  try {
    const { intent, by } = JSON.parse(text)
    return typeof intent === 'string' ? { intent, by: by === 'server' ? 'server' : 'session' } : null
  } catch {
    return null
  }
}

/**
 * Under a name of its own first: several agents may write at once, and each must rename what it wrote itself. What stands there
 * already is left: replacing a file makes the file system wait for the disk.
 */
function writeBound(file: string, bound: Bound): 'written' | 'kept' {
  if (isKept(file, bound)) return 'kept'
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, `${JSON.stringify({ ...bound, at: new Date().toISOString() })}\n`)
  renameSync(draft, file)
  return 'written'
}

/** Says the file the same, and was it written today? A session in use must not be pruned. */
function isKept(file: string, { intent, by }: Bound): boolean {
  const known = readBound(file)
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return known?.intent === intent && known.by === by && age < DAY_MS
}

function prune(folder: string): void {
  const oldest = Date.now() - KEPT_DAYS * DAY_MS
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const stats = FILE.test(name) ? statSync(file, { throwIfNoEntry: false }) : undefined
    if (stats !== undefined && stats.mtimeMs < oldest) rmSync(file, { force: true })
  }
}
