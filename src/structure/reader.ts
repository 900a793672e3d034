import { type ChildProcess, fork } from 'node:child_process'
import { languageOf } from './language.ts'
import { MAX_STRUCTURED_BYTES, type Reading, without } from './read.ts'

/** What the process of `parser.ts` is asked. */
export interface Question {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface StructureReader {
  /** One file after the other. Never rejects: what cannot be read is said to be so. */
  read(path: string, bytes: Uint8Array): Promise<Reading>
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

  async function readNext(question: Question): Promise<Reading> {
    child ??= await startParser(entry, limit)
    if (child === 'missing') return without('parser')
    child.send(question)
    const answer = await nextMessage(child, limit)
    // Our own process: what it sends that is no word of nextMessage is a Reading.
    if (answer !== 'time' && answer !== 'crash') return answer as Reading
    child.kill('SIGKILL')
    child = null
    return without(answer)
  }

  return {
    async read(path, bytes) {
      if (languageOf(path) === null) return without('language')
      if (bytes.length > MAX_STRUCTURED_BYTES) return without('large')
      const reading = last.then(() => readNext({ path, bytes }))
      last = reading
      return await reading
    },
    close() {
      if (child !== 'missing') child?.kill('SIGKILL')
    },
  }
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
