import { type Ask, digestsOf, expectBlobs } from './ask.ts'
import { stateKey } from './change.ts'
import type { BirthChange, Evidence, History, KnownWrite } from './evidence.ts'
import { poolsOf } from './lines.ts'
import { count, difference } from './multiset.ts'
import type { Hunk, Write } from './trace.ts'

/**
 * Records of the base that the commit which brought them delivered: a squash, a rebase or a cherry-pick onto a base that
 * had moved makes a blob that no record names, with all their lines in it. Counted by lines, since nothing else is left of
 * the branch. Records of which a part is still to come are not among them.
 */
export function* deliveredWrites(
  evidence: Evidence,
  known: readonly KnownWrite[],
  { births, birthChanges }: History,
  spent: ReadonlySet<Write>,
): Ask<Write[]> {
  const brought = new Map<BirthChange, Write[]>()
  for (const change of birthChanges) {
    const writes = known.filter(({ write, inBase }) => inBase && births.get(write.id) === change.order)
    const group = writes.map(({ write }) => write).filter(({ edge }) => edge !== null)
    // A merge has a change per parent: what it delivered is a question of the conflict, not of its lines.
    const isAlone = birthChanges.every((other) => other === change || other.order !== change.order)
    if (isAlone && !group.every((write) => spent.has(write))) brought.set(change, group)
  }
  yield* expectBlobs(evidence, [...brought.keys()].flatMap(blobsOf))
  const delivered: Write[] = []
  for (const [change, group] of brought) delivered.push(...(yield* deliveredBy(evidence, change, group)))
  return delivered
}

function blobsOf({ before, after }: BirthChange): string[] {
  return [before, after].flatMap((entry) => entry?.blob ?? [])
}

function* deliveredBy(
  evidence: Evidence,
  { before, after }: BirthChange,
  group: readonly Write[],
): Ask<readonly Write[]> {
  const old = yield* digestsOf(evidence, before?.blob ?? null)
  const now = yield* digestsOf(evidence, after?.blob ?? null)
  if (old === null || now === null) return []
  const judged = group.filter((write) => write.hunks !== null && keepsMode(write, after?.mode))
  const arrival: Arrival = { before: old, after: now, left: difference(now, old) }
  const isWhole = judged.length === group.length && hasArrived(group, arrival)
  return isWhole ? group : arrivedChains(judged, arrival)
}

/** An abandoned draft does not keep the rest usable. Each line that arrived pays for one chain only. */
function arrivedChains(writes: readonly Write[], arrival: Arrival): Write[] {
  const delivered: Write[] = []
  for (const chain of chainsOf(writes)) {
    if (!hasArrived(chain, arrival)) continue
    for (const [digest, times] of netOf(chain)) arrival.left.set(digest, leftOf(arrival, digest) - times)
    delivered.push(...chain)
  }
  return delivered
}

function keepsMode({ edge }: Write, mode: string | undefined): boolean {
  const isMode = edge!.before !== null && edge!.after !== null && edge!.before.mode !== edge!.after.mode
  return !isMode || edge!.after!.mode === mode
}

interface Arrival {
  /** Line digests. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Lines of `after` beyond those of `before`, negative where it has fewer, that no records have been found for yet. */
  readonly left: Map<string, number>
}

function leftOf({ left }: Arrival, digest: string): number {
  return left.get(digest) ?? 0
}

/** What the records add beyond what they remove of each other, negative for the other way round. */
function netOf(writes: readonly Write[]): Map<string, number> {
  const { add, rem } = poolsOf(writes)
  const net = new Map(add)
  for (const [digest, times] of rem) net.set(digest, (net.get(digest) ?? 0) - times)
  return new Map([...net].filter(([, times]) => times !== 0))
}

function hasArrived(writes: readonly Write[], arrival: Arrival): boolean {
  const [standing, ending] = [count(arrival.before), count(arrival.after)]
  const both = passedAround(writes)
  const moved = both.filter((digest) => standing.get(digest) === 1 && ending.get(digest) === 1)
  // A line that never stood there (a conflict marker of the branch) cannot be taken away any more.
  const wanted = [...netOf(writes)]
    .map(([digest, times]) => [digest, Math.max(times, -(standing.get(digest) ?? 0))] as const)
    .filter(([, times]) => times !== 0)
  const net = new Map(wanted)
  const hasCome = wanted.every(([digest, times]) => {
    const left = leftOf(arrival, digest)
    return times > 0 ? left >= times : left <= times
  })
  // Half of a move shows in the count, a whole one does not.
  const isBalanced = both.every((digest) => leftOf(arrival, digest) === (net.get(digest) ?? 0))
  return hasCome && isBalanced && wanted.length + moved.length > 0 && haveMoved(moved, arrival)
}

/** Lines that the records both add and remove, leaving out what one of them took back where another had just done it. */
function passedAround(writes: readonly Write[]): string[] {
  let kept: Hunk[] = []
  for (const { hunks } of writes) {
    const lasting = (hunks ?? []).filter((hunk) => {
      const undone = kept.find((earlier) => takesBack(hunk, earlier))
      if (undone !== undefined) kept = kept.filter((earlier) => earlier !== undone)
      return undone === undefined
    })
    kept.push(...lasting)
  }
  const added = new Set(kept.flatMap((hunk) => hunk.added))
  return [...new Set(kept.flatMap((hunk) => hunk.removed))].filter((digest) => added.has(digest))
}

function takesBack(hunk: Hunk, earlier: Hunk): boolean {
  return (
    hunk.at[0] === earlier.at[2] &&
    hunk.removed.join() === earlier.added.join() &&
    hunk.added.join() === earlier.removed.join()
  )
}

/** Does each come after another line than before, of those that the records leave where they are? */
function haveMoved(moved: readonly string[], { before, after }: Arrival): boolean {
  if (moved.length === 0) return true
  const [old, now] = [count(before), count(after)]
  const goes = new Set(moved)
  const stays = (digest: string) => old.get(digest) === 1 && now.get(digest) === 1 && !goes.has(digest)
  const [was, is] = [anchorsOf(before, stays), anchorsOf(after, stays)]
  return moved.every((digest) => was.get(digest) !== is.get(digest))
}

function anchorsOf(lines: readonly string[], stays: (digest: string) => boolean): Map<string, string> {
  const anchors = new Map<string, string>()
  let anchor = ''
  for (const line of lines) {
    anchors.set(line, anchor)
    if (stays(line)) anchor = line
  }
  return anchors
}

interface Chain {
  readonly left: ReadonlySet<string>
  readonly reached: ReadonlySet<string>
  readonly writes: readonly Write[]
}

/** Records of which one leaves the state that another reached, in the order given. Two drafts of one state are two chains. */
function chainsOf(writes: readonly Write[]): (readonly Write[])[] {
  let chains: Chain[] = []
  for (const write of writes) {
    const [from, to] = [stateKey(write.edge!.before), stateKey(write.edge!.after)]
    const met = chains.filter(({ left, reached }) => reached.has(from) || left.has(to))
    const joined = {
      left: new Set([...met.flatMap((chain) => [...chain.left]), from]),
      reached: new Set([...met.flatMap((chain) => [...chain.reached]), to]),
      writes: [...met.flatMap((chain) => chain.writes), write],
    }
    chains = [...chains.filter((chain) => !met.includes(chain)), joined]
  }
  return chains.map((chain) => chain.writes)
}
