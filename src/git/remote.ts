import { parse } from 'node:path'
import { GateError } from '../core/error.ts'
import { configured, NOWHERE } from './clean-environment.ts'
import { type Environment, hardened } from './environment.ts'
import { type BoundedOptions, runGit } from './run.ts'
import type { RunResult } from './types.ts'

/** Both in seconds: how long a connection may be silent, and how long one command may take. */
export interface Patience {
  readonly silence: number
  readonly command: number
}

export interface Server {
  /** https, http or file. */
  readonly url: string
  /** '' = none. */
  readonly token: string
  readonly patience: Patience
}

/** What git says where the fault is the asked name, not the way to it. */
const ANSWERS = {
  'not-by-id': /^error: Server does not allow request for unadvertised object/m,
  unknown: /^(?:fatal|error): (?:remote error: )?(?:upload-pack: )?(?:not our ref|couldn't find remote ref)/m,
}

export type Fetched = 'fetched' | 'unfiltered' | keyof typeof ANSWERS

/** git against one server. All throw FETCH_FAILED, in which the token is masked. */
export interface Remote {
  /** `ls-remote` for these patterns: full name → id; an annotated tag also as `name^{}`. */
  list(patterns: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** `fetch` with these arguments after the options that always hold; 'unfiltered' where a filter was asked for in vain. */
  fetch(gitDir: string, args: readonly string[], lacks: Lacks, input?: string): Promise<Fetched>
}

/** May objects be missing afterwards? git checks what it got either way. */
export type Lacks = 'blobs' | 'nothing'

const FETCH = [
  'fetch',
  ...['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'],
  ...['--no-auto-maintenance', '--no-show-forced-updates'],
]

/** Throws USAGE for an address that git must not follow. */
export function createRemote(server: Server, clean: Environment): Remote {
  const { protocol, origin } = requireUrl(server.url)
  const run = async (
    args: readonly string[],
    { env = {}, ...options }: BoundedOptions,
  ): Promise<RunResult> => {
    const place = {
      cwd: parse(process.cwd()).root,
      env: { ...hardened(clean), GIT_ALLOW_PROTOCOL: protocol.slice(0, -1), GIT_DIR: NOWHERE },
    }
    const timeout = server.patience.command * 1000
    try {
      return await runGit(place, args, { ...options, env, timeout, allow: REFUSALS })
    } catch (error) {
      throw asFetchFailed(error, server)
    }
  }
  const always = settingsFor(server, origin)
  return {
    async list(patterns) {
      const { status, stdout, stderr } = await run(['ls-remote', '--quiet', 'origin', ...patterns], {
        env: configured(always),
      })
      if (status !== 0) throw fetchFailed(server, stderr)
      return parseRefs(stdout.toString('utf8'))
    },
    async fetch(gitDir, args, lacks, input) {
      const settings = configured({
        ...always,
        ...(lacks === 'blobs' && PROMISED),
        ...(input !== undefined && BY_NAME),
      })
      const env = { ...settings, GIT_DIR: gitDir }
      return outcome(await run([...FETCH, ...args], { env, ...(input !== undefined && { input }) }), server)
    },
  }
}

/** Of git itself, and of a transport that could not connect. */
const REFUSALS = [1, 128]

/** While it fetches git must know that blobs are left out on purpose. In the repository's own config git would go and get them. */
const PROMISED = { 'remote.origin.promisor': 'true', 'remote.origin.partialclonefilter': 'blob:none' }

/** Told which commits are here, the server would take their blobs for here, too, and leave out what is asked for by name. */
const BY_NAME = { 'fetch.negotiationAlgorithm': 'noop' }

function settingsFor({ url, token, patience }: Server, origin: string): Record<string, string> {
  const isWeb = origin !== 'null'
  return {
    'remote.origin.url': url,
    'safe.directory': '*',
    'core.hooksPath': '/dev/null',
    'http.followRedirects': 'false', // git would send the header to wherever it is led
    'http.lowSpeedLimit': '1',
    'http.lowSpeedTime': String(patience.silence),
    ...(isWeb && token !== '' && { [`http.${origin}/.extraheader`]: `AUTHORIZATION: basic ${basic(token)}` }),
  }
}

function requireUrl(text: string): { readonly protocol: string; readonly origin: string } {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['https:', 'http:', 'file:'].includes(url.protocol))
    throw new GateError('USAGE', {
      message: 'the address of the repository is no https, http or file URL',
      remedy: 'give it as https://<server>/<owner>/<name>',
    })
  if (url.username !== '' || url.password !== '')
    throw new GateError('USAGE', {
      message: `the address of the repository on ${url.host} holds a user or a password`,
      remedy: 'leave it out of the address and give it as the token',
    })
  return url
}

function outcome({ status, stderr }: RunResult, server: Server): Fetched {
  if (status === 0) return /^warning: filtering not recognized/m.test(stderr) ? 'unfiltered' : 'fetched'
  if (ANSWERS['not-by-id'].test(stderr)) return 'not-by-id'
  if (ANSWERS.unknown.test(stderr)) return 'unknown'
  throw fetchFailed(server, stderr)
}

/** git was ended, or could not do what it was told. */
function asFetchFailed(error: unknown, server: Server): unknown {
  if (!(error instanceof GateError) || error.code === 'GIT_MISSING') return error
  const bound = /killed by SIGKILL/.test(error.message) ? `\n(after ${server.patience.command} seconds)` : ''
  return fetchFailed(server, error.message + bound)
}

const SHOWN = 2000

function fetchFailed(server: Server, stderr: string): GateError {
  // Masked before it is cut: half a token is one, too.
  const why = masked(stderr.trim(), server.token).slice(0, SHOWN)
  return new GateError('FETCH_FAILED', { url: server.url, why: why === '' ? 'git gave no reason' : why })
}

function masked(text: string, token: string): string {
  return token === '' ? text : text.replaceAll(basic(token), '***').replaceAll(token, '***')
}

function basic(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString('base64')
}

function parseRefs(output: string): Map<string, string> {
  const lines = output.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [id = '', name = ''] = line.split('\t')
      return [name, id]
    }),
  )
}
