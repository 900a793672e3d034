import { actorOf } from './actor.ts'
import type { AgentEvent, Decision, Refusal, ToolCall } from './event.ts'
import { everyPath, namedPaths, pathOfGits } from './named-paths.ts'
import type { Actor, Call, HookPorts, NamedPath, Settled } from './ports.ts'
import { destructiveCommand, gitsFile, NO_INTENT_MESSAGE, staleFile } from './refusals.ts'
import { activeIntent, refuseWrite, type Scopes } from './scope.ts'
import { sourcesIn } from './sources.ts'

/** Stands between an agent and its tools. No method ever rejects: whatever fails here must not stop the agent's work. */
export interface HookEngine {
  /** Before a tool runs: may it, and what is there now? */
  pre(event: AgentEvent): Promise<Decision>
  /** After it ran, whether the agent calls it a success or not: what is there now, and who wrote it? */
  post(event: AgentEvent): Promise<Decision>
  /** The end of a turn or of the session: what was left open? */
  stop(event: AgentEvent): Promise<Decision>
  start(event: AgentEvent): Promise<Decision>
  /** Calls the one of the four that the event's phase asks for. */
  dispatch(event: AgentEvent): Promise<Decision>
}

const ALLOW: Decision = { verdict: 'allow' }

export function createHookEngine(ports: HookPorts): HookEngine {
  const guarded = (work: Work) => (event: AgentEvent) => guard(ports, () => work(ports, event))
  const [pre, post, stop, start] = [guarded(before), guarded(after), guarded(atStop), guarded(atStart)]
  const byPhase: Readonly<Record<AgentEvent['phase'], (event: AgentEvent) => Promise<Decision>>> = {
    'session-start': start,
    prompt: async () => ALLOW,
    pre,
    post,
    failed: post,
    stop,
    'session-end': stop,
  }
  return { pre, post, stop, start, dispatch: (event) => byPhase[event.phase](event) }
}

type Work = (ports: HookPorts, event: AgentEvent) => Promise<Decision>

async function guard(ports: HookPorts, work: () => Promise<Decision>): Promise<Decision> {
  try {
    return await work()
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    ports.log(`the recorder failed: ${what}`)
    return {
      verdict: 'allow',
      context: `intentgate could not record this (${what.split('\n')[0]}). Go on; before you commit, run: npx intentgate record`,
    }
  }
}

async function before(ports: HookPorts, event: AgentEvent): Promise<Decision> {
  const { tool } = event
  const actor = actorOf(event)
  if (tool === null) return ALLOW
  if (tool.kind === 'read') return noteRead(ports, actor, tool.paths)
  if (tool.kind === 'select-intent') return await bind(ports, actor, tool.intent)
  const paths = namedPaths(ports, tool)
  if (tool.kind === 'shell')
    return await beforeShell(ports, callOf(event, actor, paths), { command: tool.command, cwd: event.cwd })
  const call = callOf(event, actor, paths)
  const refusal = await refuseTool(ports, actor, { tool, paths })
  if (refusal !== null && ports.mode === 'gate') return deny(ports, call, refusal)
  if (paths.length > 0) await ports.capture(call)
  return advice(ports, refusal)
}

async function beforeShell(
  ports: HookPorts,
  call: Call,
  { command, cwd }: { readonly command: string; readonly cwd: string },
): Promise<Decision> {
  const { class: found, selects, reads } = await ports.inspect(command)
  noteRead(
    ports,
    call.actor,
    reads.map((word) => (word.startsWith('/') ? word : `${cwd}/${word}`)),
  )
  if (selects !== null) await bind(ports, call.actor, selects)
  // A patch in a here document: the agent tells nothing more of it.
  if (found === 'SAFE' && call.paths.length === 0) return ALLOW
  const refusal =
    call.paths.length > 0
      ? await refuse(ports, call.actor, everyPath(call.paths))
      : await refuseCommand(ports, call.actor)
  if (refusal !== null && ports.mode === 'gate') return deny(ports, call, refusal)
  await ports.capture(call)
  return (await approval(ports, call.actor)) ?? advice(ports, refusal)
}

function deny(ports: HookPorts, call: Call, refusal: Refusal): Decision {
  ports.dismiss(call)
  return { verdict: 'deny', refusal }
}

async function approval(ports: HookPorts, actor: Actor): Promise<Decision | null> {
  if (ports.mode !== 'gate' || !ports.canAsk || (await ports.intents()) === null) return null
  return { verdict: 'ask', refusal: destructiveCommand(selectedBy(ports, actor) ?? '') }
}

/** Only what is written in the working tree is governed: commands need an intent, since they may write there. */
async function refuseCommand(ports: HookPorts, actor: Actor): Promise<Refusal | null> {
  const scopes = await scopesFor(ports)
  if (scopes === null) return null
  const active = activeIntent(selectedBy(ports, actor), scopes)
  return 'refusal' in active ? active.refusal : null
}

async function refuseTool(
  ports: HookPorts,
  actor: Actor,
  { tool, paths }: { readonly tool: ToolCall; readonly paths: readonly NamedPath[] },
): Promise<Refusal | null> {
  if (tool.kind !== 'edit') return null
  const path = ports.mode === 'record' ? null : pathOfGits(tool.edits)
  return path === null ? await refuse(ports, actor, everyPath(paths)) : gitsFile(path)
}

async function refuse(ports: HookPorts, actor: Actor, paths: readonly string[]): Promise<Refusal | null> {
  const scopes = await scopesFor(ports)
  const refusal = scopes === null ? null : await refuseWrite(paths, selectedBy(ports, actor), scopes)
  return refusal ?? stale(ports, actor, paths)
}

// The optimistic lock: what the session knows of a file must still hold when it writes.
function stale(ports: HookPorts, actor: Actor, paths: readonly string[]): Refusal | null {
  const changed = paths.find((path) => {
    const known = ports.seen(actor.key, path)
    return known !== null && known !== ports.stateOf(path)
  })
  if (changed === undefined) return null
  ports.log(`${changed} has changed since the session read it`)
  return staleFile(changed)
}

async function scopesFor(ports: HookPorts): Promise<Scopes | null> {
  if (ports.mode === 'record') return null
  const intents = await ports.intents()
  if (intents === null) return null
  return {
    intents,
    isOwned: (intent, path) => ports.isOwned(intent, path),
    isUngoverned: (path) => ports.isUngoverned(path),
  }
}

function selectedBy(ports: HookPorts, { key, parent }: Actor): string | null {
  return ports.binding(key) ?? (parent === null ? null : ports.binding(parent))
}

function advice(ports: HookPorts, refusal: Refusal | null): Decision {
  if (refusal === null || ports.mode !== 'guide') return ALLOW
  return { verdict: 'allow', context: JSON.stringify(refusal) }
}

function noteRead(ports: HookPorts, { key }: Actor, paths: readonly string[]): Decision {
  for (const named of paths) {
    const path = ports.locate(named, 'target')
    if (path !== null) ports.see(key, path, ports.stateOf(path))
  }
  return ALLOW
}

// Whether the id is one that works, the tool itself answers: here it only must not bind.
async function bind(ports: HookPorts, { key }: Actor, intent: string | null): Promise<Decision> {
  const known = (await ports.intents())?.find(({ id }) => id === intent)
  if (known?.status === 'IN_PROGRESS') ports.bind(key, known.id)
  return ALLOW
}

async function after(ports: HookPorts, event: AgentEvent): Promise<Decision> {
  const { tool } = event
  const actor = actorOf(event)
  if (tool === null) return ALLOW
  if (tool.kind === 'select-intent') return await bind(ports, actor, tool.intent)
  // What was read between the two events is what the agent knows, where only this one is told.
  if (tool.kind === 'read') return noteUnseen(ports, actor, tool.paths)
  const paths = namedPaths(ports, tool)
  if (tool.kind !== 'shell' && paths.length === 0) return ALLOW
  const decision = remember(ports, actor, await ports.settle(callOf(event, actor, paths)))
  const isLate = ports.mode === 'guide' && tool.kind === 'edit' && DEAF_BEFORE.has(event.agent)
  return isLate ? withAdvice(decision, advice(ports, await refuse(ports, actor, everyPath(paths)))) : decision
}

/** What is said to them before a call that is let through does not reach their model. */
const DEAF_BEFORE: ReadonlySet<string> = new Set(['gemini-cli', 'qwen-code'])

function withAdvice(said: Decision, more: Decision): Decision {
  const context = [said, more].flatMap((one) => ('context' in one ? (one.context ?? []) : []))
  return context.length === 0 ? ALLOW : { verdict: 'allow', context: context.join('\n') }
}

function noteUnseen(ports: HookPorts, actor: Actor, paths: readonly string[]): Decision {
  const fresh = paths.filter((named) => {
    const path = ports.locate(named, 'target')
    return path !== null && ports.seen(actor.key, path) === null
  })
  return noteRead(ports, actor, fresh)
}

function remember(ports: HookPorts, { key }: Actor, { written, notes }: Settled): Decision {
  for (const [path, state] of written) ports.see(key, path, state)
  for (const note of notes) ports.log(note)
  return notes.length === 0 || ports.mode === 'record'
    ? ALLOW
    : { verdict: 'allow', context: notes.join('\n') }
}

async function atStop(ports: HookPorts, event: AgentEvent): Promise<Decision> {
  const actor = actorOf(event)
  return remember(ports, actor, await ports.reconcile(actor))
}

async function atStart(ports: HookPorts, event: AgentEvent): Promise<Decision> {
  // What an earlier turn of it left open, where nobody told that it ended.
  await atStop(ports, event)
  const intents = ports.mode === 'record' ? null : await ports.intents()
  if (intents === null) return ALLOW
  const open = intents.filter(({ status }) => status === 'IN_PROGRESS')
  const scopes = open.map(({ id, owned_scope }) => `${id}: ${owned_scope.join(', ')}`)
  return { verdict: 'allow', context: [NO_INTENT_MESSAGE, ...scopes].join('\n') }
}

function callOf({ call, tool, took }: AgentEvent, actor: Actor, paths: readonly NamedPath[]): Call {
  const kind = tool?.kind === 'shell' || tool?.kind === 'other' ? tool.kind : 'edit'
  const sources = tool?.kind === 'shell' ? sourcesIn(tool.command) : []
  return {
    actor,
    id: call ?? '',
    kind,
    name: tool?.name ?? '',
    paths,
    ...(took !== undefined && { took }),
    ...(sources.length > 0 && { sources }),
  }
}
