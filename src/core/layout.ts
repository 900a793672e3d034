import type { CodeUnit } from './structure.ts'

/** One content as its syntax sees it. */
export interface LaidOut {
  readonly oid: string
  readonly norm: string
  /** The whole file. */
  readonly unit: CodeUnit
  readonly bytes: Uint8Array
  /** Digests of its lines. */
  readonly lines: readonly string[]
}

/** Whole lines: counted from 0, `to` not included. */
export interface Lines {
  readonly from: number
  readonly to: number
}

/** Lines of some content, and those of the target that they stand for. */
export interface Stretch extends Lines {
  readonly oid: string
  readonly instead: Lines
}

/**
 * coarse: a unit is taken as a whole where a state has it. fine: first of all each unit inside it by itself, for one state may have
 * this unit and the next one that.
 */
export type Grain = 'coarse' | 'fine'

/**
 * The target with the layout of other states: every unit that has the same syntax, comments and directives in one of them stands
 * there in that one's lines, the first state's first. What is in none of them stands as it is.
 */
export function relaid(target: LaidOut, states: readonly LaidOut[], grain: Grain): Stretch[] {
  const known = states.filter(({ norm }) => norm === target.norm).map(indexUnits)
  return joined(relay({ of: target, unit: target.unit }, { known, grain }))
}

/** A unit of a content. */
interface Placed {
  readonly of: LaidOut
  readonly unit: CodeUnit
}

interface Source {
  readonly known: readonly ReadonlyMap<string, readonly Placed[]>[]
  readonly grain: Grain
}

function indexUnits(of: LaidOut): ReadonlyMap<string, readonly Placed[]> {
  const index = new Map<string, Placed[]>()
  const add = (unit: CodeUnit) => {
    const others = index.get(keyOf(unit))
    if (others === undefined) index.set(keyOf(unit), [{ of, unit }])
    else others.push({ of, unit })
    unit.children.forEach(add)
  }
  add(of.unit)
  return index
}

function keyOf({ kind, name }: CodeUnit): string {
  return `${kind} ${name}`
}

function relay(placed: Placed, source: Source): Stretch[] {
  const { unit } = placed
  if (!unit.alone) return around(placed, placed, source)
  const namesakes = source.known.flatMap((index) => index.get(keyOf(unit)) ?? []).filter(isAlone)
  const frame = namesakes.find((one) => isSameFrame(one.unit, unit))
  const isFine = source.grain === 'fine' && unit.children.length > 0
  if (isFine && frame !== undefined) return around(frame, placed, source)
  const same = namesakes.find((one) => isSameCode(one.unit, unit))
  if (same !== undefined) return [{ ...linesOf(same), oid: same.of.oid, instead: linesOf(placed) }]
  return around(frame ?? placed, placed, source)
}

function isAlone({ unit }: Placed): boolean {
  return unit.alone
}

/** Same syntax, and as multisets the same comments, each where it was: in this unit or in the same one inside. */
function isSameCode(a: CodeUnit, b: CodeUnit): boolean {
  const isSame = (a.hash !== null && a.hash === b.hash) || (a.sorted !== null && a.sorted === b.sorted)
  return isSame && hasSameRemarks(a, b)
}

function hasSameRemarks(a: CodeUnit, b: CodeUnit): boolean {
  return (
    a.directives === b.directives &&
    a.comments === b.comments &&
    a.children.length === b.children.length &&
    a.children.every((child, at) => hasSameRemarks(child, b.children[at]!))
  )
}

/** The same but for what the units inside hold. */
function isSameFrame(a: CodeUnit, b: CodeUnit): boolean {
  return (
    a.own !== null &&
    a.own === b.own &&
    a.directives === b.directives &&
    a.comments === b.comments &&
    a.children.length === b.children.length &&
    a.children.every((child, at) => child.alone && isNamesake(child, b.children[at]!))
  )
}

function isNamesake(a: CodeUnit, b: CodeUnit): boolean {
  return keyOf(a) === keyOf(b) && a.alone === b.alone
}

/** What is the frame's own, around the units inside. One that shares a line with something else is left as it stands. */
function around(frame: Placed, { of, unit }: Placed, source: Source): Stretch[] {
  const stretches: Stretch[] = []
  const [ours, theirs] = [linesOf({ of, unit }), linesOf(frame)]
  let [from, at] = [theirs.from, ours.from]
  const addUntil = (to: number, end: number) =>
    stretches.push({ oid: frame.of.oid, from, to, instead: { from: at, to: end } })
  for (const [i, child] of unit.children.entries()) {
    if (!child.alone) continue
    const hole = frame.unit.children[i]!
    addUntil(hole.startLine - 1, child.startLine - 1)
    stretches.push(...relay({ of, unit: child }, source))
    ;[from, at] = [hole.endLine, child.endLine]
  }
  addUntil(theirs.to, ours.to)
  return stretches
}

function linesOf({ of, unit }: Placed): Lines {
  // A file's last line need not be that of its last unit.
  return unit === of.unit ? { from: 0, to: of.lines.length } : { from: unit.startLine - 1, to: unit.endLine }
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = []
  for (const stretch of stretches.filter(({ from, to, instead }) => from < to || instead.from < instead.to)) {
    const last = result.at(-1)
    const follows =
      last?.oid === stretch.oid && last.to === stretch.from && last.instead.to === stretch.instead.from
    if (!follows) result.push(stretch)
    else
      result[result.length - 1] = {
        ...stretch,
        from: last.from,
        instead: { from: last.instead.from, to: stretch.instead.to },
      }
  }
  return result
}
