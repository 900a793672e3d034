import type { LedgerProblem } from '../core/evidence.ts'
import type { LedgerPlace } from '../core/trace.ts'
import { TRACE_AGAIN } from './dialects.ts'
import type { LedgerLine } from './ledger-lines.ts'
import { printable } from './printable.ts'
import { saysTheSame } from './record-content.ts'

/** An id that stands for two different records. */
export interface Conflict {
  readonly id: string
  readonly place: LedgerPlace
  readonly first: LedgerPlace
}

interface Placed {
  readonly file: string
  readonly line: Pick<LedgerLine, 'id' | 'said' | 'line'>
}

export function conflictsAmong(placed: readonly Placed[]): Conflict[] {
  const firsts = new Map<string, Placed>()
  const conflicts: Conflict[] = []
  for (const one of placed) {
    const { id, said } = one.line
    const first = firsts.get(id)
    if (first === undefined) firsts.set(id, one)
    else if (!saysTheSame(first.line.said, said))
      conflicts.push({ id, place: placeOf(one), first: placeOf(first) })
  }
  return conflicts
}

function placeOf({ file, line }: Placed): LedgerPlace {
  return { file, line: line.line }
}

export function conflictProblem({ id, place, first }: Conflict): LedgerProblem {
  const message = `id ${id} is already that of another record, at ${printable(first.file)}:${first.line}`
  return { place, message, remedy: TRACE_AGAIN }
}
