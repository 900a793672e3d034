import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { kindOf, stateKey } from '../core/change.ts'
import { isUtf8Path } from '../core/path.ts'
import { renameCommand, shellQuote } from '../core/shell.ts'
import type { Contributor } from '../core/trace-record.ts'
import type { Call, NamedPath, Settled } from '../recorder/ports.ts'
import type { Draft } from '../store/draft.ts'
import { readLastRecords } from '../store/last-record.ts'
import { printable } from '../store/printable.ts'
import { pathsFromCommits } from './brought.ts'
import { takeCheckpoint } from './checkpoints.ts'
import { readImage } from './disk.ts'
import { isPlainWrite, recordPlain, withoutIgnored } from './fast.ts'
import { headCommit } from './head.ts'
import { isAnotherAtWork, isTaken, type KeptCall, keepCall, takeCall } from './kept.ts'
import { withoutStashed } from './stashes.ts'
import { closeWindow, rawFile } from './window.ts'
import type { World } from './world.ts'
import { assignIntents, changedFiles, type RawFile, selectedIntent, type Write } from './writes.ts'

const NOTHING: Settled = { written: new Map(), notes: [] }

/** Records what a call wrote, by what lies on the disk before and after it. */
export async function settleCall(world: World, call: Call): Promise<Settled> {
  const { state } = world.site
  const taken = takeCall(state, call.actor.key, call.id)
  if (taken === null) return isKnown(world, call) ? NOTHING : await recordUntold(world, call)
  const settled = await settleKept(world, call, taken.call)
  // This one tells of a write before it is on the disk: the end of the turn looks again.
  if (call.actor.agent === 'vscode' && settled.written.size === 0)
    keepCall(state, call.actor.key, call.id, taken.call)
  taken.end()
  return settled
}

async function settleKept(world: World, call: Call, kept: KeptCall): Promise<Settled> {
  const { site, format } = world
  const named = kept.files.map((file) => ({
    ...rawFile(world, file),
    after: readImage(site.top, file.path, format),
  }))
  const found = kept.kind === 'shell' ? await ownChanges(world, call, kept) : []
  const isNamed = (path: string) => named.some((file) => file.path === path)
  const files = [...named, ...found.filter(({ path }) => !isNamed(path))]
  const unnameable = files.filter(({ path }) => !isUtf8Path(path))
  const nameable = files.filter((file) => !unnameable.includes(file))
  const { written, notes } = await recordEach(world, call, withMoves(nameable, call.paths))
  return { written, notes: [...notes, ...changedFiles(unnameable).map(withoutName)] }
}

/** What git took out of a commit was written by whomever that names; the rest by the one who called. */
async function recordEach(world: World, call: Call, files: readonly RawFile[]): Promise<Settled> {
  const brought = await pathsFromCommits(world, call.sources ?? [], files)
  const own = await record(
    world,
    call,
    files.filter(({ path }) => !brought.has(path)),
  )
  if (brought.size === 0) return own
  const others = files.filter(({ path }) => brought.has(path))
  const { written, notes } = await record(world, call, others, 'unknown')
  return { written: new Map([...own.written, ...written]), notes: [...own.notes, ...notes] }
}

/**
 * A window shows what others write, too. What a record of another session names since is its own; and while another
 * session is at work here, a command claims only what its own intent covers.
 */
async function ownChanges(world: World, { actor, took }: Call, kept: KeptCall): Promise<readonly RawFile[]> {
  const { state } = world.site
  const last = readLastRecords(state)
  const lastBefore = new Map(kept.dirty?.map((file) => [file.path, file.last]))
  const changed = changedFiles(await closeWindow(world, kept)).filter(
    ({ path }) => took === undefined || !wasChangedBefore(world, path, { since: kept.at, took }),
  )
  const found = (await withoutStashed(world, kept.stashes ?? [], changed)).filter(({ path, after }) => {
    const known = last.get(path)
    if (known === undefined || known.id === lastBefore.get(path)) return true
    return stateKey(known.after) !== stateKey(after.entry)
  })
  const selected = selectedIntent(world, actor)
  if (selected === null || !isAnotherAtWork(state, actor.key, kept.at)) return found
  const intent = (await world.settings()).intents?.find(({ id }) => id === selected)
  const owned: RawFile[] = []
  for (const file of found)
    if (intent !== undefined && (await world.isOwned(intent, file.path))) owned.push(file)
  return owned
}

/** How late a hook may be told of an end. */
const LATE = 5_000

/** Between the question to a person and the answer the person may have worked on: that was before the command ran. */
function wasChangedBefore(
  { site }: World,
  path: string,
  { since, took }: { readonly since: number; readonly took: number },
): boolean {
  const changed = lstatSync(join(site.top, path), { throwIfNoEntry: false })?.ctimeMs
  return changed !== undefined && changed >= since && changed < Date.now() - took - LATE
}

/** A command that only reads; a tool that may, too; or a call that was told twice, and is or is being settled. */
function isKnown(world: World, { actor, id, kind, paths }: Call): boolean {
  return kind !== 'edit' || isTaken(world.site.state, actor.key, id) || isRecorded(world, paths)
}

function isRecorded({ site, format }: World, paths: readonly NamedPath[]): boolean {
  const last = readLastRecords(site.state)
  return paths.every(({ path }) => {
    const known = last.get(path)
    return known !== undefined && stateKey(known.after) === stateKey(readImage(site.top, path, format).entry)
  })
}

/**
 * Its beginning was not told by this agent: measured from a checkpoint, else from where the last record, or HEAD, left the
 * file. What a person wrote there since cannot be told apart then, so nobody is named for it.
 */
async function recordUntold(world: World, call: Call): Promise<Settled> {
  const { site, env, format, parts } = world
  const names = call.paths.map(({ path }) => path)
  const last = readLastRecords(site.state)
  const kept = names
    .flatMap((path) => takeCheckpoint(site.state, path) ?? [])
    .filter((file) => (last.get(file.path)?.id ?? null) === file.last)
  const rest = names.filter((path) => !kept.some((file) => file.path === path))
  const before = await (await parts.full()).statesBefore(site, env, rest)
  const untold = rest.map((path) => ({ path, before: before.get(path)!, isFresh: true }))
  const files = [...kept.map((file) => rawFile(world, file)), ...untold]
  const isGuess = untold.some(({ path, before: { entry } }) => entry !== null || last.has(path))
  return await record(
    world,
    call,
    files.map((file) => ({ ...file, after: readImage(site.top, file.path, format) })),
    isGuess ? 'unknown' : 'ai',
  )
}

/** Where a file was moved to: what the tool says, else the same content under another name. */
function withMoves(files: readonly RawFile[], named: readonly NamedPath[]): RawFile[] {
  const changed = changedFiles(files)
  const to = new Map(named.flatMap(({ path, to }) => (to === undefined ? [] : [[path, to] as const])))
  const made = changed.filter(({ before, after }) => before.entry === null && isFile(after.entry))
  for (const { path, before, after } of changed) {
    const { entry } = before
    if (after.entry !== null || !isFile(entry) || to.has(path)) continue
    const taken = new Set(to.values())
    const twin = made.find((file) => file.after.entry?.blob === entry.blob && !taken.has(file.path))
    if (twin !== undefined) to.set(path, twin.path)
  }
  const from = new Map([...to].map(([path, target]) => [target, path]))
  return changed.map((file) => {
    const [movedFrom, movedTo] = [from.get(file.path), to.get(file.path)]
    return {
      ...file,
      ...(movedFrom !== undefined && { movedFrom }),
      ...(movedTo !== undefined && { movedTo }),
    }
  })
}

function isFile(entry: RawFile['before']['entry']): entry is NonNullable<typeof entry> {
  return entry !== null && kindOf(entry.mode) === 'file'
}

export async function record(
  world: World,
  call: Call,
  files: readonly RawFile[],
  contributor: Contributor = 'ai',
): Promise<Settled> {
  const changed = changedFiles(files)
  if (changed.length === 0) return NOTHING
  const head = isPlainWrite(world, changed) ? headCommit(world.site) : null
  const wanted = head === null ? changed : await withoutIgnored(world, changed)
  const { byIntent, left } = await assignIntents(world, call.actor, wanted)
  const writes = Array.from(byIntent, ([intent, some]) => ({
    draft: { ...draftFor(call, intent), contributor },
    files: some,
  }))
  const { warnings } = await write(world, writes, head)
  const written = new Map(
    writes.flatMap((one) => one.files.map(({ path, after }) => [path, stateKey(after.entry)] as const)),
  )
  return { written, notes: [...warnings, ...left.map(({ path }) => withoutIntent(path))] }
}

async function write(
  world: World,
  writes: readonly Write[],
  plainOn: string | null,
): Promise<{ readonly warnings: readonly string[] }> {
  if (writes.length === 0) return { warnings: [] }
  if (plainOn !== null) return await recordPlain(world, writes, plainOn)
  return await (await world.parts.full()).recordRaw(world.site, world.env, writes)
}

function withoutIntent(path: string): string {
  return `${printable(path)} is not recorded: no intent is selected, and none alone owns it. Select one, then: npx intentgate record`
}

// With the others, one such name would take the trace of the whole command away.
function withoutName({ path, after }: RawFile): string {
  const said = `unattributed: ${shellQuote(path)} is not valid UTF-8: the ledger cannot name it`
  return after.entry === null
    ? `${said}, not even its end. What to do once that is staged: npx intentgate check`
    : `${said}. Rename it, then record it: ${renameCommand('mv', path)}`
}

function draftFor({ actor, id, kind, name }: Call, intent: string): Omit<Draft, 'files' | 'contributor'> {
  const { version, model, session } = actor
  return {
    intent,
    model,
    tool: { name: actor.name, ...(version !== null && { version }), call: kind === 'shell' ? 'shell' : name },
    session,
    callId: id,
  }
}
