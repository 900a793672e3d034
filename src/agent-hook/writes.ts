import { type Entry, stateKey } from '../core/change.ts'
import { AGENT_PATH, isSidecarsOwn } from '../core/sidecar.ts'
import type { Actor, DeclaredIntent } from '../recorder/ports.ts'
import { readBinding, readDeclared } from '../store/bindings.ts'
import type { Draft, FileDraft } from '../store/draft.ts'
import type { Image } from './disk.ts'
import type { World } from './world.ts'

/** One path before and after a call, byte for byte. */
export interface RawFile {
  readonly path: string
  readonly before: Image
  readonly after: Image
  /** What HEAD held before the call; absent = not known. */
  readonly head?: Entry | null
  /** No record named it before the call. */
  readonly isFresh: boolean
  readonly movedFrom?: string
  readonly movedTo?: string
}

/** One event of the ledger to be: its files are still as they lie on the disk. */
export interface Write {
  readonly draft: Omit<Draft, 'files'>
  readonly files: readonly RawFile[]
}

/** Those that did not stay as they were, and that need a trace. */
export function changedFiles(files: readonly RawFile[]): RawFile[] {
  return files.filter(
    ({ path, before, after }) =>
      stateKey(before.entry) !== stateKey(after.entry) &&
      !isSidecarsOwn({ path, before: before.entry, after: after.entry }),
  )
}

export interface Assigned {
  readonly byIntent: ReadonlyMap<string, readonly RawFile[]>
  /** No intent is known for these. */
  readonly left: readonly RawFile[]
}

/**
 * The intent that each file was written for: the one that the session selected, whether it owns the file or not (the gate
 * judges that), else the one that the working tree declared last or the only one in progress, if that owns the file.
 */
export async function assignIntents(
  world: World,
  actor: Actor,
  files: readonly RawFile[],
): Promise<Assigned> {
  const selected = selectedIntent(world, actor)
  if (selected !== null)
    return { byIntent: files.length > 0 ? new Map([[selected, files]]) : new Map(), left: [] }
  const byIntent = new Map<string, RawFile[]>()
  const left: RawFile[] = []
  for (const file of files) {
    const intent = await likelyIntent(world, file.path)
    if (intent === null) left.push(file)
    else byIntent.set(intent, [...(byIntent.get(intent) ?? []), file])
  }
  return { byIntent, left }
}

export function selectedIntent({ site }: World, { key, parent }: Actor): string | null {
  return readBinding(site.state, key) ?? (parent === null ? null : readBinding(site.state, parent))
}

async function likelyIntent(world: World, path: string): Promise<string | null> {
  const open = ((await world.settings()).intents ?? []).filter(({ status }) => status === 'IN_PROGRESS')
  const owners: DeclaredIntent[] = []
  for (const intent of open) if (await world.isOwned(intent, path)) owners.push(intent)
  const candidates = path === AGENT_PATH ? open : owners
  const declared = readDeclared(world.site.state)
  if (candidates.some(({ id }) => id === declared)) return declared
  return candidates.length === 1 ? candidates[0]!.id : null
}

/** As a draft has it, where git stores what lies on the disk. */
export function asDraft({ path, before, after, movedFrom, movedTo }: RawFile): FileDraft {
  return {
    path,
    before: before.entry,
    after: after.entry,
    beforeBytes: before.bytes,
    afterBytes: after.bytes,
    ...(movedFrom !== undefined && { movedFrom }),
    ...(movedTo !== undefined && { movedTo }),
  }
}
