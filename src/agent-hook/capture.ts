import { CHECKPOINT } from '../recorder/event.ts'
import type { Call } from '../recorder/ports.ts'
import { readLastRecords } from '../store/last-record.ts'
import { keepCheckpoint } from './checkpoints.ts'
import { readImage } from './disk.ts'
import { headCommit } from './head.ts'
import { type KeptFile, keepCall, keepImage } from './kept.ts'
import { stashIds } from './stashes.ts'
import type { World } from './world.ts'

/** Keeps what a call is about to change: the files it names, and for a command whatever is changed already. */
export async function captureCall(world: World, call: Call): Promise<void> {
  const { site, format, parts } = world
  const last = readLastRecords(site.state)
  const lastOf = (path: string) => last.get(path)?.id ?? null
  const files = call.paths.map(({ path, to }): KeptFile => {
    const { entry, bytes } = readImage(site.top, path, format)
    if (entry !== null && bytes !== null) keepImage(site.state, entry.blob, bytes)
    return { path, entry, last: lastOf(path), ...(to !== undefined && { to }) }
  })
  if (call.name === CHECKPOINT) return keepCheckpoint(site.state, files)
  const dirty = call.kind === 'shell' ? await (await parts.recorder()).openWindow(world, lastOf) : undefined
  keepCall(site.state, call.actor.key, call.id, {
    at: Date.now(),
    head: headCommit(site),
    kind: call.kind,
    name: call.name,
    files,
    ...(dirty !== undefined && { dirty, stashes: stashIds(world) }),
  })
}
