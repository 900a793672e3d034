import { type Change, kindOf } from './change.ts'
import type { Write } from './trace.ts'

/** A mode is never covered by lines: only by an edge that carries it. A new plain file has nothing to carry. */
export function isModeRecorded({ before, after }: Change, usable: readonly Write[]): boolean {
  if (after === null || after.mode === (before?.mode ?? '100644')) return true
  return usable.some(({ edge }) => edge?.after?.mode === after.mode && edge.before?.mode !== after.mode)
}

/** A file that becomes a symlink, a submodule that becomes a file, …: its lines are not what changed. */
export function isTypeChange({ before, after }: Change): boolean {
  return before !== null && after !== null && kindOf(before.mode) !== kindOf(after.mode)
}
