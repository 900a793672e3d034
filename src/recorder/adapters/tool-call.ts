import type { ToolCall } from '../event.ts'
import { parsePatch, patchPaths } from '../patch.ts'
import type { Place } from './place.ts'
import { textOf, unwrap } from './read.ts'
import { commandIn, editOf, editsInCommand, readPatches } from './shell-command.ts'
import { pathsAnywhere, pathsAt, resolveAll } from './tool-paths.ts'
import { bareName, specOf, type ToolSpec, type ToolTable } from './tool-table.ts'
import { labelOf } from './visible.ts'
import { WILD_TOOLS } from './wild-tools.ts'

/** An edit that cannot be read; `paths` is what of it could be. */
export interface Unread {
  readonly kind: 'unread'
  readonly why: string
  readonly paths: readonly string[]
}

type Spec<K extends ToolSpec['kind']> = Extract<ToolSpec, { kind: K }>

/** What one agent calls, and with what. */
interface Call {
  readonly name: string
  readonly input: unknown
  readonly place: Place
}

// As agents name a tool of ours: `mcp__intentgate__…`, `mcp_intentgate_…`, `intentgate-…`, `MCP:…`.
const SELECT = /(?:^|[^A-Za-z0-9])select_active_intent$/

export function readToolCall(
  said: string,
  input: unknown,
  table: ToolTable,
  place: Place,
): ToolCall | Unread {
  const call: Call = { name: labelOf(said) ?? 'unnamed', input: unwrap(input), place }
  const bare = bareName(said)
  if (SELECT.test(bare))
    return { kind: 'select-intent', name: call.name, intent: textOf(call.input, ['intent_id', 'intent']) }
  const spec = specOf(table, bare)
  if (spec !== null) return readKnown(call, spec)
  return readAlike(call, bare) ?? { kind: 'other', name: call.name, paths: pathsAnywhere(call.input, place) }
}

// As agents name an MCP server's tool: `mcp__files__write_file`, `files-write_file`, `MCP:write_file`.
const SERVER = /^.*(?:__|[^A-Za-z0-9_])/

/** Another's tool that goes by a name which is common, and takes what such a tool takes. */
function readAlike(call: Call, bare: string): ToolCall | null {
  const spec = specOf(WILD_TOOLS, bare.replace(SERVER, ''))
  const read = spec === null ? null : readKnown(call, spec)
  return read === null || read.kind === 'unread' ? null : read
}

function readKnown(call: Call, spec: ToolSpec): ToolCall | Unread {
  switch (spec.kind) {
    case 'edit':
      return readEdit(call, spec)
    case 'patch':
      return readPatch(call, spec)
    case 'shell':
      return readShell(call, spec)
    case 'read':
    case 'other':
      return { kind: spec.kind, name: call.name, paths: pathsAt(call.input, spec.paths, call.place) ?? [] }
  }
}

function readEdit(call: Call, { operation, paths }: Spec<'edit'>): ToolCall | Unread {
  const found = pathsAt(call.input, paths, call.place)
  if (found === null) return unread(call, 'its path cannot be read')
  return { kind: 'edit', name: call.name, edits: found.map((path) => ({ operation, path })) }
}

function readPatch(call: Call, spec: Spec<'patch'>): ToolCall | Unread {
  const text = typeof call.input === 'string' ? call.input : textOf(call.input, spec.text)
  if (text === null) return unread(call, 'it holds no patch')
  // Codex takes it in a heredoc as well.
  const edits = (parsePatch(text) ?? readPatches(text) ?? []).map((step) => editOf(step, call.place))
  if (edits.length === 0 || edits.includes(null))
    return { ...unread(call, 'its patch cannot be read'), paths: resolveAll(patchPaths(text), call.place) }
  return { kind: 'edit', name: call.name, edits: edits.filter((edit) => edit !== null) }
}

function readShell({ name, input, place }: Call, spec: Spec<'shell'>): ToolCall | Unread {
  const command = commandIn(input, spec.command)
  if (command === null) return { kind: 'unread', why: `${name}: it holds no command`, paths: [] }
  return { kind: 'shell', name, command, edits: editsInCommand(command, input, place) }
}

function unread({ name, input, place }: Call, why: string): Unread {
  return { kind: 'unread', why: `${name}: ${why}`, paths: pathsAnywhere(input, place) }
}
