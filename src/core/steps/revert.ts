import { type Ask, contentOf, undoOf } from '../ask.ts'
import { lineDigest, splitLines } from '../digest.ts'
import { findChain } from '../edges.ts'
import { explainLines, poolsOf } from '../lines.ts'
import { difference } from '../multiset.ts'
import type { Outcome, PathCase, Undoing } from '../path-case.ts'
import type { Hunk, Write } from '../trace.ts'
import { virtualWrites } from './composition.ts'
import { type Sides, textSides } from './lines.ts'

/**
 * Step 7: edges lead back (undo; also an amend that takes something out) or forth again (redo), or git's own revert of a
 * commit makes this very state, or the change is the sum of whole recorded hunks undone or redone.
 */
export function* revert(path: PathCase): Ask<Outcome | null> {
  const { change, records } = path
  const back = findChain(records, change.after, change.before)
  if (back !== null) return { how: 'revert', used: back, undoing: { does: 'back', what: 'states' } }
  const again = findChain(records, change.before, change.after)
  if (again !== null) return { how: 'revert', used: again, undoing: { does: 'again', what: 'states' } }
  if (yield* undoOf(path.context.evidence, change.path))
    return { how: 'revert', used: [], undoing: { does: 'back', what: 'commit' } }
  return yield* wholeHunks(path)
}

// Above this the search for whole hunks would weigh thousands of candidates for a verdict that is only a courtesy.
const MAX_RECORDS = 20

/**
 * Only of records that the base has used up: a fresh record is no undoing, and its hunks would come a second time. Either
 * of single records, or of one composed chain: mixed, a hunk could count twice.
 */
function* wholeHunks(path: PathCase): Ask<Outcome | null> {
  const used = path.records.filter((write) => !path.usable.includes(write)).slice(-MAX_RECORDS)
  const sides = yield* textSides({ ...path, usable: used })
  if (sides === null || used.length === 0) return null
  const telling = yield* tellingDigests(path)
  const composed = (yield* virtualWrites(path.context.evidence, path.change.path, used)).map(({ write }) => [
    write,
  ])
  for (const writes of [used, ...composed]) {
    const undoing = sumOfHunks(sides, writes, telling)
    if (undoing !== null) return { how: 'revert', used, undoing }
  }
  return null
}

function sumOfHunks(sides: Sides, writes: readonly Write[], telling: ReadonlySet<string>): Undoing | null {
  const hunks = writes.flatMap((write) => write.hunks ?? [])
  const back = chooseHunks(sides, hunks.map(inverse), null)
  const found = back ?? chooseHunks(sides, hunks, telling)
  if (found === null) return null
  const pools = poolsOf([{ ...writes[0]!, hunks: found }])
  if (explainLines(sides.base, sides.target, pools, []).kind !== 'explained') return null
  return { does: back === null ? 'again' : 'back', what: 'hunks' }
}

function inverse({ at, removed, added }: Hunk): Hunk {
  return { at: [at[2], at[3], at[0], at[1]], removed: added, added: removed }
}

/** Digests of the target's lines that say something: at least four letters or digits. */
function* tellingDigests({ context: { evidence }, change }: PathCase): Ask<ReadonlySet<string>> {
  const content = change.after === null ? 'missing' : yield* contentOf(evidence, change.after.blob)
  if (typeof content === 'string') return new Set()
  const isTelling = (line: Uint8Array) =>
    (
      Buffer.from(line)
        .toString('utf8')
        .match(/[\p{L}\p{N}]/gu) ?? []
    ).length >= 4
  return new Set(splitLines(content).filter(isTelling).map(lineDigest))
}

interface Weighed {
  readonly hunk: Hunk
  readonly net: ReadonlyMap<string, number>
  readonly size: number
}

/**
 * Hunks, largest first, whose sum is the whole net change; null if there is no such sum. For a redo `telling` is given:
 * a hunk counts only if it brings a telling line, and the base holds none of its telling lines now.
 */
function chooseHunks(
  { base, target }: Sides,
  hunks: readonly Hunk[],
  telling: ReadonlySet<string> | null,
): Hunk[] | null {
  const left = difference(target, base)
  const standing = new Set(base)
  const chosen: Hunk[] = []
  const weighed = hunks.map(weigh).filter(({ net }) => telling === null || bringsBack(net, telling, standing))
  for (const { hunk, net } of weighed.sort((a, b) => b.size - a.size)) {
    if (!fits(net, left)) continue
    chosen.push(hunk)
    for (const [digest, times] of net) subtract(left, digest, times)
  }
  return left.size === 0 && chosen.length > 0 ? chosen : null
}

function weigh(hunk: Hunk): Weighed {
  const net = difference(hunk.added, hunk.removed)
  return { hunk, net, size: [...net.values()].reduce((sum, times) => sum + Math.abs(times), 0) }
}

function fits(net: ReadonlyMap<string, number>, left: ReadonlyMap<string, number>): boolean {
  return (
    net.size > 0 &&
    [...net].every(([digest, times]) => {
      const open = left.get(digest) ?? 0
      return times > 0 ? open >= times : open <= times
    })
  )
}

function bringsBack(
  net: ReadonlyMap<string, number>,
  telling: ReadonlySet<string>,
  standing: ReadonlySet<string>,
): boolean {
  const added = [...net].filter(([, times]) => times > 0).map(([digest]) => digest)
  if (added.length === 0) return true
  const distinctive = added.filter((digest) => telling.has(digest))
  return distinctive.length > 0 && distinctive.every((digest) => !standing.has(digest))
}

function subtract(left: Map<string, number>, digest: string, times: number): void {
  const rest = (left.get(digest) ?? 0) - times
  if (rest === 0) left.delete(digest)
  else left.set(digest, rest)
}
