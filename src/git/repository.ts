import { MAX_TEXT_BYTES } from '../core/digest.ts'
import { GateError } from '../core/error.ts'
import type { Content } from '../core/evidence.ts'
import type { FoundObject } from './batch-answers.ts'
import { type Discovery, discover } from './discover.ts'
import { hardened, type Inherited, located, writingTo } from './environment.ts'
import { createObjectReader, type ObjectReader } from './object-reader.ts'
import { createRecentContents } from './recent-contents.ts'
import { type Place, runGit, streamGit } from './run.ts'
import { temporaryFolder } from './scratch.ts'
import type { Repository } from './types.ts'

// The store is thrown away: no need to wait until the disk has it.
const unsynced = ['-c', 'core.fsync=none']

/** The id of the tree without entries, which git knows without storing it. */
const emptyTrees = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
}

/**
 * Opens the repository around `cwd`; close it when done. With 'commits' it may be bare.
 * Throws NOT_A_REPOSITORY, BARE_REPOSITORY, UNTRUSTED_REPOSITORY, GIT_MISSING, GIT_FAILED.
 */
export async function openRepository(
  cwd: string,
  judged: 'worktree' | 'commits' = 'worktree',
  inherited: Inherited = process.env,
): Promise<Repository> {
  const env = hardened(inherited)
  const found = await discover(cwd, env)
  if (found.places.bare && judged === 'worktree')
    throw new GateError('BARE_REPOSITORY', { gitDir: found.places.gitDir })
  return createRepository(found, { cwd: found.places.top, env: located(env, found.places) })
}

/** Bytes of blobs that are kept for the next who asks. */
const MOST_KEPT = 32 * 1024 * 1024

function createRepository({ places, prefix, objectFormat, shallow }: Discovery, place: Place): Repository {
  const scratch = openScratch(place, places.objects)
  const recent = createRecentContents(MOST_KEPT)
  const readBlob = async (oid: string, limit: number) =>
    contentIn(await scratch().reader.contents(oid, limit), limit)
  return {
    top: places.top,
    bare: places.bare,
    gitDir: places.gitDir,
    commonDir: places.commonDir,
    indexFile: places.indexFile,
    prefix,
    objectFormat,
    shallow,
    emptyTree: emptyTrees[objectFormat],
    git: (args, options) => runGit(place, args, options),
    scratch: (args, options) => runGit(scratch().place, [...unsynced, ...args], options),
    async stream(args, onOutput, options) {
      await streamGit(scratch().place, [...unsynced, ...args], onOutput, options)
    },
    async info(spec) {
      return (await scratch().reader.info(spec))?.info ?? null
    },
    async content(oid, limit) {
      if (limit !== undefined) return await readBlob(oid, limit)
      const content = recent.get(oid) ?? (await readBlob(oid, MAX_TEXT_BYTES))
      recent.keep(oid, content)
      return content
    },
    async contents(oids) {
      const unknown = oids.filter((oid) => recent.get(oid) === undefined)
      const fresh = await scratch().reader.contentsOfAll(unknown, MAX_TEXT_BYTES)
      return new Map(
        oids.map((oid) => {
          const content = recent.get(oid) ?? contentIn(fresh.get(oid) ?? null, MAX_TEXT_BYTES)
          recent.keep(oid, content)
          return [oid, content]
        }),
      )
    },
    async tree(spec) {
      return (await scratch().reader.contents(`${spec}^{tree}`))?.bytes ?? null
    },
    close: () => scratch.close(),
  }
}

function contentIn(found: FoundObject | null, limit: number): Content {
  if (found?.info.type !== 'blob') return 'missing'
  return found.info.size > limit ? 'large' : found.bytes
}

interface Scratch {
  readonly place: Place
  readonly reader: ObjectReader
}

interface LazyScratch {
  (): Scratch
  close(): Promise<void>
}

/** The store for objects that git must make, and the one reader, which sees them too. Made when first needed. */
function openScratch({ cwd, env }: Place, objects: string): LazyScratch {
  let open: (Scratch & { readonly remove: () => void }) | null = null
  let closed = false
  const scratch = (): Scratch => {
    if (open !== null) return open
    // Of several questions at once one has failed, and the others come too late: a git started now would never be ended.
    if (closed) throw new GateError('GIT_FAILED', { command: 'cat-file', status: 'closed', stderr: '' })
    const folder = temporaryFolder()
    const place = { cwd, env: writingTo(folder.path, env, objects) }
    open = { place, reader: createObjectReader(place), remove: folder.remove }
    return open
  }
  return Object.assign(scratch, {
    async close() {
      closed = true
      await open?.reader.close()
      open?.remove()
    },
  })
}
