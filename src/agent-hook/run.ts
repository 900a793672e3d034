import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { adapters, letPass } from '../recorder/adapters/index.ts'
import { labelOf } from '../recorder/adapters/visible.ts'
import { createHookEngine } from '../recorder/engine.ts'
import type { AgentEvent, AgentName, Answer, Parsed } from '../recorder/event.ts'
import { AGENTS } from '../recorder/event.ts'
import { MODES, type RecorderMode } from '../recorder/ports.ts'
import { printable } from '../store/printable.ts'
import { writeLog } from './hook-log.ts'
import { createPorts } from './hook-ports.ts'
import type { Parts } from './parts.ts'
import { findSite, locateIn, type Site } from './site.ts'
import { createWorld } from './world.ts'

/** One call of the hook. */
export interface HookCall {
  readonly agent: AgentName
  /** What the agent says on stdin. */
  readonly payload: string
  /** The event that the hook was installed for, where the payload does not name it. */
  readonly event: string | null
  /** What the hook was installed with; git's configuration and the environment come first. */
  readonly mode: string | null
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

export function agentNamed(name: string | undefined): AgentName | null {
  return AGENTS.find((agent) => agent === name) ?? null
}

/** Reads, records and answers. Never rejects: an agent whose hook fails would have to stop. */
export async function answerHook(call: HookCall, parts: Parts): Promise<Answer> {
  const adapter = adapters[call.agent]
  const { cwd, env } = call
  const parsed = adapter.parse(parseJson(call.payload), { cwd, variables: env, event: call.event })
  if (parsed.kind === 'event') return await answerEvent(parsed.event, call, parts)
  if (parsed.kind === 'foreign') return letPass(parsed.agent)
  if (parsed.kind === 'unreadable') noteUnreadable(parsed, cwd)
  return adapter.answer(parsed.kind === 'unreadable' ? parsed.phase : null, { verdict: 'allow' })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    // Read by the adapter as what it is: nothing that it knows.
    return text
  }
}

async function answerEvent(event: AgentEvent, { agent, mode, env }: HookCall, parts: Parts): Promise<Answer> {
  const adapter = adapters[agent]
  const site = siteOf(event)
  if (site === null) return adapter.answer(event.phase, { verdict: 'allow' })
  const ports = createPorts(createWorld(site, env, parts), {
    mode: modeOf(site, env, mode),
    canAsk: adapter.canAsk,
  })
  const decision = await createHookEngine(ports).dispatch(withModel(event))
  return adapter.answer(event.phase, decision)
}

/** The working tree that the first file lies in, wherever the agent was started: it may work in another one. */
function siteOf({ tool, cwd }: AgentEvent): Site | null {
  try {
    return findSite(firstPath(tool) ?? cwd) ?? (tool?.kind === 'shell' ? findSite(cwd) : null)
  } catch {
    // A folder that is gone or closed to us: nothing of it can be recorded.
    return null
  }
}

function firstPath(tool: AgentEvent['tool']): string | null {
  if (tool === null || tool.kind === 'select-intent') return null
  const [path] = 'edits' in tool ? tool.edits.map((edit) => edit.path) : tool.paths
  return path ?? null
}

/** Local on purpose: the environment, this clone's configuration, the installed hook. A change under review sets none of them here. */
function modeOf(site: Site, env: NodeJS.ProcessEnv, installed: string | null): RecorderMode {
  const wanted = env.INTENTGATE_RECORDER ?? site.config.get('intentgate.recorder') ?? installed ?? 'record'
  const known = MODES.find((mode) => mode === wanted)
  if (known === undefined) writeLog(site.state, `recorder mode '${wanted}' is not known: ${MODES.join(', ')}`)
  return known ?? 'record'
}

function noteUnreadable({ why, paths, session }: Extract<Parsed, { kind: 'unreadable' }>, cwd: string): void {
  const site = findSite(paths[0] ?? cwd)
  if (site === null) return
  const names = paths.map((path) => printable(locateIn(site, path, 'link') ?? '(outside)'))
  const what = names.length === 0 ? 'some file' : names.join(', ')
  writeLog(site.state, `unattributed: ${what} (${why}${session === null ? ', no session' : ''})`)
}

const TAIL = 64 * 1024
// Copilot's log begins with the model that was selected; what it used stands there later.
const MODEL = /(?<!\\)"(?:model|selectedModel)":"([\w./:@-]{1,100})"/g

/** Some agents name the model nowhere but in their own log of the session. */
function withModel(event: AgentEvent): AgentEvent {
  const { model, transcript, phase } = event
  const isWanted = model === null && transcript !== null && phase !== 'pre'
  return isWanted ? { ...event, model: modelIn(transcript) } : event
}

function modelIn(transcript: string): string | null {
  try {
    return labelOf([...readTail(transcript).matchAll(MODEL)].at(-1)?.[1] ?? null)
  } catch {
    // Not written yet, or not for us: a record names a model only where it is known.
    return null
  }
}

function readTail(file: string): string {
  const fd = openSync(file, 'r')
  try {
    const { size } = fstatSync(fd)
    const tail = Buffer.alloc(Math.min(size, TAIL))
    const read = readSync(fd, tail, 0, tail.length, size - tail.length)
    return tail.toString('utf8', 0, read)
  } finally {
    closeSync(fd)
  }
}
