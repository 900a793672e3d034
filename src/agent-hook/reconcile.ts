import { stateKey } from '../core/change.ts'
import type { Actor, Call, Settled } from '../recorder/ports.ts'
import { readLastRecords } from '../store/last-record.ts'
import { printable } from '../store/printable.ts'
import { readImage, stateOnDisk } from './disk.ts'
import { forgetOld, type KeptCall, type KeptFile, readSeen, takeOpenCalls } from './kept.ts'
import { isPlainImage } from './plain.ts'
import { record } from './tracer.ts'
import { rawFile } from './window.ts'
import type { World } from './world.ts'

/**
 * The end of a turn. A patch in a command of which the agent never told the end is claimed, as far as nobody else recorded
 * the file since; whatever else changed after it was recorded is nobody's: it is said, and never claimed.
 */
export async function reconcileSession(world: World, actor: Actor): Promise<Settled> {
  const { site } = world
  const notes: string[] = []
  const written = new Map<string, string>()
  for (const { call, end } of takeOpenCalls(site.state, actor.key)) {
    const { mine, others } = sortOpen(world, call, isClaimable(actor, call))
    notes.push(...others.map((path) => unattributed(path, `a ${printable(call.name)} call that never ended`)))
    const settled = await claim(world, actor, call, mine)
    notes.push(...settled.notes)
    for (const [path, state] of settled.written) written.set(path, state)
    end()
  }
  notes.push(
    ...changedSince(world, actor, written).map((path) => unattributed(path, 'a formatter, or a person')),
  )
  forgetOld(site.state)
  return { written, notes }
}

// A command that holds a patch names what it writes. Of an edit without an end the person may have said no, and then
// written it alone; but the one that ends too early did end.
function isClaimable({ agent }: Actor, { kind }: KeptCall): boolean {
  return kind === 'shell' || agent === 'vscode'
}

interface Open {
  readonly mine: readonly KeptFile[]
  readonly others: readonly string[]
}

function sortOpen({ site, format }: World, call: KeptCall, isClaimed: boolean): Open {
  const last = readLastRecords(site.state)
  const isSame = (file: KeptFile) => (last.get(file.path)?.id ?? null) === file.last
  const changed = call.files.filter(
    ({ path, entry }) => stateOnDisk(site.top, path, format) !== stateKey(entry),
  )
  const untouched = changed.filter(isSame)
  return isClaimed ? { mine: untouched, others: [] } : { mine: [], others: untouched.map(({ path }) => path) }
}

async function claim(
  world: World,
  actor: Actor,
  kept: KeptCall,
  files: readonly KeptFile[],
): Promise<Settled> {
  const { site, format } = world
  const call: Call = { actor, id: `open ${kept.at}`, kind: kept.kind, name: kept.name, paths: [] }
  const raw = files.map((file) => ({
    ...rawFile(world, file),
    after: readImage(site.top, file.path, format),
  }))
  return await record(world, call, raw)
}

/** Files that this session wrote, and that are not as the last record left them. */
function changedSince(
  { site, format }: World,
  { key }: Actor,
  settled: ReadonlyMap<string, string>,
): string[] {
  const known = [...readLastRecords(site.state)].filter(
    ([path]) => !settled.has(path) && readSeen(site.state, key, path) !== null,
  )
  return known.flatMap(([path, { after }]) => {
    const image = readImage(site.top, path, format)
    return isPlainImage(image) && stateKey(image.entry) !== stateKey(after) ? [path] : []
  })
}

function unattributed(path: string, why: string): string {
  const name = printable(path)
  return `unattributed: ${name} has changed since it was recorded (${why}). If the change is yours: npx intentgate record ${name}`
}
