import type { Style } from './style.ts'

/** The world as a command sees it. Only `bin.ts` makes one from the real process. */
export interface Io {
  /** Absolute. */
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Results, and nothing else: what a script reads. */
  out(text: string): void
  /** Everything said to a person on the way. */
  err(text: string): void
  readonly style: Style
  /** tty: a person reads stderr and can answer on stdin. Never so in a hook or in CI. */
  readonly terminal: 'tty' | 'pipe'
  /** Width of the terminal that stdout is; null = a pipe, a file, a log. */
  readonly columns: number | null
  /** One line from the person, trimmed. Rejects with USAGE where nobody can answer. */
  ask(question: string): Promise<string>
  readonly stdin: AsyncIterable<Uint8Array>
  /** Aborted by Ctrl-C. Listeners run before the process ends, so clean up in one, synchronously. */
  readonly signal: AbortSignal
}

export interface Command {
  /** One line for `--help`. */
  readonly summary: string
  /** What `<command> --help` prints: the synopsis first, then the options. */
  readonly usage: string
  /** Returns the exit code. Throws GateError for what it cannot do. */
  run(args: readonly string[], io: Io): Promise<number>
}

/** Imports a command only when it is called: `check` must not pay for `init`. */
export type CommandLoader = () => Promise<Command>
