import { agentVariable } from '../agent-environment.ts'
import type { Io } from '../command.ts'

/** Does a person answer here? An agent at a terminal is none. */
export function isPersonAt({ terminal, env }: Io): boolean {
  return terminal === 'tty' && agentVariable(env) === null
}
