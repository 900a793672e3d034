import { readSync, writeSync } from 'node:fs'
import { isErrno } from '../store/errno.ts'

const CHUNK = 64 * 1024
const PAUSE = 2

/** All of stdin. Some agents give a pipe that does not block, and `readFileSync(0)` would lose what it read so far. */
export function readStdin(): string {
  const chunks: Buffer[] = []
  const chunk = Buffer.allocUnsafe(CHUNK)
  for (;;) {
    const read = readSome(chunk)
    if (read === 0) return Buffer.concat(chunks).toString('utf8')
    if (read > 0) chunks.push(Buffer.from(chunk.subarray(0, read)))
    else pause()
  }
}

/** -1 = nothing is there yet. */
function readSome(chunk: Buffer): number {
  try {
    return readSync(0, chunk)
  } catch (error) {
    if (isErrno(error, 'EAGAIN')) return -1
    // Windows: a pipe whose other end is closed.
    if (isErrno(error, 'EOF')) return 0
    throw error
  }
}

/** To stdout (1) or stderr (2). `process.stdout` would load node's streams first, and most answers are empty. */
export function writeText(fd: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSome(fd, bytes.subarray(at))
}

function writeSome(fd: 1 | 2, bytes: Buffer): number {
  try {
    return writeSync(fd, bytes)
  } catch (error) {
    if (!isErrno(error, 'EAGAIN')) throw error
    pause()
    return 0
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
}
