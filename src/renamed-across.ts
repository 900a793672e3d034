import type { Change } from './core/change.ts'
import { isMentioned, type Mention } from './git/mentions.ts'
import type { Repository, View } from './git/types.ts'
import type { FileChanges } from './structure/changes.ts'
import {
  type LinkedFile,
  type LinkedPair,
  oldNames,
  provenPairs,
  renames,
} from './structure/prove-renames.ts'
import type { StructureReader } from './structure/reader.ts'
import { isRenamingCandidate, type UnitChange, withProven } from './structure/unit-change.ts'

/** A file of the change set that has a structure on both sides, or is not there. */
export type ComparedFile = Extract<FileChanges, { kind: 'compared' }> & { readonly path: string }

export interface RenameSources {
  readonly repo: Repository
  readonly structures: StructureReader
  /** The tree after the change: nobody else in it may use an old name. */
  readonly target: View
}

/** More than these is no renaming that anybody could follow. */
const MOST_NAMES = 50

/**
 * What was renamed, or moved with its file, and is followed by everybody who imports it: in the change set by its structure, elsewhere in
 * the tree because nobody speaks of the old name, and outside of it because the package is private.
 */
export async function withRenames(
  units: readonly UnitChange[],
  files: readonly ComparedFile[],
  changes: readonly Change[],
  sources: RenameSources,
): Promise<readonly UnitChange[]> {
  if (!isRenamingCandidate(units)) return units
  const linked = await readLinked(files, changes, sources)
  let pairs = provenPairs(linked.pairs, linked.others)
  for (;;) {
    const open = await findOpen(pairs, sources)
    if (open.length === 0) return withProven(units, pairs.filter(isTied))
    const kept = pairs.filter((pair) => !open.includes(pair))
    pairs = provenPairs(kept, [...linked.others, ...open.map(({ after }) => after)])
  }
}

/** Something about its names, or its own, differs. */
function isTied({ before, after }: LinkedPair): boolean {
  return before.path !== after.path || JSON.stringify(before.links) !== JSON.stringify(after.links)
}

interface Linked {
  readonly pairs: readonly LinkedPair[]
  readonly others: readonly LinkedFile[]
}

async function readLinked(
  files: readonly ComparedFile[],
  changes: readonly Change[],
  sources: RenameSources,
): Promise<Linked> {
  const olds: ReadFile[] = []
  const news: ReadFile[] = []
  const at = new Map(changes.map((change) => [change.path, change]))
  for (const { path, directives } of files) {
    const { before, after } = directives
    const change = at.get(path)
    if (before !== null)
      olds.push({ path, directives: before, ...(await linksAt(path, change?.before?.blob, sources)) })
    if (after !== null)
      news.push({ path, directives: after, ...(await linksAt(path, change?.after?.blob, sources)) })
  }
  return paired(olds, news)
}

const UNKNOWN = { alpha: null, links: [{ kind: 'whole', from: null }] } as const

async function linksAt(
  path: string,
  blob: string | undefined,
  { repo, structures }: RenameSources,
): Promise<Pick<LinkedFile, 'alpha' | 'links'>> {
  const content = blob === undefined ? 'missing' : await repo.content(blob)
  return (typeof content === 'string' ? null : await structures.links(path, content)) ?? UNKNOWN
}

type ReadFile = LinkedFile & { readonly directives: string }

/** The same path first; a path that is gone and one that is new belong together if nothing else is like them. */
function paired(olds: readonly ReadFile[], news: readonly ReadFile[]): Linked {
  const pairs: LinkedPair[] = []
  const others: LinkedFile[] = []
  const gone = olds.filter(({ path }) => !news.some((file) => file.path === path))
  for (const after of news) {
    const same = olds.find(({ path }) => path === after.path)
    const alike =
      same === undefined
        ? gone.filter((file) => isAlike(file, after))
        : [same].filter((file) => isAlike(file, after))
    const isOnly =
      alike.length === 1 && (same !== undefined || news.filter((file) => isAlike(file, after)).length === 1)
    if (isOnly) pairs.push({ before: alike[0]!, after })
    else others.push(after)
  }
  return { pairs, others }
}

function isAlike(some: ReadFile, other: ReadFile): boolean {
  return some.alpha !== null && some.alpha === other.alpha && some.directives === other.directives
}

/** Pairs whose old names somebody outside of them may still use. */
async function findOpen(pairs: readonly LinkedPair[], sources: RenameSources): Promise<LinkedPair[]> {
  const except = pairs.map(({ after }) => after.path)
  const open: LinkedPair[] = []
  for (const pair of pairs.filter(renames)) {
    if (!(await isClosed(pair, except, sources))) open.push(pair)
  }
  return open
}

async function isClosed(
  pair: LinkedPair,
  except: readonly string[],
  { repo, target }: RenameSources,
): Promise<boolean> {
  const mentions = mentionsOf(pair)
  if (mentions.length > MOST_NAMES || !(await isPrivate(pair.before.path, repo, target))) return false
  for (const mention of mentions) if (await isMentioned(repo, target, mention, except)) return false
  return true
}

function mentionsOf(pair: LinkedPair): Mention[] {
  const names = oldNames(pair)
  const isMoved = pair.before.path !== pair.after.path
  return names.map((name, at) => ({
    kind: isMoved && at === names.length - 1 ? 'module' : 'word',
    name,
  }))
}

/** Nobody installs it from elsewhere: the nearest package.json says so, or there is none. */
async function isPrivate(path: string, repo: Repository, target: View): Promise<boolean> {
  const folders = path.split('/').slice(0, -1)
  for (let depth = folders.length; depth >= 0; depth--) {
    const entry = await target.entry([...folders.slice(0, depth), 'package.json'].join('/'))
    if (entry === null) continue
    const content = await repo.content(entry.blob)
    return typeof content !== 'string' && saysPrivate(content)
  }
  return true
}

function saysPrivate(content: Uint8Array): boolean {
  try {
    const manifest: unknown = JSON.parse(Buffer.from(content).toString())
    return (
      typeof manifest === 'object' && manifest !== null && 'private' in manifest && manifest.private === true
    )
  } catch {
    return false
  }
}
