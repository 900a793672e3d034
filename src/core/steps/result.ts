import type { Ask } from '../ask.ts'
import { type Change, kindOf } from '../change.ts'
import type { Outcome, PathCase } from '../path-case.ts'
import type { Write } from '../trace.ts'

/**
 * Step 3: a record in U deletes the path, whatever the base holds (upstream may have edited it), or it has just this
 * mode, link or submodule as its result.
 */
export function* result({ change, usable }: PathCase): Ask<Outcome | null> {
  const used = usable.filter((write) => deletes(write, change) || results(write, change))
  if (used.length === 0) return null
  return { how: change.after === null ? 'delete' : 'chain', used }
}

function deletes({ edge }: Write, { after }: Change): boolean {
  return after === null && edge !== null && edge.after === null
}

function results({ edge, operation }: Write, { before, after }: Change): boolean {
  if (after === null || edge?.after == null || edge.after.mode !== after.mode) return false
  if (operation === 'mode') return before?.blob === after.blob && kindOf(before.mode) === kindOf(after.mode)
  const isOpaque = kindOf(after.mode) !== 'file'
  return isOpaque && edge.after.blob === after.blob
}
