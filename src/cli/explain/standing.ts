import { settle } from '../../core/ask.ts'
import { standingOf } from '../../core/authority.ts'
import type { Coverage } from '../../core/coverage.ts'
import { spentWrites } from '../../core/edges.ts'
import type { Facts } from '../../core/rule.ts'
import { spentOf } from '../../core/spent.ts'
import type { Write } from '../../core/trace.ts'

/** A record of the path, and why it may or may not explain the change. */
export interface WeighedRecord {
  readonly write: Write
  /** null = it may be used. */
  readonly barred: string | null
}

/** Every record that names the path, each with what speaks against it: as the judge weighed them. */
export function weighRecords({ snapshot, evidence }: Facts, coverage: Coverage): WeighedRecord[] {
  const { change, named, contradictions } = coverage
  const known = evidence.loaded.records.get(change.path) ?? []
  const weighed = settle(spentOf(evidence, change, known))
  // Where the judge had no need to weigh the records, not all that this takes was loaded.
  const spent = weighed.kind === 'answer' ? weighed.value : spentWrites(known, change.before, null)
  const allowance = { evidence, operation: snapshot.operation, appendsLesson: 'no' } as const
  return named.map((write) => {
    const standing = standingOf(write, change.path, allowance)
    const contradiction = contradictions.find((entry) => entry.write === write)
    if (standing.kind === 'refused')
      return { write, barred: `${standing.refusal.rule}: ${standing.refusal.message}` }
    if (contradiction !== undefined) return { write, barred: `ledger-invalid: ${contradiction.message}` }
    return {
      write,
      barred: spent.has(write) ? 'spent: what it wrote already stands in the history of this file' : null,
    }
  })
}
