import { type ChildProcess, fork } from 'node:child_process'
import type { Comparing } from './compare.ts'
import type { Difference } from './difference.ts'
import { languageOf } from './language.ts'
import { MAX_STRUCTURED_BYTES, type Reading, without } from './reading.ts'

/** What the process of `parser.ts` is asked: a file's structure, or where two units differ. */
export type Question = { readonly path: string; readonly bytes: Uint8Array } | Comparing

export interface StructureReader {
  /** One file after the other. Never rejects: what cannot be read is said to be so. */
  read(path: string, bytes: Uint8Array): Promise<Reading>
  /** Per pair, the first node in which its units differ; null = it cannot be told. Never rejects. */
  compare(comparing: Comparing): Promise<readonly (Difference | null)[]>
  close(): void
}

/** Per file, and for the start. */
const MAX_MILLISECONDS = 10_000

/**
 * Reads structures in another process, started for the first file: no file can end this one, or keep it. `entry` is the built
 * `parser.ts`; null = there is none.
 */
export function createStructureReader(entry: string | null, limit = MAX_MILLISECONDS): StructureReader {
  let child: ChildProcess | 'missing' | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function askNext(question: Question): Promise<unknown> {
    child ??= await startParser(entry, limit)
    if (child === 'missing') return 'parser'
    child.send(question)
    const answer = await nextMessage(child, limit)
    if (!isFailure(answer)) return answer
    child.kill('SIGKILL')
    child = null
    return answer
  }

  async function ask(question: Question): Promise<unknown> {
    const answer = last.then(() => askNext(question))
    last = answer
    return await answer
  }

  return {
    async read(path, bytes) {
      if (languageOf(path) === null) return without('language')
      if (bytes.length > MAX_STRUCTURED_BYTES) return without('large')
      const answer = await ask({ path, bytes })
      // Our own process: what it sends to this question, and is no word of nextMessage, is a Reading.
      return isFailure(answer) ? without(answer) : (answer as Reading)
    },
    async compare(comparing) {
      const answer = await ask(comparing)
      // As above: it is one item per pair.
      return isFailure(answer) ? comparing.pairs.map(() => null) : (answer as (Difference | null)[])
    },
    close() {
      if (child !== 'missing') child?.kill('SIGKILL')
    },
  }
}

function isFailure(answer: unknown): answer is 'time' | 'crash' | 'parser' {
  return typeof answer === 'string'
}

/** Its first word is that the parser is loaded. */
async function startParser(entry: string | null, limit: number): Promise<ChildProcess | 'missing'> {
  if (entry === null) return 'missing'
  const child = fork(entry, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=1024'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if ((await nextMessage(child, limit)) === 'ready') return child
  child.kill('SIGKILL')
  return 'missing'
}

function nextMessage(child: ChildProcess, limit: number): Promise<unknown> {
  return new Promise((resolve) => {
    const end = (answer: unknown) => {
      clearTimeout(timer)
      child.off('message', end).off('exit', died).off('error', died)
      resolve(answer)
    }
    const died = () => end('crash')
    const timer = setTimeout(() => end('time'), limit)
    child.on('message', end).on('exit', died).on('error', died)
  })
}
