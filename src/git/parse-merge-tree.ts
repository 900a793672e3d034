import { type Entry, MODES } from '../core/change.ts'
import { GateError } from '../core/error.ts'
import { decodePath } from '../core/path.ts'

/** What a conflicted path has on the two sides; null = that side has nothing there. */
export interface Sides {
  readonly ours: Entry | null
  readonly theirs: Entry | null
}

export interface MergeTree {
  readonly tree: string
  /** Paths that git could not merge. */
  readonly stages: ReadonlyMap<string, Sides>
  /** Paths that a conflict is about without being listed: a renamed folder, a file in a folder's way. */
  readonly named: ReadonlySet<string>
}

export interface TwoMerged extends MergeTree {
  /** Full commit ids; git labels conflicts with them. */
  readonly ours: string
  readonly theirs: string
  readonly clean: boolean
}

const STAGE = /^(\d{6}) ([0-9a-f]{40}|[0-9a-f]{64}) ([123])\t/

/**
 * Reads `git merge-tree --write-tree -z`: tree NUL, then for a conflict `mode oid stage TAB path` NUL …, NUL, and messages:
 * number of paths NUL, paths NUL …, kind NUL, text NUL.
 */
export function parseMergeTree(output: Buffer): MergeTree {
  const fields = fieldsOf(output)
  const tree = fields[0]?.toString('latin1') ?? ''
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tree)) throw unexpected('no tree')
  const end = fields.findIndex((field, at) => at > 0 && field.length === 0)
  // Advice on submodules may stand behind the messages, on stdout and without a NUL.
  if (end === -1 && output.at(-1) !== 0) throw unexpected('the last field does not end')
  const stop = end === -1 ? fields.length : end
  return { tree, stages: stagesOf(fields.slice(1, stop)), named: namedBy(fields.slice(stop + 1)) }
}

/** What ends in NUL. */
function fieldsOf(output: Buffer): Buffer[] {
  const fields: Buffer[] = []
  for (let start = 0, end = output.indexOf(0); end !== -1; start = end + 1, end = output.indexOf(0, start)) {
    fields.push(output.subarray(start, end))
  }
  return fields
}

function stagesOf(fields: readonly Buffer[]): Map<string, Sides> {
  const stages = new Map<string, Sides>()
  for (const field of fields) {
    const match = STAGE.exec(field.toString('latin1'))
    if (match === null) throw unexpected('a conflict without mode, id and stage')
    const path = decodePath(field.subarray(match[0].length))
    const sides = stages.get(path) ?? { ours: null, theirs: null }
    const entry = { mode: modeOf(match[1]!), blob: match[2]! }
    stages.set(path, {
      ours: match[3] === '2' ? entry : sides.ours,
      theirs: match[3] === '3' ? entry : sides.theirs,
    })
  }
  return stages
}

function modeOf(text: string): Entry['mode'] {
  const mode = MODES.find((known) => known === text)
  if (mode === undefined) throw unexpected(`mode ${text}`)
  return mode
}

function namedBy(fields: readonly Buffer[]): Set<string> {
  const named: Buffer[] = []
  for (let at = 0; at < fields.length; ) {
    const count = Number(fields[at]!.toString('latin1'))
    const kind = fields[at + 1 + count]
    if (!Number.isSafeInteger(count) || kind === undefined) throw unexpected('a message without its paths')
    if (isConflict(kind)) named.push(...fields.slice(at + 1, at + 1 + count))
    at += count + 3
  }
  return new Set(named.map(decodePath))
}

// The other kinds ('Auto-merging', 'Fast-forwarding submodule') tell of what went well.
function isConflict(kind: Buffer): boolean {
  return kind.toString('latin1').startsWith('CONFLICT')
}

function unexpected(detail: string): GateError {
  return new GateError('GIT_OUTPUT', { command: 'merge-tree', detail })
}
