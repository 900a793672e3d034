import type { Change } from './change.ts'

export type SourceKind = 'staged' | 'commit' | 'range' | 'tree'

/** What was compared, for the report. Commits are full ids; `null` head = the index, `null` base = nothing (a root commit). */
export interface Source {
  readonly kind: SourceKind
  readonly base: string | null
  readonly head: string | null
  readonly mergeBases: readonly string[]
}

/** What git is in the middle of; while it is, nobody may be stranded. */
export type Operation = 'merge' | 'rebase' | 'cherry-pick' | 'revert' | null

/** Where the commands of remedies are read and where they are to run, as folders below the root: '' or 'sub/'. */
export interface Desk {
  readonly read: string
  /** The package that has the gate may lie elsewhere: npx finds it only from there. */
  readonly run: string
}

/** What is judged: every path that differs between a base and a target. */
export interface Snapshot {
  readonly source: Source
  /** local: a person's own machine, before it is shared. ci: where the verdict binds. */
  readonly place: 'local' | 'ci'
  readonly operation: Operation
  /** For a merge, base is the merge as git redoes it: what git did by itself is no change. */
  readonly changes: readonly Change[]
  /** Paths that the merge changed and that are git's own work. */
  readonly merged: readonly string[]
  /** Changed paths into whose base git wrote conflict markers: lines of those blocks may be deleted freely. */
  readonly conflicted: ReadonlySet<string>
  /** The commit message, where there is one yet. */
  readonly message: string | null
  /** The root, when absent. */
  readonly desk?: Desk
}
