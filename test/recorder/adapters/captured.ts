import { readdirSync, readFileSync } from 'node:fs'
import { adapters } from '../../../src/recorder/adapters/index.ts'
import { AGENTS, type AgentEvent, type AgentName, type HookEnvironment } from '../../../src/recorder/event.ts'

export const here: HookEnvironment = { cwd: '/here', variables: {}, event: null }

/** One line that a real agent wrote to a hook. */
export type Payload = Record<string, unknown>

const FOLDER = 'test/fixtures/payloads'

/** Every file of captured payloads, with whose it is; plugins' files hold the arguments of in-process hooks instead. */
export function capturedFiles(
  kind: 'hook' | 'plugin',
): { agent: AgentName; file: string; lines: Payload[] }[] {
  return AGENTS.flatMap((agent) =>
    filesOf(agent)
      .filter((file) => file.endsWith('-plugin.jsonl') === (kind === 'plugin'))
      .map((file) => ({ agent, file, lines: linesOf(`${FOLDER}/${agent}/${file}`) })),
  )
}

function filesOf(agent: AgentName): string[] {
  return readdirSync(FOLDER).includes(agent) ? readdirSync(`${FOLDER}/${agent}`).sort() : []
}

function linesOf(path: string): Payload[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

/** Parses what has to be an event. */
export function eventOf(agent: AgentName, payload: unknown, env = here): AgentEvent {
  const parsed = adapters[agent].parse(payload, env)
  if (parsed.kind !== 'event') throw new Error(`${parsed.kind}: ${parsed.why}`)
  return parsed.event
}

/** An event in a few words. */
export function inWords({ phase, tool, subagent }: AgentEvent): string {
  const who = subagent === null ? '' : `${subagent}: `
  return `${who}${phase}${tool === null ? '' : ` ${toolInWords(tool)}`}`
}

function toolInWords(tool: NonNullable<AgentEvent['tool']>): string {
  switch (tool.kind) {
    case 'edit':
      return `${tool.name} → ${tool.edits.map(({ operation, path }) => `${operation} ${path}`).join(', ')}`
    case 'shell':
      return [
        `${tool.name} $ ${tool.command}`,
        ...tool.edits.map(({ operation, path }) => `${operation} ${path}`),
      ].join(' → ')
    case 'select-intent':
      return `selects ${tool.intent}`
    default:
      return `${tool.name} (${tool.kind}) ${tool.paths.join(', ')}`.trimEnd()
  }
}
