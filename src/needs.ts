import { kindOf } from './core/change.ts'
import type {
  Content,
  DiffHunk,
  EachVerdict,
  History,
  KnownWrite,
  Loaded,
  Need,
  PatternEngine,
} from './core/evidence.ts'
import type { Outlines } from './core/outline.ts'
import { type FileStructure, structureKey } from './core/structure.ts'
import type { Write } from './core/trace.ts'
import type { UnitChanges } from './core/unit-change.ts'
import { loadDiffs } from './git/diff.ts'
import { loadHistory } from './git/history.ts'
import { historyHead } from './git/history-head.ts'
import { loadStates } from './git/states.ts'
import type { BlobPair, Comparison, Repository } from './git/types.ts'
import { redoesRevert } from './git/undo.ts'
import { type OutlineFile, readOutlines } from './outlines.ts'
import type { EvidenceReader } from './store/evidence.ts'
import type { StructureReader } from './structure/reader.ts'

/** `Loaded`, while it is being filled. */
export interface Loading extends Loaded {
  readonly records: Map<string, readonly KnownWrite[]>
  readonly blobs: Map<string, Content>
  readonly diffs: Map<string, readonly DiffHunk[]>
  readonly history: Map<string, History>
  readonly states: Map<string, readonly string[]>
  readonly undo: Map<string, boolean>
  readonly each: Map<string, EachVerdict>
  readonly names: Map<string, readonly string[]>
  ledger: readonly Write[] | null
  readonly recorded: Map<string, Content>
  readonly structures: Map<string, FileStructure>
  outlines: Outlines | 'parser' | null
  unitChanges: UnitChanges | null
  patterns: PatternEngine | null
}

export function nothingLoaded(): Loading {
  return {
    records: new Map(),
    blobs: new Map(),
    diffs: new Map(),
    history: new Map(),
    states: new Map(),
    undo: new Map(),
    each: new Map(),
    names: new Map(),
    ledger: null,
    recorded: new Map(),
    structures: new Map(),
    outlines: null,
    unitChanges: null,
    patterns: null,
  }
}

/** Where answers come from. */
export interface Sources {
  readonly repo: Repository
  readonly reader: EvidenceReader
  readonly comparison: Comparison
  readonly structures: StructureReader
  /** A recorded content that this working tree keeps and git does not have; null = it does not. */
  readonly kept: (oid: string) => Uint8Array | null
  /** How the commits of the range that touch a path were covered, one by one. */
  readonly each: (paths: readonly string[]) => Promise<ReadonlyMap<string, EachVerdict>>
}

/** Loads what a judgement still needs, kind by kind, so that git is asked once for many. */
export async function loadNeeds(needs: readonly Need[], into: Loading, from: Sources): Promise<void> {
  const of = <K extends Need['kind']>(kind: K) =>
    needs.filter((need): need is Extract<Need, { kind: K }> => need.kind === kind)
  await loadRecords(
    of('records').map(({ path }) => path),
    into,
    from,
  )
  const blobs = await from.repo.contents(of('blob').map(({ oid }) => oid))
  for (const [oid, content] of blobs) into.blobs.set(oid, content)
  await loadPairs(of('diff'), into, from)
  await loadHistories(
    of('history').map(({ path }) => path),
    into,
    from,
  )
  await loadPaths(of('states'), into.states, (paths) => loadStates(from.repo, from.comparison, paths))
  for (const { path } of of('undo')) into.undo.set(path, await redoesRevert(from.repo, from.comparison, path))
  await loadPaths(of('each'), into.each, from.each)
  for (const { folder } of of('names')) into.names.set(folder, await from.comparison.target.children(folder))
  if (of('ledger').length > 0) into.ledger = await from.reader.ledger(from.comparison)
  const recorded = of('recorded').map(({ oid }) => oid)
  for (const [oid, content] of await contentsOf(recorded, from)) into.recorded.set(oid, content)
  await loadStructures(of('structure'), into, from)
  await loadOnce(new Set(needs.map(({ kind }) => kind)), into, from)
}

/** What there is one of for the whole change. */
async function loadOnce(kinds: ReadonlySet<Need['kind']>, into: Loading, from: Sources): Promise<void> {
  if (kinds.has('outlines')) into.outlines = await loadOutlines(into.ledger ?? [], from)
  if (kinds.has('unit-changes')) into.unitChanges = await loadUnitChanges(from)
  if (kinds.has('patterns')) into.patterns = await loadPatterns()
}

async function loadPatterns(): Promise<PatternEngine> {
  const { RE2JS } = await import('re2js')
  return RE2JS
}

// Loaded when asked for: few intents do, and every check would pay for what it brings.
async function loadUnitChanges(from: Sources): Promise<Loaded['unitChanges']> {
  const { readChangedUnits } = await import('./changed-units.ts')
  return await readChangedUnits(from.comparison.snapshot.changes, {
    ...{ repo: from.repo, structures: from.structures },
    target: from.comparison.target,
  })
}

async function loadPaths<T>(
  needs: readonly { readonly path: string }[],
  into: Map<string, T>,
  load: (paths: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<void> {
  if (needs.length === 0) return
  for (const [path, value] of await load(needs.map(({ path }) => path))) into.set(path, value)
}

async function loadRecords(
  paths: readonly string[],
  into: Loading,
  { reader, comparison }: Sources,
): Promise<void> {
  if (paths.length === 0) return
  const found = await reader.records(comparison, paths)
  for (const path of paths) into.records.set(path, found.get(path) ?? [])
}

async function loadPairs(pairs: readonly BlobPair[], into: Loading, { repo }: Sources): Promise<void> {
  if (pairs.length === 0) return
  for (const [key, hunks] of await loadDiffs(repo, pairs)) into.diffs.set(key, hunks)
}

// A history is some git processes one after the other.
const HISTORIES_AT_ONCE = 8

async function loadHistories(paths: readonly string[], into: Loading, from: Sources): Promise<void> {
  for (let at = 0; at < paths.length; at += HISTORIES_AT_ONCE) {
    const some = paths.slice(at, at + HISTORIES_AT_ONCE)
    const histories = await Promise.all(some.map((path) => historyOf(path, into, from)))
    for (const [i, history] of histories.entries()) into.history.set(some[i]!, history)
  }
}

async function historyOf(path: string, into: Loading, { repo, comparison }: Sources): Promise<History> {
  const known = into.records.get(path) ?? []
  const records = known
    .filter(({ inBase }) => inBase)
    .map(({ write }) => ({ id: write.id, file: write.place.file }))
  return loadHistory(repo, await historyHead(repo, comparison), path, records)
}

type StructureNeed = Extract<Need, { kind: 'structure' }>

async function loadStructures(needs: readonly StructureNeed[], into: Loading, from: Sources): Promise<void> {
  const contents = await contentsOf(
    needs.map(({ oid }) => oid),
    from,
  )
  const readings = needs.map(({ path, oid }) => readStructure(path, contents.get(oid)!, from.structures))
  for (const [i, structure] of (await Promise.all(readings)).entries()) {
    const { path, oid } = needs[i]!
    into.structures.set(structureKey(path, oid), structure)
  }
}

async function contentsOf(
  oids: readonly string[],
  { repo, kept }: Sources,
): Promise<ReadonlyMap<string, Content>> {
  if (oids.length === 0) return new Map()
  const contents = [...(await repo.contents(oids))]
  return new Map(
    contents.map(([oid, content]) => [oid, content === 'missing' ? (kept(oid) ?? content) : content]),
  )
}

async function readStructure(
  path: string,
  content: Content,
  structures: StructureReader,
): Promise<FileStructure> {
  if (typeof content === 'string') return { kind: 'unstructured', why: content }
  return await structures.read(path, content)
}

/** Of the files that the records name, as they stand in the target. */
async function loadOutlines(
  ledger: readonly Write[],
  { repo, comparison, structures }: Sources,
): Promise<Outlines | 'parser'> {
  const files: OutlineFile[] = []
  for (const path of new Set(ledger.map((write) => write.path))) {
    const entry = await comparison.target.entry(path)
    if (entry === null || kindOf(entry.mode) !== 'file') continue
    const bytes = await repo.content(entry.blob)
    if (typeof bytes !== 'string') files.push({ path, bytes })
  }
  return await readOutlines(files, structures)
}
