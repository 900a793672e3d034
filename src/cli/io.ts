import { createInterface } from 'node:readline/promises'
import { GateError } from '../core/error.ts'
import type { Io } from './command.ts'
import { usageError } from './flags.ts'
import { createStyle } from './style.ts'

/** The real process as commands see it. */
export function processIo(signal: AbortSignal): Io {
  const { env, stdin, stdout, stderr } = process
  const terminal = stdin.isTTY === true && stderr.isTTY === true ? 'tty' : 'pipe'
  return {
    get cwd() {
      return currentFolder()
    },
    env,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    // Colour in a file that stdout was sent to helps nobody, whoever watches stderr.
    style: createStyle(env, { isTTY: stderr.isTTY === true && stdout.isTTY === true }),
    terminal,
    columns: stdout.isTTY === true ? stdout.columns : null,
    ask: (question) => ask(question, terminal, signal),
    stdin,
    signal,
  }
}

function currentFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    throw new GateError(
      'USAGE',
      { message: 'the current folder is no longer there', remedy: 'cd to one that is' },
      { cause },
    )
  }
}

async function ask(question: string, terminal: Io['terminal'], signal: AbortSignal): Promise<string> {
  if (terminal === 'pipe')
    throw usageError(
      'this needs an answer, and nobody can give one here',
      'run it in a terminal, or pass --yes',
    )
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await reader.question(question, { signal })).trim()
  } finally {
    reader.close()
  }
}
