import type { AgentName, HookEnvironment } from '../event.ts'
import type { Render } from './answers.ts'
import type { Loose } from './read.ts'
import type { ToolTable } from './tool-table.ts'

/** Under which names a payload holds what; the first that says something counts, and dots step into an object. */
export const COMMON_NAMES = {
  event: ['hook_event_name'],
  host: [],
  version: ['agent_version'],
  session: ['session_id'],
  subagent: ['agent_id'],
  turn: ['turn_id', 'prompt_id'],
  call: ['tool_use_id', 'tool_call_id'],
  at: ['timestamp'],
  took: ['duration_ms'],
  cwd: ['cwd'],
  model: ['model', 'model.id'],
  transcript: ['transcript_path'],
  tool: ['tool_name'],
  input: ['tool_input', 'tool_args'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Names = Readonly<Record<keyof typeof COMMON_NAMES, readonly string[]>>

/** All that one agent's adapter differs in: what it sends, and how it is answered. */
export interface Dialect {
  readonly agent: AgentName
  readonly canAsk: boolean
  readonly tools: ToolTable
  readonly render: Render
  readonly names?: Partial<Names>
  /** Events that are a call of this tool themselves; the payload is its input. */
  readonly callEvents?: Readonly<Record<string, string>>
  /** For payloads that do not name their event. */
  guessEvent?(payload: Loose): string | null
  /** For payloads that name no session. */
  guessSession?(payload: Loose): string | null
  /** Where the name alone does not say who works: null = the main agent. */
  findSubagent?(payload: Loose): string | null
  /** Where its log of a session lies, which most of its payloads do not say; absolute, null = it cannot be told. */
  guessTranscript?(session: string, variables: HookEnvironment['variables']): string | null
  /** A variable that holds the model where the payload does not. */
  readonly modelVariable?: string
  /** Takes whatever comes, whosever it looks like. */
  readonly isForAll?: true
}
