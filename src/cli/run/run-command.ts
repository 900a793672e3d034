import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { isErrno } from '../../store/errno.ts'
import type { Io } from '../command.ts'
import { usageError } from '../flags.ts'

/** Runs a command with our own streams, to its end; its exit code as a shell has it. Throws USAGE where it cannot be started. */
export async function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: Io,
): Promise<number> {
  const child = spawn(program, args, { cwd, env, stdio: 'inherit' })
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) =>
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
      )
    })
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'EACCES')) throw error
    throw usageError(
      `${program} cannot be started (${error.code})`,
      'give the command as it is found on the PATH, or through npx',
    )
  }
}
