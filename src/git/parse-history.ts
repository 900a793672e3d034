import { type Entry, MODES } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import { decodePath } from '../core/path.ts'

/** One path in one commit of a log. */
export interface HistoryStep {
  readonly commit: string
  readonly path: string
  /** Per parent that it was compared with; null = not there. */
  readonly before: readonly (Entry | null)[]
  readonly after: Entry | null
}

/** What `git log` must be asked with. A merge as --diff-merges says: `combined` or `separate`. */
export const HISTORY = [
  ...['--raw', '-z', '--no-abbrev', '--no-renames', '--root', '--format=%H'],
  '--full-history', // a side branch whose work was undone again is history too
  '--ignore-submodules=none',
  ...['--no-color', '--no-notes', '--no-show-signature'],
]

const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const MODE_OR_ID = /^(?:[0-7]{6}|[0-9a-f]{40}|[0-9a-f]{64})$/

/**
 * Reads commit ids, each followed by records: `:mode mode id id STATUS`, path; with a colon, a mode, an id and a letter more for
 * every further parent. All end in NUL, and a path always follows its record, so no path can pass for anything else.
 */
export function createHistoryFeed(
  onStep: (step: HistoryStep) => 'more' | 'enough',
): (chunk: Buffer) => 'more' | 'enough' {
  let commit = ''
  let record: Omit<HistoryStep, 'path'> | null = null
  let rest: Buffer = Buffer.alloc(0)

  function field(bytes: Buffer): 'more' | 'enough' {
    if (record !== null) {
      const step = { ...record, path: decodePath(bytes) }
      record = null
      return onStep(step)
    }
    const text = bytes.toString('latin1').replace(/^\n/, '')
    if (text.startsWith(':')) record = parseRecord(commit, text)
    else if (ID.test(text)) commit = text
    else if (text !== '') throw unexpected(text)
    return 'more'
  }

  return (chunk) => {
    const output = Buffer.concat([rest, chunk])
    let at = 0
    for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, at)) {
      if (field(output.subarray(at, end)) === 'enough') return 'enough'
      at = end + 1
    }
    rest = output.subarray(at)
    return 'more'
  }
}

function parseRecord(commit: string, text: string): Omit<HistoryStep, 'path'> {
  const parents = /^:+/.exec(text)?.[0].length ?? 0
  const fields = text.slice(parents).split(' ')
  const status = fields.pop() ?? ''
  const known = fields.every((word) => MODE_OR_ID.test(word)) && /^[AMDT]+$/.test(status)
  if (!known || commit === '' || fields.length !== 2 * (parents + 1)) throw unexpected(text)
  const entries = Array.from({ length: parents + 1 }, (_, i) => entryOf(fields[i], fields[parents + 1 + i]))
  const after = entries.pop() ?? null
  return { commit, before: entries, after }
}

function entryOf(mode = '', id = ''): Entry | null {
  if (mode === '000000') return null
  const known = MODES.find((one) => one === mode)
  if (known === undefined) throw unexpected(`mode ${mode}`)
  return { mode: known, blob: id }
}

function unexpected(text: string): GateError {
  return new GateError('GIT_OUTPUT', { command: 'log', detail: JSON.stringify(text.slice(0, 120)) })
}
