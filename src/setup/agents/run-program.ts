import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Words } from './words.ts'

/** What is to be run, and how. */
export interface Program {
  /** A program and its arguments, or a line for the system's shell. */
  readonly command: string | Words
  /** Absolute. */
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly input: string
  /** In milliseconds; then it is ended. */
  readonly limit: number
}

export interface Outcome {
  /** null = it could not be started, or was ended. */
  readonly status: number | null
  readonly stdout: string
  /** Or why it could not be started. */
  readonly stderr: string
}

/** Runs it the way agents do. Never rejects. */
export async function runProgram({ command, cwd, env, input, limit }: Program): Promise<Outcome> {
  const options = { cwd, env, timeout: limit, windowsHide: true }
  const [program, ...args] = typeof command === 'string' ? [command] : command
  const child = spawn(program, args, { ...options, shell: typeof command === 'string' })
  // One that ends before it read everything is told by its status.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = new Promise<Pick<Outcome, 'status'> & { why: string }>((resolve) => {
    child.once('error', ({ message }) => resolve({ status: null, why: message }))
    child.once('close', (status) => resolve({ status, why: '' }))
  })
  const [{ status, why }, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { status, stdout, stderr: why === '' ? stderr : why }
}
