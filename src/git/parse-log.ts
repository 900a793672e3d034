import type { Change } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import { parseRawDiff } from './parse-raw-diff.ts'

export interface LoggedCommit {
  readonly id: string
  readonly parents: readonly string[]
  readonly message: string
  /** Against the first parent; everything, for a root commit. */
  readonly changes: readonly Change[]
}

/** What `git log` must be asked with, for `parseLog` to read it. */
export const LOG_ARGUMENTS = [
  ...['--raw', '-z', '--no-abbrev', '--no-renames', '--root'],
  '--ignore-submodules=none', // `.gitmodules` with ignore=all would hide that a submodule moved
  '--diff-merges=first-parent', // else a merge lists nothing, and whatever it smuggles in would pass
  ...['--no-color', '--no-notes', '--no-show-signature', '--no-mailmap'], // log.* settings that add text
  '--encoding=UTF-8',
  '--format=%H%x00%P%x00%B%x00',
]

const NEWLINE = 0x0a
const COLON = 0x3a
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/**
 * Reads id NUL parents NUL message NUL NUL per commit, followed where anything changed by a newline and `:… NUL path NUL`
 * per path. Neither a message nor a path can hold a NUL, so nothing in them can pass for another field.
 */
export function* parseLog(output: Buffer): Generator<LoggedCommit> {
  for (let at = 0; at < output.length; ) {
    const id = fieldAt(output, at)
    const parents = fieldAt(output, id.next)
    const message = fieldAt(output, parents.next)
    const terminator = fieldAt(output, message.next)
    if (!ID.test(id.text) || terminator.text !== '') throw unexpected('not a commit')
    const raw = rawAt(output, terminator.next)
    yield {
      id: id.text,
      parents: parents.text === '' ? [] : parents.text.split(' '),
      message: message.text,
      changes: parseRawDiff(raw.bytes),
    }
    at = raw.next
  }
}

interface Field {
  readonly text: string
  readonly next: number
}

function fieldAt(output: Buffer, start: number): Field {
  const end = output.indexOf(0, start)
  if (end === -1) throw unexpected('it ends within a commit')
  return { text: output.toString('utf8', start, end), next: end + 1 }
}

/** The raw diff that starts at `start`: as long as a field starts with a colon, it and the path after it belong to it. */
function rawAt(output: Buffer, start: number): { readonly bytes: Buffer; readonly next: number } {
  if (output[start] !== NEWLINE) return { bytes: output.subarray(start, start), next: start }
  let next = start + 1
  while (output[next] === COLON) next = fieldAt(output, fieldAt(output, next).next).next
  return { bytes: output.subarray(start + 1, next), next }
}

function unexpected(detail: string): GateError {
  return new GateError('GIT_OUTPUT', { command: 'log', detail })
}
