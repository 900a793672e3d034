import { parse, TomlError, type TomlTable } from 'smol-toml'
import type { GateError } from '../../core/error.ts'
import type { Gate } from '../gate.ts'
import { BEGIN, END, findBlock, putBlock, removeBlock } from '../marked.ts'
import { mcpWords } from './command.ts'
import { type Head, roomIn } from './head.ts'
import { containerAt, type Jsonc, unfit, valueAt } from './jsonc.ts'
import { append, remove, replace } from './jsonc-edit.ts'
import { isRecord, wordsOf } from './words.ts'

/** The name that agents know the MCP server by. */
export const SERVER = 'intentgate'

export interface ServerEntry {
  /** What an agent calls its table of servers. */
  readonly key: string
  readonly server: Readonly<Record<string, unknown>>
  readonly head: Head
}

/** With our server under `key`; what somebody added to it stays. */
export function putServer(jsonc: Jsonc, { key, server, head }: ServerEntry): Jsonc {
  if (containerAt(jsonc, [key], 'Object') === null)
    return append(jsonc, [], { name: key, value: { [SERVER]: server } }, roomIn(head))
  const there = valueAt(jsonc, [key, SERVER])
  if (there !== undefined && !isOwnServer(there)) throw foreignServer(jsonc.what)
  if (containerAt(jsonc, [key, SERVER], 'Object') === null)
    return append(jsonc, [key], { name: SERVER, value: server })
  return Object.entries(server).reduce(
    (now, [name, value]) => putField(now, [key, SERVER, name], value),
    jsonc,
  )
}

/** Does this start us, whoever wrote it? A server of another's may have our name. */
export function isOwnServer(server: unknown): boolean {
  if (!isRecord(server)) return false
  const words = wordsOf([server.command, server.args ?? []].flat())
  return words !== null && words.at(-1) === 'mcp' && words.some((word) => word.includes(SERVER))
}

function foreignServer(what: string): GateError<'USAGE'> {
  return unfit(what, `it has a server '${SERVER}' of its own`)
}

function putField(jsonc: Jsonc, path: readonly string[], value: unknown): Jsonc {
  const there = valueAt(jsonc, path)
  if (there === undefined) return append(jsonc, path.slice(0, -1), { name: path.at(-1)!, value })
  return JSON.stringify(there) === JSON.stringify(value) ? jsonc : replace(jsonc, path, value)
}

/** Without it, and without `key` where that came with it. */
export function dropServer(jsonc: Jsonc, key: string): Jsonc {
  if (containerAt(jsonc, [key], 'Object') === null || !isOwnServer(valueAt(jsonc, [key, SERVER])))
    return jsonc
  const { jsonc: rest, left } = remove(jsonc, [key, SERVER])
  return left === 'own' ? remove(rest, [key]).jsonc : rest
}

/**
 * `[mcp_servers.intentgate]` between our markers, at the end; as it is where somebody wrote one that starts us. Throws USAGE for
 * what is no TOML, or has another server of that name.
 */
export function putTomlServer(text: string, gate: Gate, what: string): string {
  const { mcp_servers: servers } = parseToml(removeBlock(text, what), what)
  const there = isRecord(servers) ? servers[SERVER] : undefined
  if (isOwnServer(there)) return text
  if (there !== undefined) throw foreignServer(what)
  const [command, ...args] = mcpWords(gate).map((word) => JSON.stringify(word))
  const lines = [`[mcp_servers.${SERVER}]`, `command = ${command}`, `args = [${args.join(', ')}]`]
  const block = [
    `${BEGIN} (npx intentgate install-agent --remove codex takes these lines out)`,
    ...lines,
    END,
  ]
  const after = putBlock(text, block.join('\n'), text.length, what)
  if (!isToml(after)) throw unfit(what, "its 'mcp_servers' is closed: write it as [mcp_servers.NAME] tables")
  return after
}

function isToml(text: string): boolean {
  try {
    parse(text.replace(BOM, ''))
    return true
  } catch (error) {
    if (error instanceof TomlError) return false
    throw error
  }
}

export function dropTomlServer(text: string, what: string): string {
  return findBlock(text, what) === null ? text : removeBlock(text, what)
}

const BOM = /^(?:\ufeff|\xef\xbb\xbf)/

/** Throws USAGE, with the line, for what is no TOML. */
export function parseToml(text: string, what: string): TomlTable {
  try {
    return parse(text.replace(BOM, ''))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const why = error.message.split('\n', 1)[0]!.replace(/^Invalid TOML document: /, '')
    throw unfit(`${what}:${error.line}`, `it is no TOML: ${why}`)
  }
}
