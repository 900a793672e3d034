import { type Entry, stateKey } from '../core/change.ts'
import { MAX_TEXT_BYTES } from '../core/digest.ts'
import type { Recorded } from '../record.ts'
import type { FileDraft } from '../store/draft.ts'
import { type FreshRecord, readLastRecords, rememberRecords } from '../store/last-record.ts'
import { sealRecords } from '../store/seal-record.ts'
import { appendRecords, type LedgerSite } from '../store/writer.ts'
import { readState } from '../store/writer-state.ts'
import { stampOf } from './head.ts'
import { mayBeIgnored } from './ignore-hints.ts'
import { runGit } from './lazy-git.ts'
import { diffFiles } from './line-diff.ts'
import { isPlainImage, isPlainPath, isPlainSite } from './plain.ts'
import { mayHoldSecret } from './secret-hints.ts'
import type { Site } from './site.ts'
import type { World } from './world.ts'
import { asDraft, type RawFile, type Write } from './writes.ts'

/** May these be recorded as they lie on the disk? */
export function isPlainWrite({ site, env }: World, files: readonly RawFile[]): boolean {
  return (
    isPlainSite(site, env) &&
    files.every(({ path, before, after }) => isPlainPath(site, path) && isPlain(before) && isPlain(after)) &&
    // As one text: a regular expression that runs twice is compiled.
    !mayHoldSecret(Buffer.concat(files.flatMap(({ before, after }) => [before, after].map(textOf))))
  )
}

function textOf({ bytes }: RawFile['before']): Uint8Array {
  return bytes ?? new Uint8Array()
}

function isPlain(image: RawFile['before']): boolean {
  if (image.entry !== null && image.bytes === null) return false
  if (image.bytes !== null && image.bytes.length > MAX_TEXT_BYTES) return false
  return isPlainImage(image)
}

/** check-ignore takes every path literally, and refuses to be told so. */
export const NOT_LITERAL = { GIT_LITERAL_PATHSPECS: '0' }

/** Without those that git ignores: a path that was recorded before is none, nor one that no pattern comes near. */
export async function withoutIgnored(world: World, files: readonly RawFile[]): Promise<readonly RawFile[]> {
  const asked = files.filter(({ path, isFresh }) => isFresh && mayBeIgnored(world.site, path, world.env))
  if (asked.length === 0) return files
  const { site, env } = world
  const place = { cwd: site.top, env: { ...env, GIT_DIR: site.gitDir, GIT_WORK_TREE: site.top } }
  const input = asked.map(({ path }) => `${path}\0`).join('')
  // Without the index, whose size would tell: a file that is ignored and staged all the same is looked up in it.
  const command = ['check-ignore', '--no-index', '-z', '--stdin']
  const { stdout } = await runGit(place, command, { input, allow: [1], env: NOT_LITERAL })
  const ignored = stdout.toString('utf8').split('\0')
  const staged = await stagedAmong(place, asked, ignored)
  return files.filter(({ path }) => !ignored.includes(path) || staged.includes(path))
}

async function stagedAmong(
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  asked: readonly RawFile[],
  ignored: readonly string[],
): Promise<readonly string[]> {
  const paths = asked.flatMap(({ path }) => (ignored.includes(path) ? [path] : []))
  if (paths.length === 0) return []
  const { stdout } = await runGit(place, ['ls-files', '-z', '--', ...paths])
  return stdout.toString('utf8').split('\0')
}

/** As `recordWrites`, for files that git stores as they lie on the disk and that hold no secret. */
export async function recordPlain(world: World, writes: readonly Write[], head: string): Promise<Recorded> {
  const { site } = world
  const now = new Date()
  const drafts = writes.map(({ draft, files }) => ({ ...draft, files: files.map(asDraft) }))
  const hunksOf = await diffFiles(
    world,
    drafts.flatMap(({ files }) => files),
  )
  const none: ReadonlySet<number> = new Set()
  const facts = (file: FileDraft) => ({ hunks: hunksOf(file), secretsBefore: none, secretsAfter: none })
  const sealed = drafts.flatMap((draft) => sealRecords(draft, facts, { now, revision: head }))
  const headBefore = headGuess(site, head)
  const files = await appendRecords(await ledgerOf(world, head), sealed, now)
  const records = sealed.map(({ id, intent_id, files: named }) => ({
    id,
    intent: intent_id,
    paths: named.map(({ path }) => path),
  }))
  await remember(site, writes, { records, files }, headBefore)
  return { records, files, warnings: [] }
}

/**
 * What HEAD holds at a path, as far as it can be told without git: what it held at the last record, while HEAD has not moved since
 * and nobody else changed the file; else what the file held before this write. Where that is wrong, the next `record`
 * finds that it is not what HEAD holds, and measures from HEAD.
 */
function headGuess(site: Site, head: string): (file: RawFile) => Entry | null {
  const last = readLastRecords(site.state)
  const isSameHead = readState(site.state).stamp === stampOf(site, head)
  return ({ path, before, head: told }) => {
    const known = last.get(path)
    const isChained = known !== undefined && stateKey(known.after) === stateKey(before.entry)
    return told !== undefined ? told : isChained && isSameHead ? known.head : before.entry
  }
}

async function ledgerOf({ site, env, settings }: World, head: string): Promise<LedgerSite> {
  const { layout, autostage } = await settings()
  const place = { cwd: site.top, env: { ...env, GIT_DIR: site.gitDir } }
  return {
    top: site.top,
    state: site.state,
    layout,
    autostage,
    stamp: stampOf(site, head),
    async committed(path) {
      const { status, stdout } = await runGit(place, ['cat-file', 'blob', `${head}:${path}`], {
        allow: [128],
      })
      return status === 0 ? stdout : null
    },
  }
}

// What HEAD holds by now at other paths is not looked up: they are forgotten when git is asked anyway.
async function remember(
  { state }: Site,
  writes: readonly Write[],
  { records, files }: Omit<Recorded, 'warnings'>,
  headOf: (file: RawFile) => Entry | null,
): Promise<void> {
  const fresh = new Map<string, FreshRecord>()
  for (const file of writes.flatMap((write) => write.files)) {
    const { path, after } = file
    const { id, intent } = records.find(({ paths }) => paths.includes(path))!
    fresh.set(path, { after: after.entry, head: headOf(file), id, intent, ledger: files, bytes: after.bytes })
  }
  await rememberRecords(state, fresh, async (_, { head }) => head)
}
