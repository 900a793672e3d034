import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { encodePath } from '../core/path.ts'
import { remember } from './remember.ts'

/** What stands at a path, as far as git's update-index must be told apart from it. */
export type DiskKind = 'beyond-link' | 'folder' | 'repository' | 'other'

/** `other` is a file, a link, or nothing. A path beyond a symbolic link does not exist for git, even if the file system finds it. */
export async function diskKinds(
  top: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, DiskKind>> {
  const look = remember((path) => statOrNull(top, path))
  return new Map(await Promise.all(paths.map(async (path) => [path, await kindAt(look, path)] as const)))
}

type Look = (path: string) => Promise<Stats | null>

async function kindAt(look: Look, path: string): Promise<DiskKind> {
  const parents = await Promise.all(parentsOf(path).map(look))
  if (parents.some((parent) => parent?.isSymbolicLink())) return 'beyond-link'
  const found = await look(path)
  if (!found?.isDirectory()) return 'other'
  return (await look(`${path}/.git`)) === null ? 'folder' : 'repository'
}

function parentsOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join('/'))
}

async function statOrNull(top: string, path: string): Promise<Stats | null> {
  try {
    return await lstat(Buffer.concat([Buffer.from(`${top}/`), encodePath(path)]))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
