import { type Ask, type Coded, digestsOfBytes, type Stated, statedContents, structuresOf } from './ask.ts'
import { type Entry, kindOf } from './change.ts'
import { splitLines } from './digest.ts'
import { isForeign } from './foreign.ts'
import type { LaidOut, Written } from './layout.ts'
import type { PathCase } from './path-case.ts'
import type { FileStructure, Unstructured } from './structure.ts'
import type { Write } from './trace.ts'

/** A path's target, and the states that its layout can be told from. */
interface States<S extends Written> {
  readonly target: S
  /** null = there is none, or it cannot be read. */
  readonly base: S | null
  /** Newest first. */
  readonly recorded: readonly S[]
}

export interface KnownStates extends States<LaidOut> {
  readonly kind: 'structured'
}

/** More than the layout differs, as the words say by themselves: no parser was asked. */
interface Foreign extends States<Written> {
  readonly kind: 'foreign'
}

interface Blind {
  readonly kind: 'unstructured'
  readonly why: Unstructured
}

// Each is parsed. A path with more states than this has been traced step by step anyway.
const MAX_STATES = 8

/** null = nobody has to ask: the policy denies formatters, or there is no file that one could have laid out. */
export function* knownStates(path: PathCase): Ask<KnownStates | Foreign | Blind | null> {
  const { change, context } = path
  const after = codeOf(change.path, change.after)
  if (context.evidence.policy.formatters === 'deny' || after.length === 0) return null
  const base = codeOf(change.path, change.before)
  const codes = [...after, ...base, ...recordedStates(path).slice(0, MAX_STATES)]
  const written = (yield* statedContents(context.evidence, codes)).map(linesIn)
  const [target, ...others] = written
  if (target != null && (yield* isForeign(path, target, others.filter(isReadable))))
    return { kind: 'foreign', target, ...known(others, base.length) }
  const structures = yield* structuresOf(context.evidence, codes)
  const [laidOut, ...states] = written.map((one, at) => layOut(one, structures[at]!))
  if (laidOut == null) return { kind: 'unstructured', why: whyNot(structures[0]!) }
  return { kind: 'structured', target: laidOut, ...known(states, base.length) }
}

function known<S extends Written>(others: readonly (S | null)[], bases: number): Omit<States<S>, 'target'> {
  const base = bases === 0 ? null : others[0]!
  return { base, recorded: others.slice(bases).filter(isReadable) }
}

function isReadable<S>(state: S | null): state is S {
  return state !== null
}

// Structured without lines is a text that git takes for binary.
function whyNot(structure: FileStructure): Unstructured {
  return structure.kind === 'unstructured' ? structure.why : 'encoding'
}

function linesIn({ oid, content }: Stated): Written | null {
  if (typeof content === 'string') return null
  const lines = digestsOfBytes(content)
  if (lines === null) return null
  return { oid, text: textIn(content), lines }
}

const decoded = new WeakMap<Uint8Array, readonly string[]>()

/** Remembered per content: a question is asked again, and the words are remembered per text. */
function textIn(content: Uint8Array): readonly string[] {
  const text = decoded.get(content) ?? splitLines(content).map((line) => Buffer.from(line).toString('utf8'))
  decoded.set(content, text)
  return text
}

function layOut(written: Written | null, structure: FileStructure): LaidOut | null {
  if (structure.kind === 'unstructured' || written === null) return null
  return { ...written, norm: `${structure.norm} ${opening(written.text)}`, unit: structure.unit }
}

/**
 * What is read before a parser comes: a byte order mark, `#!` with its carriage return, what PHP sends before its tag, in which of
 * the first two lines Python and Ruby are told an encoding. As long as that is another one, nothing else is layout only.
 */
function opening(text: readonly string[]): string {
  const first = /^\uFEFF?(?:#![^\n]*\n?|\s*<\?)?/.exec(text.join(''))?.[0]
  const encodings = [0, 1].map((at) => /^\s*#.*?coding[:=]\s*([-\w.]+)/i.exec(text[at] ?? '')?.[1])
  return JSON.stringify([first, ...encodings])
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
