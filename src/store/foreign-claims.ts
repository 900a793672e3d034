import type { Contributor, HashedRange } from '../core/trace.ts'
import { printable } from './printable.ts'

/** What a line of another tool says about one path. */
export interface Claim {
  readonly path: string
  readonly intent: string | null
  readonly contributor: Contributor
  readonly model: string | null
  readonly tool: string | null
  readonly contentHash: string | null
  readonly ranges: readonly HashedRange[]
  readonly mutation?: 'AST_REFACTOR' | 'INTENT_EVOLUTION'
}

export interface Claims {
  readonly id: string | null
  readonly timestamp: string
  readonly claims: readonly Claim[]
  /** The first thing in the line that cannot be right, though the rest can be read. */
  readonly fault: string | null
}

const SHA256 = /^sha256:[0-9a-f]{64}$/i

/** A hash as other tools write it: ours, a wrong one of ours, or of a kind that is no evidence (murmur3). */
export function readHash(written: string): { readonly hash: string } | { readonly fault: string } | null {
  if (SHA256.test(written)) return { hash: written.toLowerCase() }
  return /^sha256:/i.test(written)
    ? { fault: `'${printable(written)}' is not sha256 and 64 hex digits` }
    : null
}

export interface WrittenRange {
  readonly start_line: number
  readonly end_line: number
  readonly content_hash?: string | null | undefined
}

export function readRanges(written: readonly WrittenRange[]): {
  readonly ranges: HashedRange[]
  readonly fault: string | null
} {
  const read = written.map(readRange)
  const faults = read.flatMap((range) => (range !== null && 'fault' in range ? [range.fault] : []))
  return {
    ranges: read.flatMap((range) => (range !== null && 'contentHash' in range ? [range] : [])),
    fault: faults[0] ?? null,
  }
}

function readRange(range: WrittenRange): HashedRange | { readonly fault: string } | null {
  const { start_line: startLine, end_line: endLine, content_hash } = range
  const read = readHash(content_hash ?? '')
  if (read === null) return null
  if ('fault' in read) return { fault: `content_hash ${read.fault}` }
  const isRange = startLine >= 1 && endLine >= startLine
  return isRange
    ? { startLine, endLine, contentHash: read.hash }
    : { fault: `lines ${startLine} to ${endLine} are no range` }
}

const KINDS: Readonly<Record<string, Contributor>> = { ai: 'ai', human: 'human', mixed: 'mixed' }

/** `ai`, `AI`, `Human`, … */
export function readContributor(written: string | undefined): Contributor {
  const kind = (written ?? '').toLowerCase()
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]! : 'unknown'
}

/** Tools are named by a word, or by an object with a name. */
export function readTool(
  written: string | { readonly name?: string | null | undefined } | null | undefined,
): string | null {
  return typeof written === 'string' ? written : (written?.name ?? null)
}

/** Whatever is not text is no id. */
export function readId(written: unknown): string | null {
  return typeof written === 'string' ? written : null
}
