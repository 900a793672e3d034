import { contentHash } from '../../core/digest.ts'
import type { AgentEvent, HookEnvironment, Parsed, Phase, ToolCall } from '../event.ts'
import { COMMON_NAMES, type Dialect, type Names } from './dialect.ts'
import { phaseOf } from './phases.ts'
import { type Place, placeOf, resolvePath } from './place.ts'
import { isRecord, type Loose, lookUp, textOf, unwrap } from './read.ts'
import { recognise } from './recognise.ts'
import { readToolCall, type Unread } from './tool-call.ts'
import { labelOf, shown } from './visible.ts'

/** What one hook was given. */
interface Reading {
  readonly dialect: Dialect
  readonly payload: Loose
  readonly env: HookEnvironment
  readonly names: Names
  readonly place: Place
}

/** One agent's payload as an event; never throws. */
export function parsePayload(dialect: Dialect, said: unknown, env: HookEnvironment): Parsed {
  try {
    const payload = unwrap(said)
    if (!isRecord(payload)) return unreadable('the payload is not a JSON object', {})
    const agent = dialect.isForAll ? dialect.agent : (recognise(payload) ?? dialect.agent)
    if (agent !== dialect.agent) return { kind: 'foreign', agent, why: `it comes from ${agent}` }
    const names = { ...COMMON_NAMES, ...dialect.names }
    return parseOwn({ dialect, payload, env, names, place: placeOf(env.cwd, textOf(payload, names.cwd)) })
  } catch (error) {
    // A payload that overflows the readers (nested ten thousand deep) may still have been an edit.
    return unreadable(`the payload cannot be read: ${error instanceof Error ? error.name : 'unknown'}`, {})
  }
}

type Known = Partial<Pick<Extract<Parsed, { kind: 'unreadable' }>, 'phase' | 'session' | 'paths'>>

function unreadable(why: string, { phase = null, session = null, paths = [] }: Known): Parsed {
  return { kind: 'unreadable', why, phase, session, paths }
}

function parseOwn(reading: Reading): Parsed {
  const name = eventNameOf(reading)
  if (name === null) return unreadable('it does not name its event', { session: sessionOf(reading) })
  const phase = phaseIn(reading.payload, name)
  const call = callOf(reading, name)
  if (phase === 'ignored' || (phase === null && call === null)) return { kind: 'ignored', why: shown(name) }
  const known = { phase, session: sessionOf(reading), paths: call === null ? [] : pathsOf(call.tool) }
  if (phase === null) return unreadable(`its event is ${shown(name)}`, known)
  if (known.session === null) return unreadable('it names no session', known)
  const parts = { phase, session: known.session }
  return isToolPhase(phase) ? parseCall(reading, call, parts) : eventFrom(reading, { ...parts, call: null })
}

function parseCall(reading: Reading, call: Call | null, parts: Omit<Parts, 'call'>): Parsed {
  if (call === null) return unreadable('it names no tool', parts)
  const { tool, input } = call
  if (tool.kind === 'unread') return unreadable(tool.why, { ...parts, paths: tool.paths })
  return eventFrom(reading, { ...parts, call: { tool, input } })
}

function isToolPhase(phase: Phase): boolean {
  return phase === 'pre' || phase === 'post' || phase === 'failed'
}

function eventNameOf({ dialect, payload, env, names }: Reading): string | null {
  return textOf(payload, names.event) ?? env.event ?? dialect.guessEvent?.(payload) ?? null
}

function phaseIn(payload: Loose, name: string): Phase | 'ignored' | null {
  const phase = phaseOf(name)
  return phase === 'post' && saysFailed(payload) ? 'failed' : phase
}

const RESPONSES = ['tool_response', 'tool_result', 'tool_result.output', 'tool_output']
const FAILURES = ['failure', 'error', 'rejected', 'denied', 'timeout']

function saysFailed(payload: Loose): boolean {
  return RESPONSES.map((name) => lookUp(payload, name)).some(
    (response) =>
      // A text is what the tool printed: JSON in it says nothing about the call.
      isRecord(response) &&
      (lookUp(response, 'is_error') === true ||
        lookUp(response, 'success') === false ||
        Boolean(lookUp(response, 'error')) ||
        FAILURES.includes(textOf(response, ['result_type']) ?? '')),
  )
}

interface Call {
  readonly tool: ToolCall | Unread
  readonly input: unknown
}

function callOf({ dialect, payload, names, place }: Reading, event: string): Call | null {
  const { tools, callEvents = {} } = dialect
  const name = textOf(payload, names.tool)
  if (name !== null) {
    const input = names.input.map((key) => lookUp(payload, key)).find((said) => said !== undefined)
    return { input, tool: readToolCall(name, input, tools, place) }
  }
  if (!Object.hasOwn(callEvents, event)) return null
  const tool = readToolCall(callEvents[event]!, payload, tools, place)
  // Of such a payload only that is the same before and after the call.
  return { input: tool, tool }
}

function pathsOf(tool: ToolCall | Unread): readonly string[] {
  if ('edits' in tool)
    return tool.edits.flatMap((edit) => ('to' in edit ? [edit.path, edit.to] : [edit.path]))
  return 'paths' in tool ? tool.paths : []
}

const LOG_NAME = /([^\\/]+)\.jsonl?$/

// An agent's log is named after the session.
function sessionOf({ dialect, payload, names }: Reading): string | null {
  const log = textOf(payload, names.transcript)
  const logged = log === null ? null : (LOG_NAME.exec(log)?.[1] ?? null)
  return textOf(payload, names.session) ?? logged ?? dialect.guessSession?.(payload) ?? null
}

interface Parts {
  readonly phase: Phase
  readonly session: string
  readonly call: { readonly tool: ToolCall; readonly input: unknown } | null
}

function eventFrom(reading: Reading, { phase, session, call }: Parts): Parsed {
  const { dialect, payload, env, names, place } = reading
  const id = textOf(payload, names.call)
  const event: AgentEvent = {
    agent: dialect.agent,
    host: labelOf(textOf(payload, names.host)),
    version: labelOf(textOf(payload, names.version)),
    phase,
    session,
    subagent: dialect.findSubagent ? dialect.findSubagent(payload) : textOf(payload, names.subagent),
    turn: textOf(payload, names.turn),
    call: call === null ? null : (id ?? digestOf(call.tool.name, call.input)),
    at: id === null ? textOf(payload, names.at) : null,
    ...tookOf(textOf(payload, names.took)),
    cwd: place.cwd,
    model: labelOf(textOf(payload, names.model) ?? env.variables[dialect.modelVariable ?? ''] ?? null),
    transcript:
      resolvePath(place, textOf(payload, names.transcript)) ??
      dialect.guessTranscript?.(session, env.variables) ??
      null,
    tool: call?.tool ?? null,
  }
  return { kind: 'event', event }
}

function tookOf(said: string | null): Pick<AgentEvent, 'took'> {
  const took = Number(said ?? Number.NaN)
  return took >= 0 ? { took } : {}
}

// Before and after one call an agent sends the same name and the same input.
function digestOf(name: string, input: unknown): string {
  return contentHash(Buffer.from(JSON.stringify([name, input])))
}
