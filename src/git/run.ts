import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { GateError } from '../core/error.ts'
import type { Environment } from './environment.ts'
import type { RunOptions, RunResult } from './types.ts'

/** Of a command that talks to a server, which may fall silent. */
export interface BoundedOptions extends RunOptions {
  /** Milliseconds; then git and all that it started are ended. */
  readonly timeout?: number
}

/** Where and how git runs. */
export interface Place {
  readonly cwd: string
  readonly env: Environment
}

/** Told 'enough', git is ended, and what it would still have said does not matter. */
export type OnOutput = (chunk: Buffer) => 'more' | 'enough'

const always = [
  '--no-pager',
  ...['-c', 'core.fsmonitor=false'], // it names a program to run, which could also hide changed files
]

export const STDERR_KEPT = 64 * 1024
const STDERR_SHOWN = 2000

/** With a process group of its own, git can be ended together with its transport, which would outlive it and hold the pipes. */
export function spawnGit(
  { cwd, env }: Place,
  args: readonly string[],
  group: 'own' | 'inherited' = 'inherited',
): ChildProcessWithoutNullStreams {
  const line = commandLine(args)
  try {
    const detached = group === 'own'
    return spawn('git', line, {
      cwd,
      env: { ...env },
      stdio: 'pipe',
      windowsHide: true,
      detached,
    })
  } catch (cause) {
    // An argument with a NUL, which no path and no revision can hold.
    throw failure(args, 'not started', String(cause))
  }
}

/** All that git is given. Throws GIT_FAILED for an argument that is no text. */
export function commandLine(args: readonly string[]): string[] {
  // Arguments become UTF-8, and a byte that is none would silently name another file.
  if (args.some((arg) => /[\ud800-\udfff]/u.test(arg)))
    throw failure(args, 'not started', 'an argument is not valid UTF-8')
  return [...always, ...args]
}

/** Runs git to its end: all of stdout as bytes, status checked. Throws GIT_MISSING, GIT_FAILED. */
export async function runGit(
  place: Place,
  args: readonly string[],
  options: BoundedOptions = {},
): Promise<RunResult> {
  const chunks: Buffer[] = []
  const keep: OnOutput = (chunk) => {
    chunks.push(chunk)
    return 'more'
  }
  const { status, stderr } = await streamGit(place, args, keep, options)
  return { status, stdout: Buffer.concat(chunks), stderr }
}

/** As `runGit`, with stdout handed over as it comes. */
export async function streamGit(
  place: Place,
  args: readonly string[],
  onOutput: OnOutput,
  options: BoundedOptions = {},
): Promise<Omit<RunResult, 'stdout'>> {
  const group = options.timeout === undefined ? 'inherited' : 'own'
  const child = spawnGit({ cwd: place.cwd, env: { ...place.env, ...options.env } }, args, group)
  const stderr = keepStart(child.stderr)
  const ended = endWithin(options.timeout, child, place.cwd)
  const [{ code, signal }, reading] = await Promise.all([
    ended,
    read(child, onOutput),
    feed(child.stdin, options.input),
  ])
  if (reading === 'enough') return { status: 0, stderr: stderr() }
  if (isAllowed(code, options)) return { status: code, stderr: stderr() }
  throw failure(args, code === null ? `killed by ${signal}` : `status ${code}`, stderr())
}

export function isAllowed(status: number | null, { allow }: RunOptions): status is number {
  return status !== null && (status === 0 || allow?.includes(status) === true)
}

const UNREADABLE =
  /^(?:fatal|error): (?:unable to read|could not fetch|missing)(?: [a-z]+){0,3} [('"]?([0-9a-f]{40}(?:[0-9a-f]{24})?)\b/m

// git's own words, of read-cache.c. Not what only some version of it cannot read.
const DAMAGED_INDEX =
  /^(?:fatal|error): .*(?:index file (?:smaller than expected|corrupt)|unknown index entry format|bad (?:signature 0x|index file sha1|index version)|malformed name field in the index|unordered stage entries|cache entry has null sha1)/m

export function failure(args: readonly string[], status: string, stderr: string): GateError {
  // A partial clone lacks what nobody needed so far: fetching helps, where running the command again does not.
  const missing = UNREADABLE.exec(stderr)?.[1]
  if (missing !== undefined)
    return new GateError('MISSING_OBJECT', { oid: missing, what: `git ${commandOf(args)} needs it` })
  if (DAMAGED_INDEX.test(stderr)) return new GateError('INDEX_DAMAGED', { detail: stderr.trim() })
  const shown = stderr.length > STDERR_SHOWN ? `${stderr.slice(0, STDERR_SHOWN)}…` : stderr
  return new GateError('GIT_FAILED', { command: commandOf(args), status, stderr: shown.trim() })
}

/** The first word that is no `-c name=value` and no `-C folder`: enough to say what failed, without printing untrusted arguments. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, i) => !arg.startsWith('-') && !/^-[cC]$/.test(args[i - 1] ?? '')) ?? ''
}

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** Resolves once git has ended and its pipes are drained. Throws GIT_MISSING where it could not even start. */
export function end(child: ChildProcessWithoutNullStreams, cwd: string): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) => reject(notStarted(cause, cwd)))
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
}

async function endWithin(
  timeout: number | undefined,
  child: ChildProcessWithoutNullStreams,
  cwd: string,
): Promise<Ending> {
  const timer = timeout === undefined ? undefined : setTimeout(() => killGroup(child), timeout)
  try {
    return await end(child, cwd)
  } finally {
    clearTimeout(timer)
  }
}

function killGroup(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL') // Windows has no groups
  }
}

export function notStarted(cause: NodeJS.ErrnoException, cwd: string): GateError {
  // Node says ENOENT both for a missing git and for a missing folder to run it in.
  if (cause.code === 'ENOENT' && !existsSync(cwd))
    return new GateError('NOT_A_REPOSITORY', { cwd }, { cause })
  if (cause.code === 'ENOENT' || cause.code === 'EACCES')
    return new GateError('GIT_MISSING', { message: cause.message }, { cause })
  return new GateError(
    'GIT_FAILED',
    { command: 'spawn', status: cause.code ?? 'not started', stderr: cause.message },
    { cause },
  )
}

async function read(child: ChildProcessWithoutNullStreams, onOutput: OnOutput): Promise<'more' | 'enough'> {
  try {
    for await (const chunk of child.stdout) {
      if (onOutput(chunk) === 'more') continue
      child.kill()
      return 'enough'
    }
    return 'more'
  } catch (error) {
    child.kill()
    throw error
  }
}

/** stderr is for the message only: its start says what went wrong, and a chatty filter must not fill the memory. */
export function keepStart(stream: Readable): () => string {
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    if (length < STDERR_KEPT) chunks.push(chunk)
    length += chunk.length
  })
  return () => Buffer.concat(chunks).subarray(0, STDERR_KEPT).toString('utf8')
}

function feed(stdin: Writable, input: Uint8Array | string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // git may end without reading everything; its status tells whether that was right.
    stdin.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' ? resolve() : reject(error),
    )
    stdin.once('close', resolve)
    stdin.end(input ?? '')
  })
}
