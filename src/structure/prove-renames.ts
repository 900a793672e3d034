import type { Link, Links } from './links.ts'
import { leadsTo, moduleName, targetOf } from './module-path.ts'

export interface LinkedFile extends Links {
  readonly path: string
}

/** One file before and after, the same but for the names that it binds and is tied to others by. */
export interface LinkedPair {
  readonly before: LinkedFile
  readonly after: LinkedFile
}

/**
 * Of these pairs those in which every name that differs is one that is renamed in all of them: whoever imports it follows. `others` are
 * the files after the change that are in no pair; who among them still uses an old name makes the renaming unproven.
 */
export function provenPairs(
  pairs: readonly LinkedPair[],
  others: readonly LinkedFile[],
): readonly LinkedPair[] {
  const proven = pairs.filter(
    (pair) => follows(pair, pairs) && (!renames(pair) || isClosed(pair, pairs, others)),
  )
  if (proven.length === pairs.length) return pairs
  const left = pairs.filter((pair) => !proven.includes(pair)).map(({ after }) => after)
  return provenPairs(proven, [...others, ...left])
}

/** Exported names that are gone, and the file's own, if that is. */
export function oldNames({ before, after }: LinkedPair): string[] {
  const gone = [...exportsOf({ before, after })].filter(([name, now]) => name !== now).map(([name]) => name)
  return before.path === after.path ? gone : [...gone, moduleName(before.path)]
}

/** Does anybody outside have to follow? */
export function renames(pair: LinkedPair): boolean {
  return oldNames(pair).length > 0
}

/** Exported name → its name after. */
function exportsOf({ before, after }: LinkedPair): Map<string, string> {
  const names = new Map<string, string>()
  for (const [at, link] of before.links.entries()) {
    const now = after.links[at]
    if (link.kind !== 'export' || now?.kind !== 'export') continue
    // A type and a value of one name that part: nobody can tell which one an importer meant.
    const isSplit = names.has(link.name) && names.get(link.name) !== now.name
    names.set(link.name, isSplit ? '' : now.name)
  }
  return names
}

/** Somebody uses each name that is gone, and nobody but those who follow: what nobody imports, a framework may find by its name. */
function isClosed(pair: LinkedPair, pairs: readonly LinkedPair[], others: readonly LinkedFile[]): boolean {
  if (others.some((other) => usesOld(other, pair))) return false
  const isMoved = pair.before.path !== pair.after.path
  const used = pairs.flatMap(({ before }) => before.links.flatMap((link) => usedOf(link, before.path, pair)))
  const gone = isMoved ? oldNames(pair).slice(0, -1) : oldNames(pair)
  return gone.every((name) => used.includes(name)) && (!isMoved || used.length > 0)
}

function usedOf(link: Link, path: string, module: LinkedPair): string[] {
  if (link.kind === 'export' || link.from === null) return []
  return mayMean(path, link.from, module.before.path) ? [nameOf(link)] : []
}

function follows(pair: LinkedPair, pairs: readonly LinkedPair[]): boolean {
  const { before, after } = pair
  return (
    before.links.length === after.links.length &&
    before.links.every((link, at) => linkFollows(pair, link, after.links[at]!, pairs))
  )
}

function linkFollows(pair: LinkedPair, was: Link, is: Link, pairs: readonly LinkedPair[]): boolean {
  if (was.kind === 'export' || is.kind === 'export') return was.kind === is.kind
  if (was.kind !== is.kind) return false
  if (was.from === null || is.from === null) return was.from === is.from
  const modules = pairs.filter(({ before }) => mayMean(pair.before.path, was.from!, before.path))
  if (modules.length === 0) return isSameModule(pair, was.from, is.from) && nameOf(was) === nameOf(is)
  const [module, ...more] = modules
  return more.length === 0 && followsModule(pair, was, is, module!)
}

/** An alias is not resolved: one that ends like the module may mean it. */
function mayMean(path: string, from: string, module: string): boolean {
  const target = targetOf(path, from)
  if (target !== null) return leadsTo(target, module)
  return moduleName(from) === moduleName(module)
}

function followsModule(pair: LinkedPair, was: Link, is: Link, module: LinkedPair): boolean {
  if (!renames(module)) return isSameModule(pair, fromOf(was), fromOf(is)) && nameOf(was) === nameOf(is)
  const target = targetOf(pair.after.path, fromOf(is))
  if (target === null || targetOf(pair.before.path, fromOf(was)) === null) return false
  if (!leadsTo(target, module.after.path)) return false
  const names = exportsOf(module)
  if (was.kind === 'import') return (names.get(was.name) ?? was.name) === nameOf(is)
  return [...names].every(([name, now]) => name === now)
}

function isSameModule({ before, after }: LinkedPair, was: string, is: string): boolean {
  const target = targetOf(before.path, was)
  return target === null ? was === is : target === targetOf(after.path, is)
}

function usesOld(other: LinkedFile, pair: LinkedPair): boolean {
  const old = new Set(oldNames(pair))
  const isMoved = pair.before.path !== pair.after.path
  return other.links.some((link) => {
    if (link.kind === 'export') return false
    if (link.from !== null && !mayMean(other.path, link.from, pair.before.path)) return false
    return isMoved || link.kind === 'whole' || old.has(link.name)
  })
}

function nameOf(link: Link): string {
  return link.kind === 'whole' ? '*' : link.name
}

function fromOf(link: Link): string {
  return link.kind === 'export' ? '' : (link.from ?? '')
}
