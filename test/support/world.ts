import { createHash } from 'node:crypto'
import { structuredPatch } from 'diff'
import { RE2JS } from 're2js'
import { settle } from '../../src/core/ask.ts'
import type { Change, Entry } from '../../src/core/change.ts'
import { cover } from '../../src/core/cover.ts'
import type { Coverage } from '../../src/core/coverage.ts'
import { contentHash, lineDigests } from '../../src/core/digest.ts'
import {
  type DiffHunk,
  diffKey,
  type EachVerdict,
  type Evidence,
  type KnownWrite,
  type Need,
} from '../../src/core/evidence.ts'
import type { Intent } from '../../src/core/intent.ts'
import { contextOf } from '../../src/core/path-case.ts'
import { type Policy, strictPolicy } from '../../src/core/policy.ts'
import type { Snapshot } from '../../src/core/snapshot.ts'
import { type FileStructure, structureKey } from '../../src/core/structure.ts'
import type { Hunk, Write } from '../../src/core/trace.ts'

/** One traced write; `null` = the file is absent. */
export interface TracedWrite {
  readonly before: string | null
  readonly after: string | null
  readonly path?: string
  readonly intent?: string
  /** The base's ledger holds it. */
  readonly inBase?: 'yes'
  readonly movedFrom?: string
  /** The commit that brought it to the base: the place of its state in `past`, the base's own coming last. */
  readonly born?: number
}

/** A change to `src/a` judged in memory, by what a loader would find in a repository. */
export interface Scenario {
  readonly base: string | null
  readonly target: string | null
  readonly writes: readonly TracedWrite[]
  /** Commits between base and target. */
  readonly between?: readonly (string | null)[]
  /** Contents the path has elsewhere (index, working tree). */
  readonly states?: readonly string[]
  /** Contents the path had in the base's history since the records came; the base itself is always there. */
  readonly past?: readonly (string | null)[]
  readonly others?: readonly {
    readonly path: string
    readonly base: string | null
    readonly target: string | null
  }[]
  readonly intents?: readonly Intent[]
  readonly policy?: Partial<Policy>
  readonly place?: 'local' | 'ci'
  /** The syntax of a text; when absent, no text has any. */
  readonly structureIn?: (text: string) => FileStructure
}

export const PATH = 'src/a'
export const intent: Intent = { id: 'INT-1', name: 'work', status: 'IN_PROGRESS', owned_scope: ['src/**'] }

export function oidOf(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')
}

export function entryOf(text: string | null): Entry | null {
  return text === null ? null : { mode: '100644', blob: oidOf(text) }
}

export function diffLines(before: string, after: string): DiffHunk[] {
  return structuredPatch('', '', before, after, '', '', { context: 0 }).hunks.map((hunk) => [
    hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart,
    hunk.oldLines,
    hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart,
    hunk.newLines,
  ])
}

export function hunksOf(before: string | null, after: string | null): Hunk[] {
  const [old, now] = [lineDigests(Buffer.from(before ?? '')), lineDigests(Buffer.from(after ?? ''))]
  const cut = (lines: string[], start: number, count: number) =>
    count === 0 ? [] : lines.slice(start - 1, start - 1 + count)
  return diffLines(before ?? '', after ?? '').map((at) => ({
    at,
    removed: cut(old, at[0], at[1]),
    added: cut(now, at[2], at[3]),
  }))
}

function writeOf(
  { before, after, path = PATH, intent: id = 'INT-1', movedFrom }: TracedWrite,
  index: number,
): Write {
  return {
    id: idOf(index),
    intent: id,
    contributor: 'ai',
    model: null,
    tool: 'test',
    call: null,
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
    path,
    operation: 'modify',
    edge: { before: entryOf(before), after: entryOf(after) },
    contentHash: after === null ? null : contentHash(Buffer.from(after)),
    hunks: hunksOf(before, after),
    ranges: [],
    movedFrom: movedFrom ?? null,
    movedTo: null,
    mutation: null,
    place: { file: '.orchestration/agent_trace/2026-01/01-0000000000000000-aaaaaa.jsonl', line: index + 1 },
  }
}

function idOf(index: number): string {
  return `00000000-0000-8000-8000-${String(index).padStart(12, '0')}`
}

/** Another order of the ledger's lines. */
export type Disturb = (known: readonly KnownWrite[]) => readonly KnownWrite[]

/** Runs the coverage of `src/a` with an in-memory loader. */
export function coverScenario(scenario: Scenario, disturb: Disturb = (known) => known): Coverage {
  const world = createWorld(scenario, disturb)
  for (let round = 0; round < 50; round++) {
    const answer = settle(cover(contextOf(world.snapshot, world.evidence), world.change))
    if (answer.kind === 'answer') return answer.value
    for (const need of answer.needs) world.load(need)
  }
  throw new Error('never settles')
}

function withoutSyntax(): FileStructure {
  return { kind: 'unstructured', why: 'language' }
}

function createWorld(scenario: Scenario, disturb: Disturb) {
  const texts = new Map<string, string>()
  const remember = (text: string | null | undefined) => {
    if (text != null) texts.set(oidOf(text), text)
  }
  const { base, target, writes, between = [], states = [], past = [], others = [] } = scenario
  const structureIn = scenario.structureIn ?? withoutSyntax
  for (const text of [base, target, ...between, ...states, ...past]) remember(text)
  for (const write of writes) for (const text of [write.before, write.after]) remember(text)
  for (const other of others) for (const text of [other.base, other.target]) remember(text)
  const known = disturb(
    writes.map((write, index) => ({ write: writeOf(write, index), inBase: write.inBase === 'yes' })),
  )
  const born = [...new Set(writes.flatMap((write) => write.born ?? []))]
  const change: Change = { path: PATH, before: entryOf(base), after: entryOf(target) }
  const changes = [
    change,
    ...others.map((other) => ({
      path: other.path,
      before: entryOf(other.base),
      after: entryOf(other.target),
    })),
  ]
  const loaded = {
    records: new Map(),
    blobs: new Map(),
    diffs: new Map(),
    history: new Map(),
    states: new Map(),
    undo: new Map(),
    each: new Map(),
    names: new Map(),
    ledger: null,
    recorded: new Map(),
    structures: new Map(),
    outlines: null,
    unitChanges: null,
    patterns: RE2JS,
  }
  const declared = new Map((scenario.intents ?? [intent]).map((one) => [one.id, one]))
  const evidence: Evidence = {
    policy: { ...strictPolicy, ...scenario.policy },
    policyBlob: null,
    intents: { base: declared, head: declared },
    adopted: { base: true, target: true },
    ledger: {
      added: known.filter(({ inBase }) => !inBase).map(({ write }) => write),
      problems: [],
      lost: [],
      lossIsRevert: false,
    },
    loaded,
    today: '2026-06-01',
    author: null,
  }
  const snapshot: Snapshot = {
    source: { kind: between.length > 0 ? 'range' : 'staged', base: null, head: null, mergeBases: [] },
    place: scenario.place ?? 'local',
    operation: null,
    changes,
    merged: [],
    conflicted: new Set(),
    message: null,
  }
  const eachVerdict = (): EachVerdict => {
    const steps = [base, ...between, target]
    let revert = false
    for (let at = 1; at < steps.length; at++) {
      if (steps[at - 1] === steps[at]) continue
      const one = coverScenario({ ...scenario, base: steps[at - 1]!, target: steps[at]!, between: [] })
      if (one.how === null) return null
      revert ||= one.how === 'revert'
    }
    return { revert, free: false, used: [] }
  }
  const load = (need: Need): void => {
    if (need.kind === 'records')
      loaded.records.set(
        need.path,
        known.filter(({ write }) => write.path === need.path),
      )
    else if (need.kind === 'blob') loaded.blobs.set(need.oid, Buffer.from(texts.get(need.oid)!))
    else if (need.kind === 'recorded') loaded.recorded.set(need.oid, Buffer.from(texts.get(need.oid)!))
    else if (need.kind === 'structure')
      loaded.structures.set(structureKey(need.path, need.oid), structureIn(texts.get(need.oid)!))
    else if (need.kind === 'diff')
      loaded.diffs.set(
        diffKey(need.from, need.to),
        diffLines(
          need.from === null ? '' : texts.get(need.from)!,
          need.to === null ? '' : texts.get(need.to)!,
        ),
      )
    else if (need.kind === 'history')
      loaded.history.set(need.path, {
        states: [...past, base].map((text, order) => ({ entry: entryOf(text), order })),
        birthChanges: born.map((order) => ({
          order,
          before: entryOf([...past, base][order - 1] ?? null),
          after: entryOf([...past, base][order] ?? null),
        })),
        births: new Map(writes.map((write, at) => [idOf(at), write.born ?? 0])),
      })
    else if (need.kind === 'states')
      loaded.states.set(
        need.path,
        [base, target, ...between, ...states].filter((text) => text !== null).map(oidOf),
      )
    else if (need.kind === 'undo') loaded.undo.set(need.path, false)
    else if (need.kind === 'each') loaded.each.set(need.path, eachVerdict())
    else throw new Error(`unexpected need ${need.kind}`)
  }
  return { change, snapshot, evidence, load }
}
