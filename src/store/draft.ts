import type { Entry } from '../core/change.ts'
import type { Contributor } from '../core/trace.ts'

/** What a path held, as git stores it; null = nothing that has bytes (absent, a submodule), 'large' = over 8 MiB, not read. */
export type Bytes = Uint8Array | 'large' | null

/** One path that somebody wrote. */
export interface FileDraft {
  /** Root-relative. */
  readonly path: string
  readonly before: Entry | null
  readonly after: Entry | null
  readonly beforeBytes: Bytes
  readonly afterBytes: Bytes
  readonly movedFrom?: string
  readonly movedTo?: string
}

/** One event, before it becomes a line of the ledger: who changed what, for which intent. */
export interface Draft {
  readonly intent: string
  readonly contributor: Contributor
  /** As the tool names it, e.g. `anthropic/claude-sonnet-4-5`. */
  readonly model: string | null
  /** `call` is the tool's own name for what ran (`Write`, `record`, `adopt`), never its arguments. */
  readonly tool: { readonly name: string; readonly version?: string; readonly call: string }
  /** The agent's own session id; only a digest of it is written. */
  readonly session: string
  /** Tells two events of one session apart; the same event reported twice has the same one. */
  readonly callId: string
  readonly files: readonly FileDraft[]
}
