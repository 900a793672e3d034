import type { Io } from '../../src/cli/command.ts'
import { createStyle } from '../../src/cli/style.ts'

export interface FakeIo extends Io {
  /** What was written so far. */
  readonly seen: { out: string; err: string }
  readonly interrupt: () => void
}

/** A world for `main()` in-process: plain text, nobody at the terminal unless `answers` says what they type. */
export function fakeIo(
  cwd: string,
  options: { env?: NodeJS.ProcessEnv; answers?: readonly string[]; stdin?: string } = {},
): FakeIo {
  const seen = { out: '', err: '' }
  const controller = new AbortController()
  const answers = [...(options.answers ?? [])]
  const env = options.env ?? { LC_ALL: 'C.UTF-8' }
  return {
    cwd,
    env,
    seen,
    out: (text) => {
      seen.out += text
    },
    err: (text) => {
      seen.err += text
    },
    style: createStyle(env, { isTTY: false }),
    terminal: options.answers === undefined ? 'pipe' : 'tty',
    columns: options.answers === undefined ? null : 80,
    ask: async (question) => {
      seen.err += question
      const answer = answers.shift()
      if (answer === undefined) throw new Error(`nobody answers: ${question}`)
      return answer
    },
    stdin: chunks(options.stdin ?? ''),
    signal: controller.signal,
    interrupt: () => controller.abort(),
  }
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield Buffer.from(text)
}
