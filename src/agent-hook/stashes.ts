import { join } from 'node:path'
import { stateKey } from '../core/change.ts'
import { blobId } from '../core/digest.ts'
import type { Image } from './disk.ts'
import { runGit } from './lazy-git.ts'
import { readIfThere } from './site.ts'
import type { World } from './world.ts'
import type { RawFile } from './writes.ts'

const MOST = 50

/** The commits that hold what was stashed, newest last; told without git. */
export function stashIds({ site }: World): readonly string[] {
  const log = readIfThere(join(site.commonDir, 'logs/refs/stash')) ?? ''
  return log.split('\n').flatMap((line) => /^[0-9a-f]+ ([0-9a-f]{40,64}) /.exec(line)?.[1] ?? [])
}

/** Without what a stash took away or gave back: whoever wrote that, it was not the command. `known` were there before it. */
export async function withoutStashed(
  world: World,
  known: readonly string[],
  files: readonly RawFile[],
): Promise<readonly RawFile[]> {
  const ids = [...new Set([...known, ...stashIds(world)])].slice(-MOST)
  if (ids.length === 0 || files.length === 0) return files
  const blobs = await blobsIn(world, ids, files)
  const isStashed = (image: Image) => blobsOf(world, image).some((blob) => blobs.has(blob))
  return files.filter(({ before, after, head = null }) => {
    const isAway = stateKey(after.entry) === stateKey(head) && isStashed(before)
    return !isAway && !isStashed(after)
  })
}

/** What was there, what was staged, and what was not tracked. */
const SIDES = ['', '^2', '^3']

async function blobsIn(
  { site, env }: World,
  ids: readonly string[],
  files: readonly RawFile[],
): Promise<ReadonlySet<string>> {
  const names = ids.flatMap((id) =>
    SIDES.flatMap((side) => files.map(({ path }) => `${id}${side}:${path}\0`)),
  )
  const place = { cwd: site.top, env: { ...env, GIT_DIR: site.gitDir } }
  const { stdout } = await runGit(place, ['cat-file', '-z', '--batch-check=%(objectname)'], {
    input: names.join(''),
  })
  return new Set(stdout.toString('latin1').split('\n'))
}

/** As it lies on the disk; and as git stores it where it converts line ends. */
function blobsOf({ format }: World, { entry, bytes }: Image): string[] {
  if (entry === null) return []
  const text = Buffer.from(bytes ?? []).toString('latin1')
  const stored = text.includes('\r\n')
    ? [blobId(Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1'), format)]
    : []
  return [entry.blob, ...stored]
}
