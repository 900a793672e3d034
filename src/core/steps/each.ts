import { type Ask, eachOf } from '../ask.ts'
import type { Outcome, PathCase } from '../path-case.ts'

/** Step 8: the net of a range failed, but every commit of it that touches the path passes by itself. */
export function* each({ context: { snapshot, evidence }, change, records }: PathCase): Ask<Outcome | null> {
  if (snapshot.source.kind !== 'range') return null
  const verdict = yield* eachOf(evidence, change.path)
  // What was free is no less untraced: the judge says so, and lets it pass.
  if (verdict === null || verdict.free) return null
  // A later commit may have taken the record away again: once the range is squashed, nothing would tell of it.
  const there = new Set(records.map(({ id }) => id))
  if (!verdict.used.every((id) => there.has(id))) return null
  return { how: verdict.revert ? 'revert' : 'each', used: records }
}
