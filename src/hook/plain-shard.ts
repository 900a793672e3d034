import { blobId } from '../core/digest.ts'
import { isPlainRecord } from '../core/plain-record.ts'
import type { TraceRecord, Write } from '../core/trace.ts'
import { lineHash, writesOf } from '../core/trace.ts'

/** Does this content have that object id? So a shard read from disk is known to be what the index holds. */
export function isBlob(bytes: Buffer, oid: string): boolean {
  return blobId(bytes, oid.length === 40 ? 'sha1' : 'sha256') === oid
}

/** The records of a shard in just the form our writer gives it, chain included; null = judge in full. */
export function readPlainShard(bytes: Buffer, file: string): Write[] | null {
  const text = bytes.toString('utf8')
  if (!text.endsWith('\n')) return null
  const writes: Write[] = []
  let previous: string | null = null
  for (const [at, line] of text.slice(0, -1).split('\n').entries()) {
    const record = readLine(line)
    if (record === null || record.previous !== previous) return null
    writes.push(...writesOf(record, { file, line: at + 1 }))
    previous = lineHash(line)
  }
  return writes
}

// Written again it must be the same line: so no key stands twice in it, and nothing is hidden in its spelling.
function readLine(line: string): TraceRecord | null {
  const value = parse(line)
  return isPlainRecord(value) && JSON.stringify(value) === line ? value : null
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Not JSON: the full judgement names the line.
    return null
  }
}
