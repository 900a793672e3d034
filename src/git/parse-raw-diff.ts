import { type Change, type Entry, MODES, type Mode } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import { decodePath } from '../core/path.ts'

/** One record of raw output, and where the next one begins. */
export interface RawRecord {
  readonly change: Change
  readonly unmerged: boolean
  readonly next: number
}

const HEADER = /^:([0-7]{6}) ([0-7]{6}) ([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) ([A-Z])$/
const NO_MODE = '000000'

/**
 * Reads `--raw -z --no-abbrev --no-renames`: `:mode mode id id STATUS\0path\0`, repeated. Renames are off on purpose: both ends
 * of a move must be in scope. Throws UNMERGED, and GIT_OUTPUT for anything else that is not exactly this.
 */
export function parseRawDiff(output: Buffer): Change[] {
  const { changes, unmerged } = parseRawRecords(output)
  if (unmerged.length > 0) throw new GateError('UNMERGED', { paths: unmerged.slice(0, 10).join(', ') })
  return changes
}

/** As `parseRawDiff`, with the unmerged paths told apart. */
export function parseRawRecords(output: Buffer): { readonly changes: Change[]; readonly unmerged: string[] } {
  const changes: Change[] = []
  const unmerged: string[] = []
  for (let at = 0; at < output.length; ) {
    const record = parseRawRecord(output, at)
    if (record.unmerged) unmerged.push(record.change.path)
    else changes.push(record.change)
    at = record.next
  }
  return { changes, unmerged }
}

/** Reads the record that begins at `at`; also within `git log --raw -z`. */
export function parseRawRecord(output: Buffer, at: number): RawRecord {
  const headerEnd = output.indexOf(0, at)
  const pathEnd = headerEnd === -1 ? -1 : output.indexOf(0, headerEnd + 1)
  if (pathEnd === -1) throw unexpected('a record without its end', output, at)
  const header = output.toString('latin1', at, headerEnd)
  const [, oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = HEADER.exec(header) ?? []
  const path = decodePath(output.subarray(headerEnd + 1, pathEnd))
  if (status === '' || path === '') throw unexpected('no record', output, at)
  const next = pathEnd + 1
  if (status === 'U') return { change: { path, before: null, after: null }, unmerged: true, next }
  const change = { path, before: entryOf(oldMode, oldId), after: entryOf(newMode, newId) }
  if (!isPossible(status, change)) throw unexpected(`status ${status}`, output, at)
  return { change, unmerged: false, next }
}

function entryOf(mode: string, id: string): Entry | null {
  const isNull = id.startsWith('0') && /^0+$/.test(id)
  if (mode === NO_MODE && isNull) return null
  if (isMode(mode) && !isNull) return { mode, blob: id }
  throw new GateError('GIT_OUTPUT', { command: 'diff --raw', detail: `mode ${mode} with object ${id}` })
}

function isMode(mode: string): mode is Mode {
  return (MODES as readonly string[]).includes(mode) // widened, since includes() only takes what it would find
}

/** A letter we do not know is not a change we understand. */
function isPossible(status: string, { before, after }: Change): boolean {
  if (status === 'A') return before === null && after !== null
  if (status === 'D') return before !== null && after === null
  return (status === 'M' || status === 'T') && before !== null && after !== null
}

function unexpected(what: string, output: Buffer, at: number): GateError {
  const start = JSON.stringify(output.toString('latin1', at, at + 120))
  return new GateError('GIT_OUTPUT', { command: 'diff --raw', detail: `${what} at byte ${at}: ${start}` })
}

/** As `parseRawDiff`, of the index: git takes one that is cut as it is, and lists what cannot be. Throws INDEX_DAMAGED, UNMERGED. */
export function parseStagedDiff(output: Buffer): Change[] {
  try {
    return parseRawDiff(output)
  } catch (error) {
    if (!(error instanceof GateError) || error.code !== 'GIT_OUTPUT') throw error
    throw new GateError('INDEX_DAMAGED', { detail: error.message }, { cause: error })
  }
}
