import { readChangedUnits, type UnitSources } from './changed-units.ts'
import { SIDECAR } from './core/sidecar.ts'
import type { UnitChanges } from './core/unit-change.ts'
import type { Comparison } from './git/types.ts'

/** What would land of a range, by unit, `.orchestration/` aside. */
export type RangeUnits =
  | ({ readonly kind: 'units' } & UnitChanges)
  | { readonly kind: 'too many'; readonly files: number }
  | { readonly kind: 'no parser' }

/** A range that is open for judging. */
interface Sources extends Pick<UnitSources, 'repo' | 'structures'> {
  readonly net: Comparison
}

/** `mostFiles`: of more nothing is told. */
export async function rangeUnits({ repo, structures, net }: Sources, mostFiles: number): Promise<RangeUnits> {
  const { snapshot, target } = net
  const code = snapshot.changes.filter(({ path }) => !path.startsWith(`${SIDECAR}/`))
  if (code.length > mostFiles) return { kind: 'too many', files: code.length }
  const found = await readChangedUnits(code, { repo, structures, target })
  const isBlind = found.linesOnly.some(({ why }) => why === 'parser')
  return isBlind ? { kind: 'no parser' } : { kind: 'units', ...found }
}
