import type { Ask } from '../ask.ts'
import { findChain } from '../edges.ts'
import type { Outcome, PathCase } from '../path-case.ts'

/** Step 2: edges of U lead from the base state to the target state: every step was traced. */
// biome-ignore lint/correctness/useYield: a step may ask; this one has all it needs
export function* chain({ change, usable }: PathCase): Ask<Outcome | null> {
  const used = findChain(usable, change.before, change.after)
  return used === null ? null : { how: 'chain', used }
}
