import { isBinary, lineDigests } from './digest.ts'
import {
  type Content,
  type DiffHunk,
  diffKey,
  type EachVerdict,
  type Evidence,
  type History,
  type KnownWrite,
  type Need,
} from './evidence.ts'
import { type FileStructure, structureKey } from './structure.ts'

/**
 * A question that may need something loaded first: it yields what it needs and is asked again, from the start, once
 * that is there. So judging stays pure, and nobody can forget to wait for an answer.
 */
export type Ask<T> = Generator<readonly Need[], T, void>

export type Answer<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'needs'; readonly needs: readonly Need[] }

export function settle<T>(question: Ask<T>): Answer<T> {
  const step = question.next()
  return step.done === true ? { kind: 'answer', value: step.value } : { kind: 'needs', needs: step.value }
}

function* known<T>(value: T | undefined, need: Need): Ask<T> {
  if (value !== undefined) return value
  yield [need]
  // Only reached if the asker went on without loading what was needed: judging on would be guessing.
  throw new Error(`resumed without ${need.kind}`)
}

/** Asks for blobs that are going to be read, all at once: one by one, each would cost a round. */
export function* expectBlobs(evidence: Evidence, oids: readonly string[]): Ask<void> {
  const open = oids.filter((oid) => !evidence.loaded.blobs.has(oid))
  if (open.length > 0) yield Array.from(new Set(open), (oid) => ({ kind: 'blob', oid }) as const)
}

export function* recordsOf(evidence: Evidence, path: string): Ask<readonly KnownWrite[]> {
  return yield* known(evidence.loaded.records.get(path), { kind: 'records', path })
}

export function* contentOf(evidence: Evidence, oid: string): Ask<Content> {
  return yield* known(evidence.loaded.blobs.get(oid), { kind: 'blob', oid })
}

export function* diffOf(
  evidence: Evidence,
  from: string | null,
  to: string | null,
): Ask<readonly DiffHunk[]> {
  return yield* known(evidence.loaded.diffs.get(diffKey(from, to)), { kind: 'diff', from, to })
}

export function* historyOf(evidence: Evidence, path: string): Ask<History> {
  return yield* known(evidence.loaded.history.get(path), { kind: 'history', path })
}

export function* statesOf(evidence: Evidence, path: string): Ask<readonly string[]> {
  return yield* known(evidence.loaded.states.get(path), { kind: 'states', path })
}

export function* undoOf(evidence: Evidence, path: string): Ask<boolean> {
  return yield* known(evidence.loaded.undo.get(path), { kind: 'undo', path })
}

export function* eachOf(evidence: Evidence, path: string): Ask<EachVerdict> {
  return yield* known(evidence.loaded.each.get(path), { kind: 'each', path })
}

/** A content under a path, whose ending says its language. */
export interface Coded {
  readonly path: string
  readonly oid: string
}

export interface Stated extends Coded {
  readonly content: Content
}

/** Contents of recorded states, all loaded at once. */
export function* statedContents(evidence: Evidence, codes: readonly Coded[]): Ask<readonly Stated[]> {
  const { recorded } = evidence.loaded
  const open = codes.filter(({ oid }) => !recorded.has(oid))
  if (open.length > 0) yield open.map(({ oid }) => ({ kind: 'recorded', oid }) as const)
  return codes.map(({ path, oid }) => ({ path, oid, content: recorded.get(oid)! }))
}

/** Their structures, all loaded at once. */
export function* structuresOf(evidence: Evidence, codes: readonly Coded[]): Ask<readonly FileStructure[]> {
  const { structures } = evidence.loaded
  const open = codes.filter(({ path, oid }) => !structures.has(structureKey(path, oid)))
  if (open.length > 0) yield open.map(({ path, oid }) => ({ kind: 'structure', path, oid }) as const)
  return codes.map(({ path, oid }) => structures.get(structureKey(path, oid))!)
}

/** A blob as line digests; null where lines say nothing: binary, too large, missing. An absent file has no lines. */
export function* digestsOf(evidence: Evidence, oid: string | null): Ask<readonly string[] | null> {
  if (oid === null) return []
  const content = yield* contentOf(evidence, oid)
  if (typeof content === 'string') return null
  return digestsOfBytes(content)
}

const digested = new WeakMap<Uint8Array, readonly string[] | null>()

/** Remembered per content: a question that is asked again would hash every line again. */
export function digestsOfBytes(bytes: Uint8Array): readonly string[] | null {
  const before = digested.get(bytes)
  if (before !== undefined) return before
  const digests = isBinary(bytes) ? null : lineDigests(bytes)
  digested.set(bytes, digests)
  return digests
}
