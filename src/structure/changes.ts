import { compareVersions, movedChanges } from './classify.ts'
import type { FileText } from './compare.ts'
import { structuralHash } from './language.ts'
import { readStructure } from './read.ts'
import type { Reading, Unread } from './reading.ts'
import { asMovable, type Movable, type Unit } from './unit.ts'
import type { Found, Placed, UnitChange } from './unit-change.ts'

/** Both sides of a file; null = it is not there. */
export interface FileSides {
  readonly path: string
  readonly before: Uint8Array | null
  readonly after: Uint8Array | null
}

export type FileChanges =
  | {
      readonly kind: 'compared'
      /** The normalisation that its hashes were made with. */
      readonly norm: string
      readonly found: Found<Movable>
      /** Digests of the comments that tools obey, by unit: the same where they are the same. */
      readonly directives: { readonly before: string | null; readonly after: string | null }
    }
  | Unread

/** What a change did to one file. Throws RangeError where it is nested too deeply. */
export async function readChanges({ path, before, after }: FileSides): Promise<FileChanges> {
  const old = before === null ? null : await readStructure(path, before)
  if (old?.kind === 'unstructured') return old
  const now = after === null ? null : await readStructure(path, after)
  if (now?.kind === 'unstructured') return now
  const found = compareVersions({ path, before: old?.unit ?? null, after: now?.unit ?? null })
  const sent = (some: readonly Placed[]) => some.map(({ unit }) => ({ path, unit: asMovable(unit) }))
  return {
    kind: 'compared',
    norm: (now ?? old)!.norm,
    found: { changes: found.changes, removed: sent(found.removed), added: sent(found.added) },
    directives: { before: directivesOf(old), after: directivesOf(now) },
  }
}

function directivesOf(reading: Reading | null): string | null {
  if (reading?.kind !== 'structured') return null
  const within = ({ directives, children }: Unit): unknown => [directives, children.map(within)]
  return structuralHash(JSON.stringify(within(reading.unit)))
}

/** Units of one file that stand in another, or elsewhere in the same, as they were. */
export interface Moving {
  readonly before: FileText
  readonly after: FileText
  readonly pairs: readonly (readonly [before: Movable, after: Movable])[]
}

/** What each of the moves changed. */
export async function readMoves({ before, after, pairs }: Moving): Promise<(readonly UnitChange[])[]> {
  const [old, now] = [await unitsIn(before), await unitsIn(after)]
  return pairs.map(([was, is]) => movedChanges([find(was, old), find(is, now)]))
}

async function unitsIn({ path, bytes }: FileText): Promise<Placed[]> {
  const reading = await readStructure(path, bytes)
  const all = (unit: Unit): Placed[] => [{ path, unit }, ...unit.children.flatMap(all)]
  return reading.kind === 'structured' ? all(reading.unit) : []
}

function find(wanted: Movable, units: readonly Placed[]): Placed {
  const { kind, name, startLine, endLine, hash } = wanted
  const found = units.find(
    ({ unit }) =>
      unit.kind === kind &&
      unit.name === name &&
      unit.startLine === startLine &&
      unit.endLine === endLine &&
      unit.hash === hash,
  )
  if (found === undefined) throw new TypeError('a unit that is no longer there')
  return found
}
