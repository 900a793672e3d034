import { type Change, type Entry, kindOf } from './core/change.ts'
import type { Content } from './core/evidence.ts'
import type { LinesOnly, UnitDifference } from './core/unit-change.ts'
import type { Repository, View } from './git/types.ts'
import { bytesOf, withMoves } from './moved-units.ts'
import { type ComparedFile, withRenames } from './renamed-across.ts'
import { allFound } from './structure/classify.ts'
import type { UnitPlace } from './structure/compare.ts'
import type { StructureReader } from './structure/reader.ts'
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
  const compared: ComparedFile[] = []
  const linesOnly: LinesOnly[] = []
  for (let at = 0; at < changes.length; at += FILES_AT_ONCE) {
    const some = changes.slice(at, at + FILES_AT_ONCE)
    for (const file of await readSides(some, sources)) {
      if ('why' in file) linesOnly.push(file)
      else compared.push(file)
    }
    sources.onProgress?.(at + some.length, changes.length)
  }
  const found = allFound(compared.map((file) => file.found))
  const units = await withRenames(await withMoves(found, changes, sources), compared, changes, sources)
  const norms = [...new Set(compared.map(({ norm }) => norm))].sort()
  return { units: await withDifferences(units, changes, sources), linesOnly, norms }
}

async function readSides(
  changes: readonly Change[],
  { repo, structures }: UnitSources,
): Promise<(ComparedFile | LinesOnly)[]> {
  const files = changes.filter(isFile)
  const contents = await repo.contents(files.flatMap(entriesOf).map(({ blob }) => blob))
  return await Promise.all(
    changes.map(async (change): Promise<ComparedFile | LinesOnly> => {
      const { path } = change
      if (!isFile(change)) return { path, why: 'kind' }
      const [before, after] = [contentOf(change.before, contents), contentOf(change.after, contents)]
      if (typeof before === 'string') return { path, why: before }
      if (typeof after === 'string') return { path, why: after }
      const answer = await structures.changes({ path, before, after })
      return answer.kind === 'unstructured' ? { path, why: answer.why } : { path, ...answer }
    }),
  )
}

/** null = the path is not there. */
function contentOf(entry: Entry | null, contents: ReadonlyMap<string, Content>): Content | null {
  return entry === null ? null : (contents.get(entry.blob) ?? 'missing')
}

/** Neither side is a symlink or a submodule. */
export function isFile(change: Change): boolean {
  return entriesOf(change).every(({ mode }) => kindOf(mode) === 'file')
}

function entriesOf({ before, after }: Change): Entry[] {
  return [before, after].filter((entry) => entry !== null)
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
  const [old, now] = await Promise.all([bytesOf(before, repo), bytesOf(after, repo)])
  if (old === null || now === null) return []
  const pairs = units.map(({ kind, name, startLine, from, fromLine = startLine }) => {
    const was: UnitPlace = { kind, name: from?.name ?? name, startLine: fromLine }
    return [was, { kind, name, startLine }] as const
  })
  return await structures.compare({ before: { path, bytes: old }, after: { path, bytes: now }, pairs })
}
