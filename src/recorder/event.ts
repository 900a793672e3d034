import { contentHash } from '../core/digest.ts'

/** The agents that are understood. `generic` is our own plain JSON, for every other host. */
export const AGENTS = [
  'claude-code',
  'codex',
  'gemini-cli',
  'qwen-code',
  'copilot-cli',
  'vscode',
  'cursor',
  'cline',
  'opencode',
  'generic',
] as const
export type AgentName = (typeof AGENTS)[number]

/** `failed` is what the agent says of its call: what was written all the same, only the disk knows. */
export type Phase = 'session-start' | 'prompt' | 'pre' | 'post' | 'failed' | 'stop' | 'session-end'

/** The call by which a host tells that an edit is to come, before it knows by whom: what is there by then is not the agent's. */
export const CHECKPOINT = 'will_edit'

/** What an agent's hook told us, in one shape. Holds no prompt, no file content and nothing about a person. */
export interface AgentEvent {
  readonly agent: AgentName
  /** What a `generic` host calls itself; null for the others. */
  readonly host: string | null
  readonly version: string | null
  readonly phase: Phase
  /** The agent's own id of the session; never empty. */
  readonly session: string
  /** Whoever works inside the session on its behalf; null = the main agent. */
  readonly subagent: string | null
  readonly turn: string | null
  /** The same before and after one tool call: the agent's own id, else a digest of tool and input. null = no tool. */
  readonly call: string | null
  /** When, in the agent's words, where it gives no id of the call; null otherwise. Tells equal calls apart. */
  readonly at: string | null
  /** How long the tool ran, in milliseconds; without the time that a person took to agree. Absent = not said. */
  readonly took?: number
  /** Absolute. */
  readonly cwd: string
  /** As the agent names it; null where the payload does not say. */
  readonly model: string | null
  /** The agent's own log of the session, which names the model where the payload does not. Absolute, never recorded. */
  readonly transcript: string | null
  readonly tool: ToolCall | null
}

export type ToolCall =
  | { readonly kind: 'edit'; readonly name: string; readonly edits: readonly Edit[] }
  | { readonly kind: 'read'; readonly name: string; readonly paths: readonly string[] }
  /** `edits`: those of a patch that stands in the command itself. */
  | {
      readonly kind: 'shell'
      readonly name: string
      readonly command: string
      readonly edits: readonly Edit[]
    }
  | { readonly kind: 'select-intent'; readonly name: string; readonly intent: string | null }
  /** A tool we do not know, with whatever in its input looks like a path. */
  | { readonly kind: 'other'; readonly name: string; readonly paths: readonly string[] }

/** One path that a tool is about to write, or wrote. Paths are absolute. */
export type Edit =
  | { readonly operation: 'write' | 'edit' | 'delete'; readonly path: string }
  | { readonly operation: 'move'; readonly path: string; readonly to: string }

/** A refusal that an agent can act on by itself (FORMATS.md). */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly intent?: string
  readonly path?: string
  /** What to do, the first that works first. */
  readonly next: readonly string[]
}

/** What the engine answers. `context` is text for the model. */
export type Decision =
  | { readonly verdict: 'allow'; readonly context?: string }
  | { readonly verdict: 'deny' | 'ask'; readonly refusal: Refusal; readonly context?: string }

/** What a hook prints, and how it ends. */
export interface Answer {
  readonly stdout: string
  readonly stderr: string
  readonly exit: 0 | 2
}

export type Parsed =
  | { readonly kind: 'event'; readonly event: AgentEvent }
  /** Another agent runs the hook that was installed for this one: its own hook records it. */
  | { readonly kind: 'foreign'; readonly agent: AgentName | 'unknown'; readonly why: string }
  /** Nothing that a recorder needs to know. */
  | { readonly kind: 'ignored'; readonly why: string }
  /** Possibly an edit, which nobody could read: to be recorded as unattributed, never dropped. `paths` are absolute. */
  | {
      readonly kind: 'unreadable'
      readonly why: string
      readonly phase: Phase | null
      readonly session: string | null
      readonly paths: readonly string[]
    }

/** What a hook knows beside its payload. */
export interface HookEnvironment {
  /** Where the hook runs; absolute. */
  readonly cwd: string
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The event that the hook was installed for (`--event`); needed where a payload does not name it. */
  readonly event: string | null
}

/** One agent, both ways: its payload to our event, our decision to its answer. Pure; never throws. */
export interface Adapter {
  readonly agent: AgentName
  /** Whether `ask` reaches a person; where it does not, it is answered as a refusal. */
  readonly canAsk: boolean
  parse(payload: unknown, env: HookEnvironment): Parsed
  /** `phase`: the event's, or that of an `unreadable` one. */
  answer(phase: Phase | null, decision: Decision): Answer
}

/**
 * The same for one tool call that is told twice (a hook that stands in two settings files), and for nothing else where the
 * agent gives its calls an id or a time. Where it gives neither, an equal call has an equal key: look at the disk too.
 * null = no tool call; telling it twice does no harm.
 */
export function eventKey({ agent, session, subagent, call, phase, at }: AgentEvent): string | null {
  if (call === null) return null
  return contentHash(Buffer.from(JSON.stringify([agent, session, subagent, call, phase, at])))
}
