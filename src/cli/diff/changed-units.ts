import type { Change, Entry } from '../../core/change.ts'
import { GateError } from '../../core/error.ts'
import type { Repository } from '../../git/types.ts'
import { classify, type Versions } from '../../structure/classify.ts'
import { MAX_STRUCTURED_BYTES, type Reading, type Unstructured, without } from '../../structure/read.ts'
import type { StructureReader } from '../../structure/reader.ts'
import type { Unit } from '../../structure/unit.ts'
import type { UnitChange } from '../../structure/unit-change.ts'
import { isFile } from './changed-file.ts'

/** A path that is known by its lines only. */
export interface LinesOnly {
  readonly path: string
  readonly why: Unstructured | 'kind'
}

export interface ChangedUnits {
  readonly units: readonly UnitChange[]
  readonly linesOnly: readonly LinesOnly[]
}

/** Both sides of every change, read and compared. Throws MISSING_OBJECT. */
export async function readChangedUnits(
  repo: Repository,
  changes: readonly Change[],
  reader: StructureReader,
  onProgress: (done: number, total: number) => void,
): Promise<ChangedUnits> {
  const versions: Versions[] = []
  const linesOnly: LinesOnly[] = []
  for (const [at, change] of changes.entries()) {
    const { path } = change
    const read = await readSides(repo, change, reader)
    if (typeof read === 'string') linesOnly.push({ path, why: read })
    else versions.push({ path, ...read })
    onProgress(at + 1, changes.length)
  }
  return { units: classify(versions), linesOnly }
}

async function readSides(
  repo: Repository,
  change: Change,
  reader: StructureReader,
): Promise<{ before: Unit | null; after: Unit | null } | LinesOnly['why']> {
  if (!isFile(change)) return 'kind'
  const before = await readSide(repo, change.path, change.before, reader)
  if (before?.kind === 'unstructured') return before.why
  const after = await readSide(repo, change.path, change.after, reader)
  if (after?.kind === 'unstructured') return after.why
  return { before: before?.unit ?? null, after: after?.unit ?? null }
}

/** null = the path is not there. */
async function readSide(
  repo: Repository,
  path: string,
  entry: Entry | null,
  reader: StructureReader,
): Promise<Reading | null> {
  if (entry === null) return null
  const content = await repo.content(entry.blob, MAX_STRUCTURED_BYTES)
  if (content === 'missing') throw new GateError('MISSING_OBJECT', { oid: entry.blob, what: path })
  return content === 'large' ? without('large') : reader.read(path, content)
}
