import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import { decodePath } from '../core/path.ts'
import { copyIndex } from './copy-index.ts'
import { quoteAlternate } from './environment.ts'
import { temporaryFolder } from './scratch.ts'
import type { Repository } from './types.ts'

export interface StagedAside {
  /** On top of the environment that git inherits: an index of its own, and the objects it names. */
  readonly env: Readonly<Record<string, string>>
  remove(): void
}

/** `git add --all` of these paths (from the top; '.' = everything), in a copy of the index and an object store of its own. Throws UNMERGED, GIT_FAILED. */
export async function stageAside(repo: Repository, paths: readonly string[]): Promise<StagedAside> {
  await refuseUnmerged(repo)
  const index = await copyIndex(repo.indexFile)
  const folder = temporaryFolder()
  const objects = join(folder.path, 'objects')
  mkdirSync(objects)
  const remove = () => {
    index.remove()
    folder.remove()
  }
  const env = {
    GIT_INDEX_FILE: index.file,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteAlternate(join(repo.commonDir, 'objects')),
  }
  try {
    if (paths.length > 0) await repo.git([...QUIETLY, 'add', '--all', '--', ...paths], { env })
  } catch (error) {
    remove()
    throw error
  }
  return { env, remove }
}

/** The tree that a commit of everything would have, without the folder `left`: what was tried out, whatever is noted beside it. */
export async function treeWithout(repo: Repository, left: string): Promise<string> {
  const { env, remove } = await stageAside(repo, ['.'])
  try {
    await repo.git([...QUIETLY, 'rm', '-r', '--cached', '--quiet', '--ignore-unmatch', '--', left], { env })
    return (await repo.git(['write-tree'], { env })).stdout.toString('latin1').trim()
  } finally {
    remove()
  }
}

const QUIETLY = [
  ...['-c', 'core.hooksPath=/dev/null'], // post-index-change would run, for an index that is none of its business
  ...['-c', 'core.splitIndex=false'], // it would write its shared part beside the real index
  ...['-c', 'core.safecrlf=false'],
  ...['-c', 'advice.addEmbeddedRepo=false'],
]

// Adding would resolve them, conflict markers and all.
async function refuseUnmerged(repo: Repository): Promise<void> {
  const { stdout } = await repo.git(['diff', '--name-only', '--diff-filter=U', '-z'])
  if (stdout.length === 0) return
  const paths = decodePath(stdout)
    .split('\0')
    .filter((path) => path !== '')
  throw new GateError('UNMERGED', { paths: paths.join(', ') })
}
