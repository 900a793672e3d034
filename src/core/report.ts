import type { Policy } from './policy.ts'
import type { Violation } from './rule.ts'
import type { Source } from './snapshot.ts'

export const HOWS = [
  'chain',
  'lines',
  'merge',
  'delete',
  'structure',
  'revert',
  'each',
  'file-hash',
  'exempt',
  'waived',
] as const
/** By which step of EVIDENCE.md a change is covered. */
export type How = (typeof HOWS)[number]

export interface LineRange {
  readonly line: number
  readonly endLine: number
}

export interface PathCoverage {
  readonly path: string
  readonly commit?: string
  readonly intents: readonly string[]
  readonly how: How | null
  /** Absent where no line had to be read: chained object ids already say everything. */
  readonly lines?: { readonly changed: number; readonly covered: number }
  readonly uncovered: readonly LineRange[]
}

/** Something the base policy lets pass, said aloud. */
export interface Exempted {
  readonly path: string
  readonly by: 'exemption' | 'waiver' | 'humans'
  readonly rule?: string
  readonly id?: string
  readonly reason: string
  readonly until?: string
  readonly commit?: string
}

export interface Report {
  readonly version: 1
  readonly verdict: 'pass' | 'fail'
  readonly mode: Policy['mode']
  /** The base has no `.orchestration/` yet: everything is reported, nothing blocks. */
  readonly bootstrap: boolean
  readonly source: Source & { readonly policy: string | null }
  /** Number of paths judged. */
  readonly checked: number
  readonly violations: readonly Violation[]
  readonly exempted: readonly Exempted[]
  readonly coverage: readonly PathCoverage[]
  /** One line each, said before the findings. */
  readonly notes: readonly string[]
}
