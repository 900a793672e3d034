import type { AgentName } from '../../recorder/event.ts'
import type { Gate } from '../gate.ts'
import type { HookForm, Part, ServerForm } from './catalog.ts'
import { hookCommand, isOwnCommand, mcpWords } from './command.ts'
import type { HookEntries, HookEntry } from './hook-entries.ts'

type HooksPart = Extract<Part, { kind: 'hooks' }>

/** What `part` is to hold for this agent. */
export function hookEntries({ form, events, head }: HooksPart, agent: AgentName, gate: Gate): HookEntries {
  return {
    entries: new Map(events.map((event) => [event, entryFor(form, event, { agent, gate })])),
    isOwn: (command) => isOwnCommand(command, agent),
    head,
  }
}

const TOOL_EVENT = /Tool/

function entryFor(
  form: HookForm,
  event: string,
  { agent, gate }: { agent: AgentName; gate: Gate },
): HookEntry {
  const command = hookCommand(agent, gate, form === 'named' ? event : undefined)
  if (form === 'flat') return { command, entry: { command } }
  const typed = { type: 'command', command }
  if (form === 'flat-typed' || form === 'named') return { command, entry: typed }
  const matcher = form === 'matched-group' && TOOL_EVENT.test(event) ? { matcher: '*' } : {}
  return { command, entry: { ...matcher, hooks: [typed] } }
}

/** The MCP server as an agent is told of it. */
export function serverEntry(form: ServerForm, gate: Gate): Readonly<Record<string, unknown>> {
  const [command, ...args] = mcpWords(gate)
  const byForm: Readonly<Record<ServerForm, Readonly<Record<string, unknown>>>> = {
    plain: { command, args },
    stdio: { type: 'stdio', command, args },
    'always-loaded': { type: 'stdio', command, args, alwaysLoad: true },
    argv: { type: 'local', command: [command, ...args], enabled: true },
  }
  return byForm[form]
}
