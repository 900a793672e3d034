import type { Change, Entry } from './core/change.ts'
import type { Repository } from './git/types.ts'
import { settled } from './structure/classify.ts'
import { type Moved, pairMoved } from './structure/pair-moved.ts'
import type { StructureReader } from './structure/reader.ts'
import type { Movable } from './structure/unit.ts'
import { asChange, type Found, type UnitChange } from './structure/unit-change.ts'

export interface MoveSources {
  readonly repo: Repository
  readonly structures: StructureReader
}

/** What was found in all files, with what moved from one place to another, and what else changed in that. */
export async function withMoves(
  found: Found<Movable>,
  changes: readonly Change[],
  sources: MoveSources,
): Promise<UnitChange[]> {
  const moves = pairMoved(found)
  const at = new Map(changes.map((change) => [change.path, change]))
  const moved = await Promise.all(byFiles(moves.pairs).map((pairs) => readMoved(pairs, at, sources)))
  return settled(found.changes, moves, moved.flat())
}

/** Those from one file to one other together. */
function byFiles(pairs: readonly Moved<Movable>[]): Moved<Movable>[][] {
  const groups = new Map<string, Moved<Movable>[]>()
  for (const pair of pairs) {
    const key = JSON.stringify(pair.map(({ path }) => path))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [pair])
    else group.push(pair)
  }
  return [...groups.values()]
}

async function readMoved(
  pairs: readonly Moved<Movable>[],
  changes: ReadonlyMap<string, Change>,
  { repo, structures }: MoveSources,
): Promise<(readonly UnitChange[])[]> {
  const [from, to] = [pairs[0]![0].path, pairs[0]![1].path]
  const [old, now] = await Promise.all([
    bytesOf(changes.get(from)?.before ?? null, repo),
    bytesOf(changes.get(to)?.after ?? null, repo),
  ])
  if (old === null || now === null) return pairs.map(unproven)
  const answers = await structures.moves({
    before: { path: from, bytes: old },
    after: { path: to, bytes: now },
    pairs: pairs.map(([before, after]) => [before.unit, after.unit]),
  })
  return answers.map((answer, index) => answer ?? unproven(pairs[index]!))
}

function unproven([before, after]: Moved<Movable>): UnitChange[] {
  const why = 'moved as it was, but what it takes from where it stands cannot be told'
  return [asChange({ class: 'EVOLUTION', why }, after, before)]
}

/** null = it is not there, or its content cannot be read. */
export async function bytesOf(entry: Entry | null, repo: Repository): Promise<Uint8Array | null> {
  const content = entry === null ? 'missing' : await repo.content(entry.blob)
  return typeof content === 'string' ? null : content
}
