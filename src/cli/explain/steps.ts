import { digestsOfBytes } from '../../core/ask.ts'
import { type Entry, stateKey } from '../../core/change.ts'
import type { Coverage } from '../../core/coverage.ts'
import { findChain } from '../../core/edges.ts'
import { explainLines, poolsOf, type Unexplained } from '../../core/lines.ts'
import type { Facts } from '../../core/rule.ts'
import type { Write } from '../../core/trace.ts'
import { describeState } from './words.ts'

/** One step of EVIDENCE.md that was tried, and why it did not succeed. */
export interface FailedStep {
  readonly step: 'any' | 'chain' | 'delete' | 'lines' | 'composition' | 'revert' | 'each'
  readonly why: string
}

/** Why each step fails for a path that is not covered, in the order in which they are tried. */
export function failedSteps(facts: Facts, { change }: Coverage, usable: readonly Write[]): FailedStep[] {
  if (usable.length === 0) return [{ step: 'any', why: 'there is no record that may be used' }]
  const chain = { step: 'chain', why: brokenChain(usable, change.before, change.after) } as const
  if (change.after === null)
    return [chain, { step: 'delete', why: 'no usable record deletes this file' }, EACH]
  const undone = 'it neither undoes nor redoes recorded work as a whole'
  return [
    chain,
    { step: 'lines', why: unexplainedLines(facts, change.before, change.after, usable) },
    { step: 'composition', why: 'nor do any two recorded states, taken together as one write' },
    { step: 'revert', why: undone },
    EACH,
  ]
}

const EACH: FailedStep = {
  step: 'each',
  why: 'what is staged is one commit; only check --range has several, to judge one by one',
}

function brokenChain(usable: readonly Write[], before: Entry | null, after: Entry | null): string {
  const [start, goal] = [describeState(before), describeState(after)]
  const furthest = furthestState(usable, before)
  if (furthest !== before)
    return `the recorded writes lead from ${start} to ${describeState(furthest)}, and from there nothing leads to ${goal}`
  const isReached = usable.some(({ edge }) => edge !== null && stateKey(edge.after) === stateKey(after))
  if (isReached)
    return `a recorded write ends at ${goal}, but none leads there from ${start}: what came before it is not traced`
  return `no recorded write begins at ${start} or ends at ${goal}`
}

/** The state that the longest chain of recorded writes leads to; `from` itself if none begins there. */
function furthestState(usable: readonly Write[], from: Entry | null): Entry | null {
  let [length, state] = [0, from]
  for (const { edge } of usable) {
    const chain = edge === null ? null : findChain(usable, from, edge.after)
    if (edge !== null && chain !== null && chain.length > length) [length, state] = [chain.length, edge.after]
  }
  return state
}

const WHY: Readonly<Record<Unexplained['why'], string>> = {
  'unrecorded-line': 'a line is added or removed that no usable record adds or removes',
  'more-often-than-recorded': 'a line is added or removed more often than it was recorded',
  order: 'recorded lines stand in another order than they were written in',
  'too-large': 'the file is too large to be compared line by line',
}

function unexplainedLines(
  { evidence }: Facts,
  before: Entry | null,
  after: Entry,
  usable: readonly Write[],
): string {
  if (after.mode !== (before?.mode ?? '100644'))
    return `the mode changes to ${after.mode}, which lines do not explain`
  const base = digestsAt(evidence.loaded.blobs, before)
  const target = digestsAt(evidence.loaded.blobs, after)
  if (base === null || target === null) return 'it is not text, or too large: only whole states count'
  const outcome = explainLines(base, target, poolsOf(usable), usable)
  return outcome.kind === 'unexplained'
    ? WHY[outcome.why]
    : 'the lines are recorded, but on records that may not serve here'
}

export function digestsAt(
  blobs: Facts['evidence']['loaded']['blobs'],
  entry: Entry | null,
): readonly string[] | null {
  if (entry === null) return []
  const content = blobs.get(entry.blob)
  return content === undefined || typeof content === 'string' ? null : digestsOfBytes(content)
}
