import type { AgentSetup, Part } from './catalog.ts'
import { isOwnCommand } from './command.ts'
import { findOwn } from './hook-entries.ts'
import { readJsonc, valueAt } from './jsonc.ts'
import { readPart } from './plan.ts'
import { parseToml, SERVER } from './server-entry.ts'
import { isRecord, pluginCommand, type Words, wordsOf } from './words.ts'

/*
 * What an agent's settings hold of ours at this moment, whoever wrote it: that is what the agent runs, not what we would write.
 */

/** A hook of ours in the settings. */
export interface StandingHook {
  readonly event: string
  readonly command: string
  /** From the root of the file to the command. */
  readonly path: readonly (string | number)[]
}

export function standingHooks(setup: AgentSetup, top: string): StandingHook[] {
  return setup.parts.flatMap((part) => {
    const { text, path } = readPart(top, part, setup)
    if (part.kind !== 'hooks' || text === null) return []
    return findOwn(readJsonc(text, path), (command) => isOwnCommand(command, setup.agent))
  })
}

/** What runs before a write; null = nothing of ours. */
export function commandBeforeWrite(setup: AgentSetup, top: string): string | Words | null {
  const hook = standingHooks(setup, top).find(({ event }) => /^(?:pre|before)tool/i.test(event))
  if (hook !== undefined) return hook.command
  const plugin = setup.parts.find(({ kind }) => kind === 'plugin')
  return plugin === undefined ? null : pluginCommand(readPart(top, plugin, setup).text ?? '')
}

/** Where the MCP server is named; null = this agent does not take one from a project. */
export function serverPart({ parts }: AgentSetup): Part | null {
  return parts.find(({ kind }) => kind === 'server' || kind === 'toml-server') ?? null
}

/** What starts the MCP server; null = none is named. */
export function serverCommand(part: Part, setup: AgentSetup, top: string): Words | null {
  const { text, path } = readPart(top, part, setup)
  const server = text === null ? undefined : serverIn(text, path, part)
  return isRecord(server) ? wordsOf([server.command, server.args ?? []].flat()) : null
}

function serverIn(text: string, path: string, part: Part): unknown {
  if (part.kind === 'server') return valueAt(readJsonc(text, path), [part.key, SERVER])
  const { mcp_servers: servers } = parseToml(text, path)
  return isRecord(servers) ? servers[SERVER] : undefined
}
