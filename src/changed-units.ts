import { type Change, type Entry, kindOf } from './core/change.ts'
import type { Content } from './core/evidence.ts'
import type { Unstructured } from './core/structure.ts'
import type { LinesOnly, UnitDifference } from './core/unit-change.ts'
import type { Repository, View } from './git/types.ts'
import { withRenames } from './renamed-across.ts'
import { classify, type Versions } from './structure/classify.ts'
import type { UnitPlace } from './structure/compare.ts'
import type { StructureReader } from './structure/reader.ts'
import type { Unit } from './structure/unit.ts'
import type { UnitChange } from './structure/unit-change.ts'

export interface ChangedUnits {
  readonly units: readonly UnitChange[]
  readonly linesOnly: readonly LinesOnly[]
  /** The normalisations that the hashes were made with, one per language. Sorted. */
  readonly norms: readonly string[]
}

export interface UnitSources {
  readonly repo: Repository
  readonly structures: StructureReader
  /** The tree after the change. */
  readonly target: View
  readonly onProgress?: (done: number, total: number) => void
}

// Enough that the parser never waits for git; more would only hold more contents at a time.
const FILES_AT_ONCE = 40

/** Both sides of every change, read and compared as one change set. */
export async function readChangedUnits(
  changes: readonly Change[],
  sources: UnitSources,
): Promise<ChangedUnits> {
  const versions: Versions[] = []
  const linesOnly: LinesOnly[] = []
  const norms = new Set<string>()
  for (let at = 0; at < changes.length; at += FILES_AT_ONCE) {
    const some = changes.slice(at, at + FILES_AT_ONCE)
    for (const found of await readSides(some, sources, norms)) {
      if ('why' in found) linesOnly.push(found)
      else versions.push(found)
    }
    sources.onProgress?.(at + some.length, changes.length)
  }
  const units = await withRenames(classify(versions), versions, changes, sources)
  return { units: await withDifferences(units, changes, sources), linesOnly, norms: [...norms].sort() }
}

async function readSides(
  changes: readonly Change[],
  { repo, structures }: UnitSources,
  norms: Set<string>,
): Promise<(Versions | LinesOnly)[]> {
  const files = changes.filter(isFile)
  const contents = await repo.contents(files.flatMap(entriesOf).map(({ blob }) => blob))
  const side = (path: string, entry: Entry | null) => readSide(path, entry, contents, structures, norms)
  return await Promise.all(
    changes.map(async (change) => {
      const { path } = change
      if (!isFile(change)) return { path, why: 'kind' as const }
      const [before, after] = await Promise.all([side(path, change.before), side(path, change.after)])
      if (typeof before === 'string') return { path, why: before }
      return typeof after === 'string' ? { path, why: after } : { path, before, after }
    }),
  )
}

/** Neither side is a symlink or a submodule. */
export function isFile(change: Change): boolean {
  return entriesOf(change).every(({ mode }) => kindOf(mode) === 'file')
}

function entriesOf({ before, after }: Change): Entry[] {
  return [before, after].filter((entry) => entry !== null)
}

/** null = the path is not there. */
async function readSide(
  path: string,
  entry: Entry | null,
  contents: ReadonlyMap<string, Content>,
  structures: StructureReader,
  norms: Set<string>,
): Promise<Unit | null | Unstructured> {
  if (entry === null) return null
  const content = contents.get(entry.blob) ?? 'missing'
  if (typeof content === 'string') return content
  const reading = await structures.read(path, content)
  if (reading.kind === 'unstructured') return reading.why
  norms.add(reading.norm)
  return reading.unit
}

/** What evolved in place, with where it first says something else. */
async function withDifferences(
  units: readonly UnitChange[],
  changes: readonly Change[],
  sources: UnitSources,
): Promise<readonly UnitChange[]> {
  const evolved = new Set(units.filter(isUnexplained).map(({ path }) => path))
  const found = new Map<UnitChange, UnitChange>()
  for (const change of changes.filter(({ path }) => evolved.has(path))) {
    const own = units.filter((unit) => unit.path === change.path && isUnexplained(unit))
    const differences = await compareIn(change, own, sources)
    for (const [at, difference] of differences.entries())
      if (difference !== null) found.set(own[at]!, { ...own[at]!, difference })
  }
  return units.map((unit) => found.get(unit) ?? unit)
}

function isUnexplained({ class: found, why, path, from }: UnitChange): boolean {
  return found === 'EVOLUTION' && why === undefined && (from === undefined || from.path === path)
}

async function compareIn(
  { path, before, after }: Change,
  units: readonly UnitChange[],
  { repo, structures }: UnitSources,
): Promise<readonly (UnitDifference | null)[]> {
  const [old, now] = await Promise.all([before, after].map((side) => bytesOf(side, repo)))
  if (old == null || now == null) return []
  const pairs = units.map(({ kind, name, startLine, from, fromLine = startLine }) => {
    const was: UnitPlace = { kind, name: from?.name ?? name, startLine: fromLine }
    return [was, { kind, name, startLine }] as const
  })
  return await structures.compare({ before: { path, bytes: old }, after: { path, bytes: now }, pairs })
}

async function bytesOf(entry: Entry | null, repo: Repository): Promise<Uint8Array | null> {
  const content = entry === null ? 'missing' : await repo.content(entry.blob)
  return typeof content === 'string' ? null : content
}
