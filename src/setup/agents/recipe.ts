import type { Gate } from '../gate.ts'
import { hookCommand } from './command.ts'
import { serverEntry } from './forms.ts'
import { SERVER } from './server-entry.ts'

/** How a host that we have no installer for is set up. */
export function genericRecipe(gate: Gate): string {
  return `
Any other host runs this before and after each tool call, with one JSON object on stdin (docs/agents.md):
  ${hookCommand('generic', gate)}
Before a call: exit 2 refuses it, and stdout says why, as JSON. Any other end lets it pass.
${serverRecipe(gate)}`
}

/** For where MCP servers are not a project's. */
export function serverRecipe(gate: Gate): string {
  const servers = { mcpServers: { [SERVER]: serverEntry('plain', gate) } }
  return `
The MCP server, as most hosts take it:
${JSON.stringify(servers, null, 2)
  .split('\n')
  .map((line) => `  ${line}\n`)
  .join('')}`
}
