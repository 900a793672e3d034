import { diskKinds } from '../../git/disk.ts'
import type { Repository } from '../../git/types.ts'
import { indexView } from '../../git/views.ts'

export interface Sorted {
  readonly own: readonly string[]
  /** Repositories of their own that nobody has made submodules: a clone, another working tree. */
  readonly nested: readonly string[]
}

/** Tells changed paths from repositories that merely lie inside this one. git stops at one that has no commit. */
export async function sortNested(repo: Repository, paths: readonly string[]): Promise<Sorted> {
  const kinds = await diskKinds(repo.top, paths)
  const index = indexView(repo)
  const nested = new Set<string>()
  for (const path of paths) {
    if (kinds.get(path) === 'repository' && (await index.entry(path)) === null) nested.add(path)
  }
  return { own: paths.filter((path) => !nested.has(path)), nested: [...nested] }
}
