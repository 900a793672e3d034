import { holdsPatch, patchPaths } from '../patch.ts'
import { type Place, resolvePath } from './place.ts'
import { fold, isRecord, listOf, unwrapList, valuesOf } from './read.ts'

/**
 * The paths under these names, in the input itself and in the objects it lists (one edit each); each path once.
 * null = there is none, or one of them cannot be read. Never looks into a text: that may be what is being written.
 */
export function pathsAt(input: unknown, keys: readonly string[], place: Place): readonly string[] | null {
  const listed = isRecord(input) ? Object.values(input).flatMap(listOf).filter(isRecord) : []
  const said = [input, ...listed].flatMap((from) => keys.flatMap((key) => valuesOf(from, key)))
  const paths = said.flatMap(unwrapList).map((value) => resolvePath(place, value))
  if (paths.length === 0 || paths.includes(null)) return null
  return [...new Set(paths.filter((path) => path !== null))]
}

export function resolveAll(paths: readonly unknown[], place: Place): readonly string[] {
  return [...new Set(paths.flatMap((path) => resolvePath(place, path) ?? []))]
}

const PATH_LIKE = new Set(
  [
    ...['path', 'paths', 'file', 'files', 'uri', 'uris', 'filename', 'file_path', 'file_paths'],
    ...['notebook_path', 'target_file', 'target_notebook', 'absolute_path', 'relative_path'],
    ...['relative_workspace_path', 'old_path', 'new_path', 'source', 'destination'],
  ].map(fold),
)
const DEEPEST = 8

/** Whatever may be a path in the input of a tool that we do not know; each once. */
export function pathsAnywhere(input: unknown, place: Place): readonly string[] {
  return resolveAll(pathLikeIn(input, 0), place)
}

function pathLikeIn(value: unknown, depth: number): readonly unknown[] {
  if (depth > DEEPEST) return []
  if (typeof value === 'string') return pathsInText(value)
  if (Array.isArray(value)) return value.flatMap((item) => pathLikeIn(item, depth + 1))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) => [
    ...(PATH_LIKE.has(fold(key)) ? unwrapList(item) : []),
    ...pathLikeIn(item, depth + 1),
  ])
}

// A folder, and nothing that a shell or a sentence would hold.
const PATH_SHAPED = /^(?![A-Za-z][\w+.-]+:\/\/)[^\s"'`*?<>|;&$(){}]{0,500}[\\/][^\s"'`*?<>|;&$(){}]{1,500}$/

function pathsInText(text: string): readonly unknown[] {
  if (holdsPatch(text.trimStart().slice(0, 80))) return patchPaths(text)
  return PATH_SHAPED.test(text) ? [text] : []
}
