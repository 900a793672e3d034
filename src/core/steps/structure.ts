import type { Ask } from '../ask.ts'
import { findChain } from '../edges.ts'
import { familiarLines } from '../familiar-lines.ts'
import { type KnownStates, knownStates } from '../known-states.ts'
import { type Grain, type LaidOut, relaid, type Stretch, type Written } from '../layout.ts'
import { poolsOf } from '../lines.ts'
import type { Outcome, PathCase } from '../path-case.ts'
import { conflictLines, explainWith, type Sides, textSides } from './lines.ts'

/**
 * Step 6: the target, with its units in the lines that they have in the base or in a recorded state, is explained as if no
 * formatter had run. What it differs in from that is layout only.
 */
export function* structure(path: PathCase): Ask<Outcome | null> {
  const sides = yield* textSides(path)
  const known = sides === null ? null : yield* knownStates(path)
  if (sides === null || known?.kind !== 'structured') return null
  for (const { states, grain } of waysIn(known)) {
    const stretches = relaid(known.target, states, grain)
    if (stretches.every(({ oid }) => oid === known.target.oid)) continue
    const target = linesOf(stretches, [known.target, ...states])
    const outcome = yield* explainTraced(path, { base: sides.base, target }, stretches)
    if (outcome !== null) return { ...outcome, how: 'structure', relaid: stretches }
  }
  return null
}

/** Lines of the target, from 1, that need not be looked at where others do. */
export interface LaidOutLines {
  /** In units of which only the layout is not that of a known state; none where no parser was asked. */
  readonly sameCode: ReadonlySet<number>
  /** Their text, layout aside, stands in the base or was traced: no proof, a hint. */
  readonly familiar: ReadonlySet<number>
}

export function* laidOutLines(path: PathCase): Ask<LaidOutLines | null> {
  const known = yield* knownStates(path)
  if (known === null || known.kind === 'unstructured') return null
  const { target, base, recorded } = known
  const old = base === null ? [] : [base]
  const traced = new Set([...poolsOf(path.usable).add.keys(), ...old.flatMap(({ lines }) => lines)])
  const texts = [
    ...old.flatMap(({ text }) => text),
    ...recorded.flatMap((state) => tracedText(state, traced)),
  ]
  return {
    sameCode: known.kind === 'foreign' ? new Set() : linesOfKnownUnits(known),
    familiar: familiarLines(target.text, texts),
  }
}

function linesOfKnownUnits(known: KnownStates): ReadonlySet<number> {
  const { target } = known
  const stretches = waysIn(known).flatMap(({ states, grain }) => relaid(target, states, grain))
  const same = stretches.filter(({ oid }) => oid !== target.oid).map(({ instead }) => instead)
  return new Set(same.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i + 1)))
}

/** What of a state was recorded, or stands in the base. */
function tracedText({ text, lines }: Written, traced: ReadonlySet<string>): readonly string[] {
  return text.filter((_, at) => traced.has(lines[at]!))
}

interface Way {
  readonly states: readonly LaidOut[]
  readonly grain: Grain
}

/**
 * Where a unit is as it was in the base, its old lines need no record; where a record moved it, only the recorded ones are of
 * use. The oldest first where a formatter ran between two writes: the next state holds its lines. As a whole a recorded state needs
 * no lines; of one that is spent in part, only some units serve.
 */
function waysIn({ base, recorded }: KnownStates): Way[] {
  const old = base === null ? [] : [base]
  const first = old.length === 0 || recorded.length === 0 ? [] : [[...old, ...recorded]]
  const last = recorded.length > 1 ? [[...recorded.toReversed(), ...old]] : []
  const grains: readonly Grain[] = ['coarse', 'fine']
  const orders = [...first, [...recorded, ...old], ...last]
  return grains.flatMap((grain) => orders.map((states) => ({ states, grain })))
}

function linesOf(stretches: readonly Stretch[], states: readonly LaidOut[]): string[] {
  const lines = new Map(states.map((state) => [state.oid, state.lines]))
  return stretches.flatMap(({ oid, from, to }) => lines.get(oid)!.slice(from, to))
}

function* explainTraced(
  path: PathCase,
  sides: Sides,
  [first, ...more]: readonly Stretch[],
): Ask<Omit<Outcome, 'how'> | null> {
  const { usable, change } = path
  if (isSame(sides.base, sides.target)) return { used: [] }
  // A recorded state as a whole: object ids lead there, whatever its lines are.
  const whole = more.length === 0 ? { mode: change.after!.mode, blob: first!.oid } : null
  const used = whole === null ? null : findChain(usable, change.before, whole)
  if (used !== null) return { used }
  return yield* explainWith(path, sides, { writes: usable, conflict: yield* conflictLines(path) })
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, at) => line === b[at])
}
