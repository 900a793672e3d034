import { GateError } from '../../core/error.ts'
import { decodePath } from '../../core/path.ts'

/** One ref that a push would move, make or delete. */
export interface ReceivedRef {
  /** Full name. */
  readonly name: string
  /** The object it would name; null = it would be deleted. */
  readonly tip: string | null
}

// The first id, where the ref stands now, is the pusher's word: the repository itself is asked.
const LINE = /^(?:[0-9a-f]{40}|[0-9a-f]{64}) (?<tip>[0-9a-f]{40}|[0-9a-f]{64}) (?<name>refs\/[^ ]+)$/

/** What git writes to pre-receive: `<old id> <new id> <ref>` per line. Throws GIT_OUTPUT. */
export async function readReceivedRefs(stdin: AsyncIterable<Uint8Array>): Promise<ReceivedRef[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stdin) chunks.push(chunk)
  const lines = decodePath(Buffer.concat(chunks)).split('\n')
  // A wrapper that has read stdin itself leaves nothing to judge, which is no pass.
  if (lines.length < 2 || lines.pop() !== '') throw unreadable('no whole line on stdin')
  return lines.map(readLine)
}

function readLine(line: string): ReceivedRef {
  const { tip, name } = LINE.exec(line)?.groups ?? {}
  if (tip === undefined || name === undefined) throw unreadable(JSON.stringify(line.slice(0, 200)))
  return { name, tip: /^0+$/.test(tip) ? null : tip }
}

function unreadable(detail: string): GateError {
  return new GateError('GIT_OUTPUT', { command: 'receive-pack', detail })
}
