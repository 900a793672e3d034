export const MODES = ['100644', '100755', '120000', '160000'] as const
export type Mode = (typeof MODES)[number]

/** What a tree holds at a path. `blob` is an object id of 40 or 64 hex; for mode 160000 it is the submodule's commit. */
export interface Entry {
  readonly mode: Mode
  readonly blob: string
}

/** One path that differs between base and target; null = the path does not exist there. Renames are a delete and an add. */
export interface Change {
  readonly path: string
  readonly before: Entry | null
  readonly after: Entry | null
}

export type Status = 'A' | 'M' | 'D' | 'T'

/** git's own letter for the change: T is a change of type (file, symlink, submodule). */
export function statusOf({ before, after }: Change): Status {
  if (before === null) return 'A'
  if (after === null) return 'D'
  return kindOf(before.mode) === kindOf(after.mode) ? 'M' : 'T'
}

export type EntryKind = 'file' | 'symlink' | 'submodule'

export function kindOf(mode: Mode): EntryKind {
  if (mode === '120000') return 'symlink'
  return mode === '160000' ? 'submodule' : 'file'
}

/** Names one state of a path: two entries are the same state if and only if their keys are equal. */
export function stateKey(entry: Entry | null): string {
  return entry === null ? '-' : `${entry.mode}:${entry.blob}`
}
