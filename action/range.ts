import { GateError } from '../src/core/error.ts'
import type { CommitSource } from '../src/git/commit-source.ts'
import { type End, isNull, type Judging } from './event.ts'

/** Both ends as full commit ids, everything between them readable in the source. */
export interface Range {
  readonly base: string
  readonly head: string
}

/** Throws UNKNOWN_REVISION, NULL_REVISION and what the source throws. */
export async function rangeOf({ base, head, expected }: Judging, source: CommitSource): Promise<Range> {
  const range = { base: await commitOf(base, source), head: await commitOf(head, source) }
  await source.complete(range.base, range.head, expected)
  return range
}

async function commitOf(end: End, source: CommitSource): Promise<string> {
  if ('commit' in end) {
    if (isNull(end.commit)) throw new GateError('NULL_REVISION', { name: end.commit })
    return end.commit
  }
  const tip = await source.tip(end.ref)
  if (tip === null) throw new GateError('UNKNOWN_REVISION', { name: end.ref })
  return tip
}
