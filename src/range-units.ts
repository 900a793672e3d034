import { readChangedUnits } from './changed-units.ts'
import { SIDECAR } from './core/sidecar.ts'
import type { UnitChanges } from './core/unit-change.ts'
import { rangeComparison } from './git/range.ts'
import { openRepository } from './git/repository.ts'
import { createStructureReader } from './structure/reader.ts'

export interface UnitsRequest {
  readonly base: string
  readonly head: string
  /** Absolute path of the built parser. */
  readonly parser: string
  /** Of more files than these nothing is told. */
  readonly mostFiles: number
  /** What git runs with; this process's environment when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** What would land of `base..head`, by unit, `.orchestration/` aside. */
export type RangeUnits =
  | ({ readonly kind: 'units' } & UnitChanges)
  | { readonly kind: 'too many'; readonly files: number }
  | { readonly kind: 'no parser' }

export async function rangeUnits(
  cwd: string,
  { base, head, parser, mostFiles, env }: UnitsRequest,
): Promise<RangeUnits> {
  const repo = await openRepository(cwd, 'commits', env)
  const structures = createStructureReader(parser)
  try {
    const { snapshot, target } = await rangeComparison(repo, base, head, 'ci')
    const code = snapshot.changes.filter(({ path }) => !path.startsWith(`${SIDECAR}/`))
    if (code.length > mostFiles) return { kind: 'too many', files: code.length }
    const found = await readChangedUnits(code, { repo, structures, target })
    const isBlind = found.linesOnly.some(({ why }) => why === 'parser')
    return isBlind ? { kind: 'no parser' } : { kind: 'units', ...found }
  } finally {
    structures.close()
    await repo.close()
  }
}
