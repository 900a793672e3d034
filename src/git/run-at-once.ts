import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { commandLine, failure, isAllowed, notStarted, type Place, STDERR_KEPT } from './run.ts'
import type { RunOptions, RunResult } from './types.ts'

/**
 * As `runGit`, and nothing else happens meanwhile. For a process that has nothing else to do: it is spared the loading of
 * node's sockets, which takes half as long as git does. Throws GIT_MISSING, GIT_FAILED.
 */
export function runGitAtOnce(place: Place, args: readonly string[], options: RunOptions = {}): RunResult {
  const { error, status, signal, stdout, stderr } = spawnHere(place, args, options)
  // Git may end without reading everything; its status tells whether that was right.
  if (error !== undefined && !('code' in error && error.code === 'EPIPE')) throw notStarted(error, place.cwd)
  const said = stderr.subarray(0, STDERR_KEPT).toString('utf8')
  if (isAllowed(status, options)) return { status, stdout, stderr: said }
  throw failure(args, status === null ? `killed by ${signal}` : `status ${status}`, said)
}

function spawnHere(
  { cwd, env }: Place,
  args: readonly string[],
  options: RunOptions,
): SpawnSyncReturns<Buffer> {
  const line = commandLine(args)
  try {
    return spawnSync('git', line, {
      cwd,
      env: { ...env, ...options.env },
      input: options.input ?? '',
      maxBuffer: Number.POSITIVE_INFINITY,
      windowsHide: true,
    })
  } catch (cause) {
    // An argument with a NUL, which no path and no revision can hold.
    throw failure(args, 'not started', String(cause))
  }
}
