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
  /** What git runs with; this process's environment when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** What would land of `base..head`, by unit, `.orchestration/` aside; null = the parser cannot be loaded here. */
export async function rangeUnits(
  cwd: string,
  { base, head, parser, env }: UnitsRequest,
): Promise<UnitChanges | null> {
  const repo = await openRepository(cwd, 'commits', env)
  const structures = createStructureReader(parser)
  try {
    const { snapshot, target } = await rangeComparison(repo, base, head, 'ci')
    const code = snapshot.changes.filter(({ path }) => !path.startsWith(`${SIDECAR}/`))
    const found = await readChangedUnits(code, { repo, structures, target })
    return found.linesOnly.some(({ why }) => why === 'parser') ? null : found
  } finally {
    structures.close()
    await repo.close()
  }
}
