import { agentVariable } from '../agent-environment.ts'
import type { Io } from '../command.ts'
import { usageError } from '../flags.ts'

/** Throws USAGE where an agent runs the command: an agent does not speak for a person, whatever flags it gives. */
export function requirePerson({ env }: Io, remedy: string): void {
  const name = agentVariable(env)
  if (name !== null)
    throw usageError(`${name} is set: an agent runs this, and an agent does not speak for a person`, remedy)
}
