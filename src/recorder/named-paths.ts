import type { Edit, ToolCall } from './event.ts'
import type { HookPorts, NamedPath } from './ports.ts'

type Locate = Pick<HookPorts, 'locate'>

/** The paths in this working tree that a tool says it will write. */
export function namedPaths(ports: Locate, tool: Exclude<ToolCall, { kind: 'select-intent' }>): NamedPath[] {
  const named =
    'edits' in tool
      ? tool.edits.flatMap((edit) => locateEdit(ports, edit))
      : tool.paths.flatMap((path) => locateAll(ports, [path]))
  return named
}

function locateEdit(ports: Locate, edit: Edit): NamedPath[] {
  if (edit.operation !== 'move') return locateAll(ports, [edit.path])
  const [from, to] = [ports.locate(edit.path, 'link'), ports.locate(edit.to, 'link')]
  if (from !== null && to !== null) return [{ path: from, to }, { path: to }]
  return [from, to].flatMap((path) => (path === null ? [] : [{ path }]))
}

/** A file that is a link: whether the tool writes through it or in its place, only the disk will tell. */
function locateAll(ports: Locate, paths: readonly string[]): NamedPath[] {
  const found = paths.flatMap((path) => [ports.locate(path, 'target'), ports.locate(path, 'link')])
  return [...new Set(found)].flatMap((path) => (path === null ? [] : [{ path }]))
}

export function everyPath(paths: readonly NamedPath[]): string[] {
  return paths.map(({ path }) => path)
}

const GITS = /(?:^|[\\/])(\.git[\\/].+)$/

/** The first of these that lies in a git directory, from there on; null = none does. */
export function pathOfGits(edits: readonly Edit[]): string | null {
  const named = edits.flatMap((edit) => ('to' in edit ? [edit.path, edit.to] : [edit.path]))
  return named.flatMap((path) => GITS.exec(path)?.[1] ?? [])[0] ?? null
}
