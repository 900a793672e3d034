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

/** Reads what `git log` printed. Throws GIT_OUTPUT where it is not whole. */
export function* parseLog(output: Buffer): Generator<LoggedCommit> {
  const parser = createLogParser()
  yield* parser.push(output)
  yield* parser.end()
}

/** The same, as it comes. */
export interface LogParser {
  /** The commits that are whole with this chunk. */
  push(chunk: Buffer): LoggedCommit[]
  end(): LoggedCommit[]
}

export function createLogParser(): LogParser {
  let parts: Buffer[] = []
  let length = 0
  let needed = 1
  return {
    push(chunk) {
      parts.push(chunk)
      length += chunk.length
      if (length < needed) return []
      const output = Buffer.concat(parts)
      const { commits, next } = commitsIn(output)
      parts = [output.subarray(next)]
      length = output.length - next
      // A commit of very many files would else be read from its start with every chunk.
      needed = 2 * length
      return commits
    },
    end() {
      const output = Buffer.concat(parts)
      const { commits, next } = commitsIn(output)
      const last = next === output.length ? null : commitAt(output, next)
      if (last !== null) return [...commits, last.commit]
      if (next < output.length) throw unexpected('it ends within a commit')
      return commits
    },
  }
}

/** All but the last one, which may go on: another path, or the rest of this one. */
function commitsIn(output: Buffer): { readonly commits: LoggedCommit[]; readonly next: number } {
  const commits: LoggedCommit[] = []
  let next = 0
  for (;;) {
    const read = commitAt(output, next)
    if (read === null || read.next === output.length) return { commits, next }
    commits.push(read.commit)
    next = read.next
  }
}

/**
 * Reads id NUL parents NUL message NUL NUL per commit, followed where anything changed by a newline and `:… NUL path NUL`
 * per path. Neither a message nor a path can hold a NUL, so nothing in them can pass for another field. null = it is cut off.
 */
function commitAt(
  output: Buffer,
  at: number,
): { readonly commit: LoggedCommit; readonly next: number } | null {
  const [id, parents, message, terminator] = fieldsAt(output, at, 4)
  if (id === undefined || parents === undefined || message === undefined || terminator === undefined)
    return null
  if (!ID.test(id.text) || terminator.text !== '') throw unexpected('not a commit')
  const raw = rawAt(output, terminator.next)
  if (raw === null) return null
  const commit = {
    id: id.text,
    parents: parents.text === '' ? [] : parents.text.split(' '),
    message: message.text,
    changes: parseRawDiff(raw.bytes),
  }
  return { commit, next: raw.next }
}

interface Field {
  readonly text: string
  readonly next: number
}

/** As many as are whole. */
function fieldsAt(output: Buffer, start: number, count: number): Field[] {
  const fields: Field[] = []
  for (let at = start; fields.length < count; ) {
    const end = output.indexOf(0, at)
    if (end === -1) break
    fields.push({ text: output.toString('utf8', at, end), next: end + 1 })
    at = end + 1
  }
  return fields
}

/** The raw diff that starts at `start`: as long as a field starts with a colon, it and the path after it belong to it. */
function rawAt(output: Buffer, start: number): { readonly bytes: Buffer; readonly next: number } | null {
  if (output[start] !== NEWLINE) return { bytes: output.subarray(start, start), next: start }
  let next = start + 1
  while (output[next] === COLON) {
    const header = output.indexOf(0, next)
    const path = header === -1 ? -1 : output.indexOf(0, header + 1)
    if (path === -1) return null
    next = path + 1
  }
  return { bytes: output.subarray(start + 1, next), next }
}

function unexpected(detail: string): GateError {
  return new GateError('GIT_OUTPUT', { command: 'log', detail })
}
