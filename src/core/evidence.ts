import type { Entry } from './change.ts'
import type { Intents } from './intent.ts'
import type { Outlines } from './outline.ts'
import type { Policy } from './policy.ts'
import type { FileStructure } from './structure.ts'
import type { LedgerPlace, Write } from './trace.ts'
import type { UnitChanges } from './unit-change.ts'

/** A line of the ledger that cannot be believed, with what to do about it. */
export interface LedgerProblem {
  readonly place: LedgerPlace
  readonly message: string
  readonly remedy: string
}

/** Lines of the base's ledger that the target no longer holds, per ledger file. */
export interface LedgerLoss {
  readonly file: string
  /** In the base; counts from 1. */
  readonly line: number
  readonly id: string | null
}

export interface Ledger {
  /** Records the target's ledger holds and the base's does not. */
  readonly added: readonly Write[]
  /** In the added lines only: what is in the base was judged when it came. */
  readonly problems: readonly LedgerProblem[]
  readonly lost: readonly LedgerLoss[]
  /** The whole change, ledger included, is an exact revert as git redoes it: its losses are allowed. */
  readonly lossIsRevert: boolean
}

/** A record found in the whole ledger. One that the base already holds may be spent. */
export interface KnownWrite {
  readonly write: Write
  readonly inBase: boolean
}

export type Content = Uint8Array | 'missing' | 'large'

/** A hunk of git's histogram diff, without digests. */
export type DiffHunk = readonly [oldStart: number, oldCount: number, newStart: number, newCount: number]

/** A state that a path had in the base's history. Orders count commits, oldest first. */
export interface PastState {
  readonly entry: Entry | null
  readonly order: number
}

/** What a commit that brought records did to the path. A merge has one per parent that had it otherwise. */
export interface BirthChange {
  readonly order: number
  readonly before: Entry | null
  readonly after: Entry | null
}

export interface History {
  readonly states: readonly PastState[]
  readonly birthChanges: readonly BirthChange[]
  /** Record id → order of the commit that brought the record. */
  readonly births: ReadonlyMap<string, number>
}

/** How the commits of a range that touch a path were covered, one by one; null = at least one was not, nor free to. */
export type EachVerdict = {
  readonly revert: boolean
  /** Mode ratchet: a commit changed it before a record named it. */
  readonly free: boolean
  /** Ids of the path's records that they were covered by. */
  readonly used: readonly string[]
} | null

/** What a verdict may still need. `check.ts` loads it and judges again. */
export type Need =
  | { readonly kind: 'records'; readonly path: string }
  | { readonly kind: 'blob'; readonly oid: string }
  | { readonly kind: 'diff'; readonly from: string | null; readonly to: string | null }
  | { readonly kind: 'history'; readonly path: string }
  | { readonly kind: 'states'; readonly path: string }
  | { readonly kind: 'undo'; readonly path: string }
  | { readonly kind: 'each'; readonly path: string }
  /** `folder`: '' or 'src/lib/'. */
  | { readonly kind: 'names'; readonly folder: string }
  | { readonly kind: 'ledger' }
  /** What stands in the target's files that the ledger names. */
  | { readonly kind: 'outlines' }
  /** The whole change set, by unit. */
  | { readonly kind: 'unit-changes' }
  /** The content of a recorded state, where git or this working tree still has it. */
  | { readonly kind: 'recorded'; readonly oid: string }
  /** The engine for forbid_pattern: few intents have one, and every check would pay for its loading. */
  | { readonly kind: 'patterns' }
  /** `path` says the language. */
  | { readonly kind: 'structure'; readonly path: string; readonly oid: string }

/** What has been loaded so far; an absent key has not been asked for. */
export interface Loaded {
  /** Every record that names the path, in the base's, the target's and the range's ledger. */
  readonly records: ReadonlyMap<string, readonly KnownWrite[]>
  readonly blobs: ReadonlyMap<string, Content>
  readonly diffs: ReadonlyMap<string, readonly DiffHunk[]>
  readonly history: ReadonlyMap<string, History>
  /** Blobs the path has elsewhere: HEAD, index, working tree, commits of the range. */
  readonly states: ReadonlyMap<string, readonly string[]>
  /** Redoing the revert of a commit reproduces this path. */
  readonly undo: ReadonlyMap<string, boolean>
  readonly each: ReadonlyMap<string, EachVerdict>
  /** What lies directly in a folder of the target: files by path, folders with a `/` at their end. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** Every record of the target; null = not loaded. */
  readonly ledger: readonly Write[] | null
  /** Contents of recorded states. Before a commit also those that only this working tree keeps. */
  readonly recorded: ReadonlyMap<string, Content>
  /** By `structureKey`. */
  readonly structures: ReadonlyMap<string, FileStructure>
  /** parser = it cannot be loaded here; null = not loaded. */
  readonly outlines: Outlines | 'parser' | null
  /** null = not loaded. */
  readonly unitChanges: UnitChanges | null
  /** null = not loaded. */
  readonly patterns: PatternEngine | null
}

/** RE2: linear in the length of pattern and text. */
export interface PatternEngine {
  /** Throws for what is no pattern. */
  compile(pattern: string): Pattern
}

export interface Pattern {
  test(text: string): boolean
  /** Steps that a character takes, at most. */
  programSize(): number
}

export function diffKey(from: string | null, to: string | null): string {
  return `${from ?? '-'}..${to ?? '-'}`
}

/** What a change is judged by, read from the trees that are judged. */
export interface Evidence {
  readonly policy: Policy
  /** Blob id of the policy that holds; null = no file, strict defaults. */
  readonly policyBlob: string | null
  readonly intents: { readonly base: Intents; readonly head: Intents }
  /** Does `.orchestration/` exist there? */
  readonly adopted: { readonly base: boolean; readonly target: boolean }
  readonly ledger: Ledger
  readonly loaded: Loaded
  /** YYYY-MM-DD, UTC: waivers and exemptions hold until the end of their day. */
  readonly today: string
  /** The pull request's author by the forge's event; null where there is none. */
  readonly author: string | null
}
