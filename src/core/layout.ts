import { withoutLayout } from './familiar-lines.ts'
import type { CodeUnit } from './structure.ts'

/** One content, line by line. */
export interface Written {
  readonly oid: string
  /** Each with its `\n`. */
  readonly text: readonly string[]
  /** Digests of these. */
  readonly lines: readonly string[]
}

/** One content as its syntax sees it. */
export interface LaidOut extends Written {
  readonly norm: string
  /** The whole file. */
  readonly unit: CodeUnit
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
  readonly known: readonly UnitIndex[]
  readonly grain: Grain
}

/** Units of one state that stand alone on their lines, by what they can be found by. */
type UnitIndex = ReadonlyMap<string, readonly Placed[]>

// Of so many alike one will do; a text may hold tens of thousands.
const MOST_ALIKE = 16

function indexUnits(of: LaidOut): UnitIndex {
  const index = new Map<string, Placed[]>()
  for (const unit of unitsIn(of.unit).filter(({ alone }) => alone)) {
    for (const key of [...codeKeys(unit), ...frameKeys(unit)]) {
      const alike = index.get(key) ?? []
      index.set(key, alike)
      if (alike.length < MOST_ALIKE) alike.push({ of, unit })
    }
  }
  return index
}

function unitsIn(unit: CodeUnit): CodeUnit[] {
  return [unit, ...unit.children.flatMap(unitsIn)]
}

function codeKeys({ kind, name, hash, sorted }: CodeUnit): string[] {
  return [
    ...(hash === null ? [] : [`code ${hash} ${kind} ${name}`]),
    ...(sorted === null ? [] : [`sorted ${sorted} ${kind} ${name}`]),
  ]
}

function frameKeys({ kind, name, own }: CodeUnit): string[] {
  return own === null ? [] : [`frame ${own} ${kind} ${name}`]
}

function relay(placed: Placed, { known, grain }: Source): Stretch[] {
  const { unit } = placed
  const source = { known, grain }
  if (!unit.alone) return around(placed, placed, source)
  const alike = (keys: readonly string[]) =>
    known.flatMap((index) => keys.flatMap((key) => index.get(key) ?? []))
  const frame = alike(frameKeys(unit)).find((one) => isSameFrame(one, placed))
  const isFine = grain === 'fine' && unit.children.length > 0
  if (isFine && frame !== undefined) return around(frame, placed, source)
  const same = alike(codeKeys(unit)).find((one) => hasSameRemarks(one.unit, unit))
  if (same !== undefined) return [{ ...linesOf(same), oid: same.of.oid, instead: linesOf(placed) }]
  return around(frame ?? placed, placed, source)
}

/** As multisets the same comments, each where it was: in this unit or in the same one inside. */
function hasSameRemarks(a: CodeUnit, b: CodeUnit): boolean {
  return (
    a.directives === b.directives &&
    a.comments === b.comments &&
    a.children.length === b.children.length &&
    a.children.every((child, at) => hasSameRemarks(child, b.children[at]!))
  )
}

/** The same own comments, around the same units in the same places, whatever these hold. */
function isSameFrame(one: Placed, other: Placed): boolean {
  const [a, b] = [one.unit, other.unit]
  return (
    a.directives === b.directives &&
    a.comments === b.comments &&
    isSameList(a.order, b.order) &&
    a.children.length === b.children.length &&
    a.children.every((child, at) => child.alone && isNamesake(child, b.children[at]!)) &&
    isSameList(ownText(one), ownText(other))
  )
}

// Where a unit stands among statements says nothing to who evaluates them, if it is hoisted. To move one is not layout all the same.
function ownText({ of, unit }: Placed): string[] {
  const { from, to } = linesOf({ of, unit })
  const starts = [from, ...unit.children.map(({ endLine }) => endLine)]
  const ends = [...unit.children.map(({ startLine }) => startLine - 1), to]
  return starts.map((start, at) => withoutLayout(of.text.slice(start, ends[at]!).join('')))
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at])
}

function isNamesake(a: CodeUnit, b: CodeUnit): boolean {
  return a.kind === b.kind && a.name === b.name && a.alone === b.alone
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
