import type { Intent } from '../core/intent.ts'
import type { Inspected } from './classify.ts'
import type { AgentName } from './event.ts'

export const MODES = ['record', 'guide', 'gate'] as const
/** record: never in the way. guide: says what would be refused. gate: refuses. */
export type RecorderMode = (typeof MODES)[number]

/** What the engine has to know of an intent. */
export type DeclaredIntent = Pick<Intent, 'id' | 'status' | 'owned_scope'>

/** Who works: an agent's session, or a subagent inside of one. */
export interface Actor {
  readonly agent: AgentName
  /** As records name it: the agent, or what a `generic` host calls itself. */
  readonly name: string
  readonly version: string | null
  /** The agent's own words; only a digest of them is written. */
  readonly session: string
  /** 16 hex; `parent` is that of the session a subagent works in. */
  readonly key: string
  readonly parent: string | null
  readonly model: string | null
}

/** One tool call, as it is kept between its two events. */
export interface Call {
  readonly actor: Actor
  /** Tells two calls of one actor apart; the same for both events of one call. */
  readonly id: string
  /** edit: its paths are all it writes. shell: it may write anything. other: nobody knows whether it writes them. */
  readonly kind: 'edit' | 'shell' | 'other'
  /** The tool's own name. */
  readonly name: string
  readonly paths: readonly NamedPath[]
  /** As `AgentEvent` has it. */
  readonly took?: number
  /** Of a command that speaks of git: what in it could name a commit, or a file in one. Never written anywhere. */
  readonly sources?: readonly string[]
}

export interface NamedPath {
  /** Root-relative. */
  readonly path: string
  /** Where a move takes it to. */
  readonly to?: string
}

/** What became of a call. */
export interface Settled {
  /** The state that each written path was left in. */
  readonly written: ReadonlyMap<string, string>
  /** Changes that nobody could be named for, with the reason; one line each. */
  readonly notes: readonly string[]
}

/** What the engine asks of the world: one working tree. */
export interface HookPorts {
  readonly mode: RecorderMode
  /** Whether a person can be asked before a command runs. */
  readonly canAsk: boolean
  /** Of the working tree. null = nothing is declared here: not governed. Rejects where they cannot be read. */
  intents(): Promise<readonly DeclaredIntent[] | null>
  /** Root-relative; null = outside of the working tree. `link` names a path itself, not what it leads to. */
  locate(path: string, follow: 'target' | 'link'): string | null
  isOwned(intent: DeclaredIntent, path: string): Promise<boolean>
  /** Can no commit hold it, since git ignores it, and does nothing of the gate or of an agent's hooks hang on it? Root-relative. */
  isUngoverned(path: string): Promise<boolean>
  inspect(command: string): Promise<Inspected>
  /** The intent a session selected. */
  binding(key: string): string | null
  bind(key: string, intent: string): void
  /** The state that a path was in when this session read or wrote it last; null = never. */
  seen(key: string, path: string): string | null
  see(key: string, path: string, state: string): void
  /** Of a path on disk, now. */
  stateOf(path: string): string
  /** Keeps what is there before a call. */
  capture(call: Call): Promise<void>
  /** A call that was refused: some agents tell of its end all the same, and by then somebody else may have written. */
  dismiss(call: Call): void
  /** Compares with the disk, and records what the call wrote. */
  settle(call: Call): Promise<Settled>
  /** At the end of a turn: what was left open, and what changed after it was recorded. */
  reconcile(actor: Actor): Promise<Settled>
  /** Never throws. */
  log(what: string): void
}
