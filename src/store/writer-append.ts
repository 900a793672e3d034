import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { GateError } from '../core/error.ts'
import { lineHash, type TraceRecord } from '../core/trace.ts'
import { isErrno } from './errno.ts'
import { piecesOfLine } from './ledger-pieces.ts'

/** A line of the ledger that has no place yet. */
export interface Unplaced {
  /** 16 hex: lines of one session share a shard. */
  readonly session: string
  /** Of the whole line, at most. */
  readonly bytes: number
  /** With its newline. `previous` = hash of the line it is to stand after, null where it will be the first. */
  readonly after: (previous: string | null) => string
}

const LINK_BYTES = Buffer.byteLength(`,"previous":"sha256:${'0'.repeat(64)}"}\n`)

/** Its own `previous` is not looked at. */
export function unplaced(record: TraceRecord): Unplaced {
  const text = JSON.stringify({ ...record, previous: undefined }).slice(0, -1)
  return {
    session: record.session,
    bytes: Buffer.byteLength(text) + LINK_BYTES,
    after: (previous) => `${text},"previous":${JSON.stringify(previous)}}\n`,
  }
}

/** One file of the ledger, as the writer reaches it. */
export interface LedgerFile {
  /** Root-relative, for messages. */
  readonly path: string
  readonly absolute: string
  /** Where a line that a killed writer left half written is kept: absolute, outside the ledger. */
  readonly torn: string
}

const NEWLINE = 0x0a

/**
 * Appends lines to one ledger file, each chained to the line before, in one write. Only for the owner of the lock.
 * The file is made where it is absent. Throws LEDGER_UNWRITABLE where it is not a plain file.
 */
export function appendToFile(file: LedgerFile, lines: readonly Unplaced[]): void {
  withLedgerFile(file, (fd) => {
    const { size, last } = healTail(fd, file)
    let previous = hashOfLine(last)
    let text = ''
    for (const unplaced of lines) {
      const line = unplaced.after(previous)
      previous = lineHash(line.slice(0, -1))
      text += line
    }
    writeWhole(fd, Buffer.from(text), size)
  })
}

/** Removes what a killed writer left after the last newline, and returns the size. */
export function healFile(file: LedgerFile): number {
  return withLedgerFile(file, (fd) => healTail(fd, file).size)
}

function withLedgerFile<T>(file: LedgerFile, work: (fd: number) => T): T {
  const fd = openLedgerFile(file)
  try {
    if (!fstatSync(fd).isFile())
      throw new GateError('LEDGER_UNWRITABLE', { path: file.path, why: 'it is not a plain file' })
    return work(fd)
  } finally {
    closeSync(fd)
  }
}

function openLedgerFile(file: LedgerFile): number {
  // Windows has no O_NOFOLLOW, and needs rights for making symlinks.
  const noFollow = constants.O_NOFOLLOW ?? 0
  try {
    return openSync(
      file.absolute,
      constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | noFollow,
      0o644,
    )
  } catch (error) {
    if (!isErrno(error, 'ELOOP', 'EISDIR', 'EACCES', 'EPERM', 'EROFS')) throw error
    throw new GateError('LEDGER_UNWRITABLE', { path: file.path, why: String(error.code) }, { cause: error })
  }
}

// Half a line is left by a disk that is full: it goes again, so that the ledger holds whole lines only.
function writeWhole(fd: number, bytes: Uint8Array, size: number): void {
  try {
    const written = writeSync(fd, bytes)
    if (written !== bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes could be written`)
  } catch (error) {
    ftruncateSync(fd, size)
    throw error
  }
}

interface Whole {
  readonly size: number
  /** With its newline; empty for an empty file. */
  readonly last: Uint8Array
}

function healTail(fd: number, { torn }: LedgerFile): Whole {
  const { size } = fstatSync(fd)
  const tail = lastLine(fd, size)
  if (tail.length === 0 || tail[tail.length - 1] === NEWLINE) return { size, last: tail }
  if (isWholeRecord(tail)) {
    writeWhole(fd, Buffer.from('\n'), size)
    return { size: size + 1, last: lastLine(fd, size + 1) }
  }
  // Nobody was told that this line is written. It is kept all the same, outside the ledger.
  writeFileSync(torn, tail, { flag: 'a' })
  const healed = size - tail.length
  ftruncateSync(fd, healed)
  return { size: healed, last: lastLine(fd, healed) }
}

function isWholeRecord(line: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(line).toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    // Cut off: not JSON.
    return false
  }
}

// As readers take it: white space around a record, or another one glued to it, is no part of it.
function hashOfLine(line: Uint8Array): string | null {
  return piecesOfLine(line, 1, 0, Math.max(0, line.length - 1)).at(-1)?.hash ?? null
}

/** The last line with its newline, or without where it lacks one; empty for an empty file. */
function lastLine(fd: number, size: number): Uint8Array {
  for (let length = 16 * 1024; ; length *= 4) {
    const tail = readTail(fd, size, length)
    const start = tail.lastIndexOf(NEWLINE, tail.length - 2) + 1
    if (start > 0 || length >= size) return tail.subarray(start)
  }
}

function readTail(fd: number, size: number, length: number): Buffer {
  const tail = Buffer.allocUnsafe(Math.min(size, length))
  for (let read = 0; read < tail.length; ) {
    const got = readSync(fd, tail, read, tail.length - read, size - tail.length + read)
    if (got === 0) throw new Error('the ledger shrank while it was read')
    read += got
  }
  return tail
}
