import { GateError } from '../core/error.ts'
import { encodePath } from '../core/path.ts'
import { type Answer, type FoundObject, parseAnswer, type Question } from './batch-answers.ts'
import { end, failure, keepStart, type Place, spawnGit } from './run.ts'

/** Objects by name, over one `git cat-file` that is started with the first question. Questions may overlap. */
export interface ObjectReader {
  /** Header only; null = no such object. Throws AMBIGUOUS_REVISION for an id too short, GIT_FAILED. */
  info(spec: string): Promise<FoundObject | null>
  contents(spec: string, limit?: number): Promise<FoundObject | null>
  /** By full ids; null = no such object. Throws GIT_FAILED. */
  contentsOfAll(oids: readonly string[], limit: number): Promise<ReadonlyMap<string, FoundObject | null>>
  close(): Promise<void>
}

interface Request extends Question {
  resolve(answer: Answer): void
  reject(error: unknown): void
}

interface Session {
  ask(request: Request): void
  close(): Promise<void>
}

// No name in git decodes to these: a NUL would make two questions of one, a surrogate (other than the ones that stand for a
// byte) would be sent as U+FFFD and find another file.
const UNNAMEABLE = /[\0\ud800-\udc7f\udd00-\udfff]/u

// NUL-terminated input, so that a path may hold newlines.
// --buffer: git writes many answers at once instead of each by itself, when told to flush.
const command = ['cat-file', '--batch-command', '--buffer', '-z']

export function createObjectReader(place: Place): ObjectReader {
  let session: Session | null = null
  let closed = false

  function send(request: Request): void {
    session ??= startSession(place, (unanswered) => {
      session = null
      for (const left of unanswered) send(left)
    })
    session.ask(request)
  }

  async function askAll(
    oids: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, FoundObject | null>> {
    if (closed) throw afterClose()
    const distinct = new Set(oids)
    if (distinct.size === 0) return new Map()
    return await new Promise((resolve, reject) => {
      const note = collect(distinct.size, resolve)
      for (const oid of distinct) {
        const answered = (answer: Answer) => note(oid, answer)
        send({ spec: Buffer.from(oid, 'latin1'), command: 'contents', limit, resolve: answered, reject })
      }
    })
  }

  async function ask(spec: string, { command, limit }: Omit<Question, 'spec'>): Promise<FoundObject | null> {
    if (closed) throw afterClose()
    if (UNNAMEABLE.test(spec)) return null
    const answer = await new Promise<Answer>((resolve, reject) => {
      send({ spec: encodePath(spec), command, limit, resolve, reject })
    })
    if (answer === 'ambiguous')
      throw new GateError('AMBIGUOUS_REVISION', { name: spec, readings: 'several objects begin with it' })
    return answer === 'missing' ? null : answer
  }

  return {
    info: (spec) => ask(spec, { command: 'info', limit: 0 }),
    contents: (spec, limit = Number.POSITIVE_INFINITY) => ask(spec, { command: 'contents', limit }),
    contentsOfAll: askAll,
    async close() {
      closed = true
      await session?.close()
    },
  }
}

function collect(
  total: number,
  resolve: (found: ReadonlyMap<string, FoundObject | null>) => void,
): (oid: string, answer: Answer) => void {
  const found = new Map<string, FoundObject | null>()
  return (oid, answer) => {
    // Ambiguous is only what is shorter than an id.
    found.set(oid, typeof answer === 'string' ? null : answer)
    if (found.size === total) resolve(found)
  }
}

function afterClose(): GateError {
  return new GateError('GIT_FAILED', { command: 'cat-file', status: 'closed', stderr: '' })
}

/** `onEnd` gets the questions that died with git without being the cause. */
function startSession(place: Place, onEnd: (unanswered: readonly Request[]) => void): Session {
  const child = spawnGit(place, command)
  const stderr = keepStart(child.stderr)
  const waiting: Request[] = []

  function fail(error: unknown): void {
    for (const request of waiting.splice(0)) request.reject(error)
  }

  const ended = end(child, place.cwd).then(
    ({ code, signal }) => {
      // git dies of an object that a partial clone has not fetched, instead of calling it missing.
      if (waiting.length > 0 && NOT_FETCHED.test(stderr())) waiting.shift()?.resolve('missing')
      else fail(failure(command, code === null ? `killed by ${signal}` : `status ${code}`, stderr()))
      onEnd(waiting)
    },
    (error: unknown) => {
      fail(error)
      onEnd([])
    },
  )

  child.stdout.on(
    'data',
    createAnswerFeed(waiting, (error) => {
      fail(error)
      child.kill()
    }),
  )
  const unsent: Uint8Array[] = []
  function send(): void {
    if (unsent.length > 0) child.stdin.write(Buffer.concat([...unsent.splice(0), FLUSH]))
  }

  // Said by the end of the process, with the reason.
  child.stdin.on('error', () => undefined)

  return {
    ask(request) {
      waiting.push(request)
      // Many questions asked at once are one write: a system call each would cost more than git's answers.
      if (unsent.length === 0) setImmediate(send)
      unsent.push(Buffer.from(`${request.command} `), request.spec, NUL)
    },
    close() {
      send()
      child.stdin.end()
      return ended
    },
  }
}

const NUL = Buffer.from('\0')
const FLUSH = Buffer.from('flush\0')
const NOT_FETCHED = /^fatal: could not fetch [0-9a-f]+ from promisor remote/m

/** Cuts stdout into answers, in the order of the questions. */
function createAnswerFeed(waiting: Request[], onError: (error: unknown) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0
  let needed = 1
  let skip = 0

  function drain(): void {
    const buffer = Buffer.concat(parts)
    let at = 0
    needed = 1
    while (at < buffer.length) {
      const request = waiting[0]
      if (request === undefined)
        throw new GateError('GIT_OUTPUT', { command: 'cat-file', detail: 'an answer that nobody asked for' })
      const parsed = parseAnswer(buffer, at, request)
      if (typeof parsed === 'number') {
        needed = parsed - at
        break
      }
      waiting.shift()
      request.resolve(parsed.answer)
      at = parsed.next
    }
    skip = Math.max(0, at - buffer.length)
    parts = [buffer.subarray(at)]
    length = parts[0]!.length
  }

  return (data) => {
    const chunk = data.subarray(skip)
    skip = Math.max(0, skip - data.length)
    parts.push(chunk)
    length += chunk.length
    if (length < needed) return
    try {
      drain()
    } catch (error) {
      onError(error)
    }
  }
}
