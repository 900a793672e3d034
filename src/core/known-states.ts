import { type Ask, type Coded, digestsOfBytes, type Read, structuresOf } from './ask.ts'
import { type Entry, kindOf } from './change.ts'
import { splitLines } from './digest.ts'
import type { LaidOut } from './layout.ts'
import type { PathCase } from './path-case.ts'
import type { Unstructured } from './structure.ts'
import type { Write } from './trace.ts'

/** A path's target, and the states that its layout can be told from. */
export interface KnownStates {
  readonly kind: 'structured'
  readonly target: LaidOut
  /** null = there is none, or its syntax cannot be read. */
  readonly base: LaidOut | null
  /** Newest first. */
  readonly recorded: readonly LaidOut[]
}

interface Blind {
  readonly kind: 'unstructured'
  readonly why: Unstructured
}

// Each is parsed. A path with more states than this has been traced step by step anyway.
const MAX_STATES = 8

/** null = nobody has to ask: the policy denies formatters, or there is no file that one could have laid out. */
export function* knownStates(path: PathCase): Ask<KnownStates | Blind | null> {
  const { change, context } = path
  const after = codeOf(change.path, change.after)
  if (context.evidence.policy.formatters === 'deny' || after.length === 0) return null
  const base = codeOf(change.path, change.before)
  const codes = [...after, ...base, ...recordedStates(path).slice(0, MAX_STATES)]
  const [target, ...others] = yield* structuresOf(context.evidence, codes)
  if (target?.structure.kind !== 'structured')
    return { kind: 'unstructured', why: target?.structure.why ?? 'missing' }
  const read = others.map(layOut)
  return {
    kind: 'structured',
    target: layOut(target)!,
    base: base.length === 0 ? null : read[0]!,
    recorded: read.slice(base.length).filter((state) => state !== null),
  }
}

function layOut({ oid, content, structure }: Read): LaidOut | null {
  if (structure.kind === 'unstructured' || typeof content === 'string') return null
  const lines = digestsOfBytes(content)
  if (lines === null) return null
  const text = splitLines(content).map((line) => Buffer.from(line).toString('utf8'))
  return { oid, norm: `${structure.norm} ${opening(text)}`, unit: structure.unit, text, lines }
}

/**
 * What is read before a parser comes: a byte order mark, `#!` with its carriage return, what PHP sends before its tag. As long as
 * that is another one, nothing else is layout only.
 */
function opening(text: readonly string[]): string {
  return JSON.stringify(/^\uFEFF?(?:#![^\n]*\n?|\s*<\?)?/.exec(text.join(''))?.[0])
}

function codeOf(path: string, entry: Entry | null | undefined): Coded[] {
  return entry == null || kindOf(entry.mode) !== 'file' ? [] : [{ path, oid: entry.blob }]
}

/** Newest first. Those of other paths serve a path that this change creates, as their lines do. */
function recordedStates(path: PathCase): Coded[] {
  const { change, usable } = path
  const own = usable.toReversed().flatMap(resultOf)
  const others = change.before === null ? fromElsewhere(path) : []
  const distinct = new Map([...own, ...others].map((code) => [code.oid, code]))
  return [...distinct.values()].filter(({ oid }) => oid !== change.after?.blob && oid !== change.before?.blob)
}

function resultOf({ path, edge }: Write): Coded[] {
  return codeOf(path, edge?.after)
}

function fromElsewhere({ context, change, usable, mayServe }: PathCase): Coded[] {
  const serving = [...context.added.values()]
    .flat()
    .filter((one) => one.path !== change.path && mayServe(one))
  const origins = usable.flatMap(({ movedFrom }) => context.changes.get(movedFrom ?? '') ?? [])
  return [
    ...serving.toReversed().flatMap(resultOf),
    ...origins.flatMap((one) => codeOf(one.path, one.before)),
  ]
}

/** Why layout cannot be told from the rest here; null = it can, or nobody has to. */
export function* blindness(path: PathCase): Ask<Unstructured | null> {
  const known = yield* knownStates(path)
  return known?.kind === 'unstructured' ? known.why : null
}
