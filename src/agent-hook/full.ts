import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, kindOf, stateKey } from '../core/change.ts'
import { controlPlaneOf } from '../core/control-plane.ts'
import { GateError } from '../core/error.ts'
import { strictPolicy } from '../core/policy.ts'
import { INTENTS_PATH, isSidecarsOwn, POLICY_PATH, SIDECAR } from '../core/sidecar.ts'
import { openRepository } from '../git/repository.ts'
import type { Repository } from '../git/types.ts'
import { worktreeState } from '../git/worktree.ts'
import { type Bytes, type FileDraft, headView, type Recorded, recordWrites } from '../record.ts'
import { parseIntents, parsePolicy } from '../store/config.ts'
import { isErrno } from '../store/errno.ts'
import { keptBlob } from '../store/kept-blobs.ts'
import { readLastRecords } from '../store/last-record.ts'
import type { Image } from './disk.ts'
import { NOT_LITERAL } from './fast.ts'
import { isOff } from './git-config.ts'
import type { Settings } from './settings.ts'
import type { Site } from './site.ts'
import type { RawFile, Write } from './writes.ts'

/** Reads both files; what cannot be read is said, and does not stop a record. */
export async function parseSettings(top: string): Promise<Settings> {
  const policy = readOr(join(top, POLICY_PATH), (bytes) => parsePolicy(bytes, POLICY_PATH))
  const intents = readOr(join(top, INTENTS_PATH), (bytes) => [...parseIntents(bytes, INTENTS_PATH).values()])
  const { ledger } = policy.value ?? strictPolicy
  return {
    intents:
      (intents.value ?? (intents.problem === null ? [] : null))?.map(({ id, status, owned_scope }) => ({
        id,
        status,
        owned_scope,
      })) ?? null,
    problem: intents.problem,
    layout: ledger.layout,
    autostage: ledger.autostage ? 'on' : 'off',
  }
}

function readOr<T>(
  file: string,
  parse: (bytes: Uint8Array) => T,
): { value: T | null; problem: string | null } {
  try {
    return { value: parse(readFileSync(file)), problem: null }
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return { value: null, problem: null }
    if (error instanceof GateError) return { value: null, problem: error.message }
    throw error
  }
}

/** Records writes as git would store them: filters, line ends, links, modes. */
export async function recordRaw(
  site: Site,
  env: NodeJS.ProcessEnv,
  writes: readonly Write[],
): Promise<Recorded> {
  return await withRepository(site, env, async (repo) => {
    const drafts = []
    for (const { draft, files } of writes)
      drafts.push({ ...draft, files: await draftFiles(repo, site, files) })
    return await recordWrites(repo, drafts)
  })
}

async function draftFiles(repo: Repository, site: Site, files: readonly RawFile[]): Promise<FileDraft[]> {
  const ignored = await ignoredAmong(
    repo,
    files.map(({ path }) => path),
  )
  const kept = files.filter(({ path }) => !ignored.has(path))
  const states = await worktreeState(
    repo,
    kept.map(({ path }) => path),
  )
  const drafts: FileDraft[] = []
  for (const { path, before, movedFrom, movedTo } of kept) {
    const { entry, bytes } = states.get(path)!
    const stored = await storedForm(repo, site, path, { before, after: entry })
    drafts.push({
      path,
      before: stored.entry,
      after: entry,
      beforeBytes: stored.bytes,
      afterBytes: bytes,
      ...(movedFrom !== undefined && { movedFrom }),
      ...(movedTo !== undefined && { movedTo }),
    })
  }
  return drafts.filter(({ path, before, after }) => !isSidecarsOwn({ path, before, after }))
}

/** What git would have stored of a file, by the attributes that hold now. */
async function storedForm(
  repo: Repository,
  { config }: Site,
  path: string,
  { before, after }: { before: Image; after: Entry | null },
): Promise<{ entry: Entry | null; bytes: Bytes }> {
  const { entry, bytes } = before
  if (entry === null || kindOf(entry.mode) !== 'file' || bytes === null)
    return { entry, bytes: entry === null ? null : (bytes ?? 'large') }
  const args = ['-c', 'core.safecrlf=false', 'hash-object', '-w', '--stdin', `--path=${path}`]
  const { stdout } = await repo.scratch(args, { input: bytes })
  const blob = stdout.toString('latin1').trim()
  const content = await repo.content(blob)
  if (content === 'missing')
    throw new GateError('MISSING_OBJECT', { oid: blob, what: 'a file from before a call' })
  const mode = isOff(config.get('core.filemode')) && after !== null ? after.mode : entry.mode
  return { entry: { mode, blob }, bytes: content }
}

/** A file that is in the index is none that git ignores. */
async function ignoredAmong(
  repo: Repository,
  paths: readonly string[],
  allow: readonly number[] = [1],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  // `./`: a name may begin like pathspec magic.
  const input = paths.map((path) => `./${path}\0`).join('')
  const { stdout } = await repo.git(['check-ignore', '-z', '--stdin'], { input, allow, env: NOT_LITERAL })
  const ignored = stdout.toString('utf8').split('\0')
  return new Set(paths.filter((path) => ignored.includes(`./${path}`)))
}

/** What decides whether anything is recorded or judged here, and lies where git does not look. */
const OWN = /(?:^|\/)node_modules\/(?:.*\/)?[^/]*(?:intentgate|husky)/is

/** As `HookPorts` has it. */
export async function isUngoverned(site: Site, env: NodeJS.ProcessEnv, path: string): Promise<boolean> {
  if (path.startsWith(`${SIDECAR}/`) || OWN.test(path) || controlPlaneOf(path) !== null) return false
  // 128: git cannot say it (a path in a submodule), and what fails here would let the write through.
  return await withRepository(site, env, async (repo) =>
    (await ignoredAmong(repo, [path], [1, 128])).has(path),
  )
}

/** What the paths held when they were recorded last, else what HEAD holds: for a write of which nobody told before it happened. */
export async function statesBefore(
  site: Site,
  env: NodeJS.ProcessEnv,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Image>> {
  return await withRepository(site, env, async (repo) => {
    const head = await headView(repo)
    const last = readLastRecords(site.state)
    const states = new Map<string, Image>()
    for (const path of paths) {
      const [known, committed] = [last.get(path), await head.entry(path)]
      const isOpen = known !== undefined && stateKey(known.head) === stateKey(committed)
      const entry = isOpen ? known.after : committed
      states.set(path, { entry, bytes: await bytesOf(repo, site, entry) })
    }
    return states
  })
}

async function bytesOf(repo: Repository, { state }: Site, entry: Entry | null): Promise<Uint8Array | null> {
  if (entry === null || kindOf(entry.mode) === 'submodule') return null
  const content = await repo.content(entry.blob)
  return content instanceof Uint8Array ? content : keptBlob(state, entry.blob)
}

async function withRepository<T>(
  { top }: Site,
  env: NodeJS.ProcessEnv,
  work: (repo: Repository) => Promise<T>,
): Promise<T> {
  const repo = await openRepository(top, 'worktree', env)
  try {
    return await work(repo)
  } finally {
    await repo.close()
  }
}
