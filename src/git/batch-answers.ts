import { GateError } from '../core/error.ts'
import type { ObjectInfo } from './types.ts'

/** What was asked of `git cat-file --batch-command`. */
export interface Question {
  /** As sent. */
  readonly spec: Uint8Array
  readonly command: 'info' | 'contents'
  /** Bytes: of a larger object only the header is kept. */
  readonly limit: number
}

export interface FoundObject {
  readonly info: ObjectInfo
  /** Empty after `info`, and where the object is over the limit. */
  readonly bytes: Buffer
}

export type Answer = FoundObject | 'missing' | 'ambiguous'

interface Parsed {
  readonly answer: Answer
  /** May lie beyond the buffer: what is over the limit is skipped as it comes. */
  readonly next: number
}

const HEADER = /^([0-9a-f]{40}|[0-9a-f]{64}) (blob|tree|commit|tag) ([0-9]+)$/
const HEADER_LIMIT = 128
const NEWLINE = 0x0a

/**
 * Reads the answer to `question` at `at`: `<oid> <type> <size>\n`, after `contents` also the bytes and `\n`; or
 * `<spec> missing\n`, where the spec itself may hold newlines. Returns the length the buffer must grow to if it ends early.
 */
export function parseAnswer(buffer: Buffer, at: number, question: Question): Parsed | number {
  const newline = buffer.indexOf(NEWLINE, at)
  const info = plainHeader(buffer, at, newline, question.spec)
  if (info !== null) return found(buffer, newline + 1, info, question)
  const refusal = parseRefusal(buffer, at, question.spec)
  if (refusal !== null) return refusal
  if (newline === -1 && buffer.length - at < HEADER_LIMIT) return buffer.length + 1
  const header = buffer.toString('latin1', at, newline === -1 ? at + HEADER_LIMIT : newline)
  const odd = infoOf(header)
  if (odd === null) throw new GateError('GIT_OUTPUT', { command: 'cat-file', detail: JSON.stringify(header) })
  return found(buffer, newline + 1, odd, question)
}

function found(
  buffer: Buffer,
  start: number,
  info: ObjectInfo,
  { command, limit }: Question,
): Parsed | number {
  if (command === 'info') return { answer: { info, bytes: NOTHING }, next: start }
  const end = start + info.size
  if (info.size > limit) return { answer: { info, bytes: NOTHING }, next: end + 1 }
  return buffer.length > end
    ? { answer: { info, bytes: buffer.subarray(start, end) }, next: end + 1 }
    : end + 1
}

const NOTHING = Buffer.alloc(0)

/** The usual case, told without building what a refusal would look like: a refused spec of one line never reads as a header. */
function plainHeader(buffer: Buffer, at: number, newline: number, spec: Uint8Array): ObjectInfo | null {
  if (newline === -1 || newline - at > HEADER_LIMIT || spec.includes(NEWLINE)) return null
  return infoOf(buffer.toString('latin1', at, newline))
}

function infoOf(header: string): ObjectInfo | null {
  const [, oid, type, size] = HEADER.exec(header) ?? []
  if (oid === undefined || type === undefined || size === undefined) return null
  // The pattern admits no other type.
  return { oid, type: type as ObjectInfo['type'], size: Number(size) }
}

function parseRefusal(buffer: Buffer, at: number, spec: Uint8Array): Parsed | number | null {
  for (const word of ['missing', 'ambiguous'] as const) {
    const line = Buffer.concat([spec, Buffer.from(` ${word}\n`)])
    const start = buffer.subarray(at, at + line.length)
    if (start.equals(line)) return { answer: word, next: at + line.length }
    // Not the length of the line: a header that begins alike may be shorter, and we would wait for ever.
    const isStart =
      start.length > 0 && start.length < line.length && start.equals(line.subarray(0, start.length))
    if (isStart) return buffer.length + 1
  }
  return null
}
