import type { Change, Entry } from '../core/change.ts'
import type { View } from './types.ts'

/**
 * `tree` as the view before it and the changes since tell it: what they say is not read from git again. `changes` must be all that
 * differs between the two.
 */
export function changedView(before: View, changes: readonly Change[], tree: View): View {
  const changed = new Map(changes.map(({ path, after }) => [path, after]))
  const below = (start: string) => changes.filter(({ path }) => path.startsWith(start))
  return {
    id: tree.id,
    label: tree.label,
    names: tree.names,
    // Not async: views stand on one another, and each would add a promise to every answer.
    entry: (path) => (changed.has(path) ? Promise.resolve(changed.get(path) ?? null) : before.entry(path)),
    list: remembered(async (start) => withFiles(await before.list(start), below(start))),
    children: remembered(async (start) => {
      const own = below(start)
      const names = withNames(await before.children(start), start, own)
      return names ?? tree.children(start)
    }),
  }
}

/** Asked with or without the folder's slash, answered once. */
function remembered<T>(read: (start: string) => Promise<T>): (folder: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  return (folder) => {
    const start = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
    const answer = known.get(start) ?? read(start)
    known.set(start, answer)
    return answer
  }
}

function withFiles(
  earlier: ReadonlyMap<string, Entry>,
  changes: readonly Change[],
): ReadonlyMap<string, Entry> {
  if (changes.length === 0) return earlier
  const entries = new Map(earlier)
  for (const { path, after } of changes) {
    if (after === null) entries.delete(path)
    else entries.set(path, after)
  }
  return entries
}

/** null: a file below a sub-folder is gone, and whether the folder is too the changes do not tell. */
function withNames(
  earlier: readonly string[],
  start: string,
  changes: readonly Change[],
): readonly string[] | null {
  const names = new Set(earlier)
  for (const { path, after } of changes) {
    const name = childOn(path, start)
    if (after !== null) names.add(name)
    else if (!names.delete(path)) return null
  }
  return [...names]
}

/** The child of a folder that a path lies in, or is: folders end with their slash. */
function childOn(path: string, start: string): string {
  const slash = path.indexOf('/', start.length)
  return slash === -1 ? path : path.slice(0, slash + 1)
}
