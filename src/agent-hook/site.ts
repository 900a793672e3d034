import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { SIDECAR } from '../core/sidecar.ts'
import { isErrno } from '../store/errno.ts'
import { type GitConfig, parseGitConfig } from './git-config.ts'

/** A working tree, found without starting git. Every path is absolute. */
export interface Site {
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
  /** Our own state, of this working tree. */
  readonly state: string
  /** Of this repository alone: neither the user's nor the system's. */
  readonly config: GitConfig
}

/** The working tree around a path that need not exist; null = none, or none that is governed. */
export function findSite(path: string): Site | null {
  for (let folder = realFolder(path); ; folder = dirname(folder)) {
    const gitDir = gitDirIn(folder)
    if (gitDir !== null) return siteAt(folder, gitDir)
    if (folder === dirname(folder)) return null
  }
}

function siteAt(top: string, gitDir: string): Site | null {
  if (!existsSync(join(top, SIDECAR))) return null
  const commonDir = resolve(gitDir, readIfThere(join(gitDir, 'commondir'))?.trim() ?? '.')
  const shared = readIfThere(join(commonDir, 'config')) ?? ''
  const own = readIfThere(join(gitDir, 'config.worktree')) ?? ''
  const config = parseGitConfig(`${shared}\n${own}`)
  const tree = config.get('core.worktree')
  // A working tree that lies elsewhere is not found by its folder: git alone knows what belongs to it.
  if (tree !== undefined && resolve(gitDir, tree) !== top) return null
  return { top, gitDir, commonDir, state: join(gitDir, 'intentgate'), config }
}

function gitDirIn(folder: string): string | null {
  const place = join(folder, '.git')
  const stats = statSync(place, { throwIfNoEntry: false })
  if (stats === undefined) return null
  if (stats.isDirectory()) return existsSync(join(place, 'HEAD')) ? place : null
  const named = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(place, 'utf8'))?.[1]
  return named === undefined ? null : resolve(folder, named)
}

/** The folder that a path lies in, links resolved, as far up as there is one. */
function realFolder(path: string): string {
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() ? real : dirname(real)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES') || path === dirname(path)) throw error
    return realFolder(dirname(path))
  }
}

export function readIfThere(file: string): string | null {
  // Most are not there, and an error takes longer to make than to ask.
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return null
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** Root-relative, as git names it; null = outside of the working tree, or in the git directory. */
export function locateIn({ top }: Site, path: string, follow: 'target' | 'link'): string | null {
  const real = realPath(path, follow)
  const found = relative(top, real)
  const isOutside = found === '' || found === '..' || found.startsWith(`..${sep}`)
  return isOutside || found === '.git' || found.startsWith(`.git${sep}`) ? null : found.replaceAll(sep, '/')
}

/** Links resolved in the folders, and in the file itself where it is followed; what is not there yet is taken as it is named. */
function realPath(path: string, follow: 'target' | 'link'): string {
  if (follow === 'target' && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    return existsSync(path) ? realpathSync(path) : path
  const folder = dirname(path)
  if (folder === path) return path
  return join(existsSync(folder) ? realpathSync(folder) : realPath(folder, 'link'), basename(path))
}
