import { readSync } from 'node:fs'
import { isErrno } from '../store/errno.ts'

const CHUNK = 64 * 1024
const PAUSE = 2

/** All of stdin. Some agents give a pipe that does not block, and `readFileSync(0)` would lose what it read so far. */
export function readStdin(): string {
  const chunks: Buffer[] = []
  const chunk = Buffer.alloc(CHUNK)
  for (;;) {
    const read = readSome(chunk)
    if (read === 0) return Buffer.concat(chunks).toString('utf8')
    if (read > 0) chunks.push(Buffer.from(chunk.subarray(0, read)))
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
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
