import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { shellQuote } from '../../core/shell.ts'
import type { Repository } from '../../git/types.ts'
import { isErrno } from '../../store/errno.ts'
import { usageError } from '../flags.ts'

/** Does a root-relative path lie at or below one of some literal pathspecs, relative to the current folder? None = yes. */
export function isNamed(repo: Repository, path: string, pathspecs: readonly string[]): boolean {
  if (pathspecs.length === 0) return true
  return pathspecs.some((spec) => isAtOrBelow(path, fromTop(repo, spec)))
}

/** Absolute pathspecs for what was typed in the current folder. Throws USAGE for one that lies outside the repository. */
export function namedPlaces(repo: Repository, typed: readonly string[]): string[] {
  return typed.map((spec) => {
    const path = isAbsolute(spec) ? relative(repo.top, realPlace(resolve(spec))) : fromTop(repo, spec)
    const isOutside = spec === '' || isAbsolute(path) || /^\.\.(?:[\\/]|$)/.test(path)
    if (!isOutside) return join(repo.top, path)
    throw usageError(
      `${shellQuote(spec)} is not a path in this repository`,
      'name files or folders below the repository, relative to the current folder',
    )
  })
}

/**
 * Throws USAGE for a place from `namedPlaces` where nothing is and nothing was: not among the changes, on disk, in the index or
 * in HEAD. `typed` is how the user wrote them, in the same order.
 */
export async function refuseUnknown(
  repo: Repository,
  {
    typed,
    places,
    changed,
  }: { typed: readonly string[]; places: readonly string[]; changed: readonly string[] },
): Promise<void> {
  for (const [at, place] of places.entries()) {
    const spec = fromTop(repo, place)
    if (changed.some((path) => isAtOrBelow(path, spec)) || isOnDisk(place)) continue
    if (await isInGit(repo, spec)) continue
    throw usageError(
      `no such file: ${shellQuote(typed[at]!)}`,
      'check the spelling; paths are relative to the current folder',
    )
  }
}

function isAtOrBelow(path: string, spec: string): boolean {
  return spec === '' || path === spec || path.startsWith(`${spec}/`)
}

function fromTop({ top, prefix }: Repository, spec: string): string {
  const path = isAbsolute(spec) ? relative(top, spec).replaceAll('\\', '/') : posix.join(prefix, spec)
  return path.replace(/^\.?\/?$|\/$/, '')
}

// The repository's own top is without links; the last name may be a link that is meant itself.
function realPlace(path: string): string {
  const folder = dirname(path)
  if (folder === path) return path
  try {
    return join(realpathSync(folder), basename(path))
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) throw error
    return join(realPlace(folder), basename(path))
  }
}

function isOnDisk(place: string): boolean {
  try {
    return lstatSync(place, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if (isErrno(error, 'ENOTDIR')) return false
    throw error
  }
}

async function isInGit(repo: Repository, path: string): Promise<boolean> {
  const index = await repo.git(['ls-files', '-z', '--', path])
  if (index.stdout.length > 0) return true
  if ((await repo.info('HEAD^{commit}')) === null) return false
  return (await repo.git(['ls-tree', '-z', 'HEAD', '--', path])).stdout.length > 0
}
