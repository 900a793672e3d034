/**
 * Is there any edit script base → target that inserts only lines of one multiset and deletes only lines of another?
 * Lines are interned digests (small non-negative integers).
 */
export interface Pools {
  readonly add: ReadonlyMap<number, number>
  readonly rem: ReadonlyMap<number, number>
}

/** Indexes from 0: inserted lines in the target, deleted lines in the base. */
export interface Script {
  readonly inserted: number[]
  readonly deleted: number[]
}

/** Extra cost per scarce line, so that a retry leaves it alone where another alignment exists. */
export interface Penalties {
  readonly add: Map<number, number>
  readonly rem: Map<number, number>
}

const NEVER = 1e9
/** Cells of one section's table; a usual 1,000-line file takes half a millisecond. */
export const MAX_CELLS = 2.5e7

interface Section {
  readonly base: readonly number[]
  readonly target: readonly number[]
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

export function align(
  base: readonly number[],
  target: readonly number[],
  pools: Pools,
  penalties: Penalties,
): Script | null {
  const { start, baseEnd, targetEnd } = stripCommonEnds(base, target, [0, 0], [base.length, target.length])
  const anchors = fixedLines(base, target, start, [baseEnd, targetEnd], pools)
  if (anchors === null) return null
  const script: Script = { inserted: [], deleted: [] }
  let from = start
  for (const anchor of anchors) {
    if (!alignSection({ base, target, from, to: anchor }, pools, penalties, script)) return null
    from = [anchor[0] + 1, anchor[1] + 1]
  }
  return script
}

interface Stripped {
  readonly start: readonly [number, number]
  readonly baseEnd: number
  readonly targetEnd: number
}

function stripCommonEnds(
  base: readonly number[],
  target: readonly number[],
  from: readonly [number, number],
  to: readonly [number, number],
): Stripped {
  let [b, t] = from
  let [baseEnd, targetEnd] = to
  while (b < baseEnd && t < targetEnd && base[b] === target[t]) {
    b++
    t++
  }
  while (baseEnd > b && targetEnd > t && base[baseEnd - 1] === target[targetEnd - 1]) {
    baseEnd--
    targetEnd--
  }
  return { start: [b, t], baseEnd, targetEnd }
}

/** A line in neither pool can only stay: both sides must hold them in the same sequence. They split the file into sections. */
function fixedLines(
  base: readonly number[],
  target: readonly number[],
  from: readonly [number, number],
  to: readonly [number, number],
  pools: Pools,
): (readonly [number, number])[] | null {
  const isFixed = (line: number) => !pools.add.has(line) && !pools.rem.has(line)
  const inBase = indexesWhere(base, from[0], to[0], isFixed)
  const inTarget = indexesWhere(target, from[1], to[1], isFixed)
  if (inBase.length !== inTarget.length) return null
  if (inBase.some((at, i) => base[at] !== target[inTarget[i]!])) return null
  return [...inBase.map((at, i) => [at, inTarget[i]!] as const), to]
}

function indexesWhere(
  lines: readonly number[],
  from: number,
  to: number,
  wanted: (line: number) => boolean,
): number[] {
  const found: number[] = []
  for (let at = from; at < to; at++) if (wanted(lines[at]!)) found.push(at)
  return found
}

function alignSection(section: Section, pools: Pools, penalties: Penalties, script: Script): boolean {
  const { base, target } = section
  const { start, baseEnd, targetEnd } = stripCommonEnds(base, target, section.from, section.to)
  const rows = baseEnd - start[0]
  const columns = targetEnd - start[1]
  if (rows * columns > MAX_CELLS) return false
  const cost = costs(pools, penalties)
  const table = fillTable({ base, target, from: start, to: [baseEnd, targetEnd] }, cost)
  if (table === null) return false
  traceBack(table, start, rows, columns, script)
  return true
}

interface Costs {
  insert(line: number): number
  delete(line: number): number
}

function costs(pools: Pools, penalties: Penalties): Costs {
  return {
    insert: (line) => (pools.add.has(line) ? 1 + (penalties.add.get(line) ?? 0) : NEVER),
    delete: (line) => (pools.rem.has(line) ? 1 + (penalties.rem.get(line) ?? 0) : NEVER),
  }
}

const KEEP = 0
const INSERT = 1
const DELETE = 2

/** Moves per cell, row by row; null if only an unexplained insertion or deletion would do. */
function fillTable({ base, target, from, to }: Section, cost: Costs): Uint8Array | null {
  const rows = to[0] - from[0]
  const width = to[1] - from[1] + 1
  const moves = new Uint8Array((rows + 1) * width)
  const insertion = Float64Array.from({ length: width }, (_, j) =>
    j === 0 ? 0 : cost.insert(target[from[1] + j - 1]!),
  )
  let previous = new Float64Array(width)
  for (let j = 1; j < width; j++) previous[j] = previous[j - 1]! + insertion[j]!
  moves.fill(INSERT, 1, width)
  let current = new Float64Array(width)
  for (let i = 1; i <= rows; i++) {
    const line = base[from[0] + i - 1]!
    fillRow(
      { line, deletion: cost.delete(line), insertion, target, offset: from[1] - 1 },
      previous,
      current,
      moves.subarray(i * width, (i + 1) * width),
    )
    ;[previous, current] = [current, previous]
  }
  return previous[width - 1]! >= NEVER ? null : moves
}

interface Row {
  readonly line: number
  readonly deletion: number
  readonly insertion: Float64Array
  readonly target: readonly number[]
  readonly offset: number
}

function fillRow(
  { line, deletion, insertion, target, offset }: Row,
  previous: Float64Array,
  current: Float64Array,
  moves: Uint8Array,
): void {
  current[0] = previous[0]! + deletion
  moves[0] = DELETE
  for (let j = 1; j < moves.length; j++) {
    let best = previous[j]! + deletion
    let move = DELETE
    const inserted = current[j - 1]! + insertion[j]!
    if (inserted < best) {
      best = inserted
      move = INSERT
    }
    if (target[offset + j] === line && previous[j - 1]! <= best) {
      best = previous[j - 1]!
      move = KEEP
    }
    current[j] = best
    moves[j] = move
  }
}

function traceBack(
  moves: Uint8Array,
  from: readonly [number, number],
  rows: number,
  columns: number,
  script: Script,
): void {
  const inserted: number[] = []
  const deleted: number[] = []
  for (let i = rows, j = columns; i > 0 || j > 0; ) {
    const move = moves[i * (columns + 1) + j]
    if (move === INSERT) inserted.push(from[1] + --j)
    else if (move === DELETE) deleted.push(from[0] + --i)
    else {
      i--
      j--
    }
  }
  script.inserted.push(...inserted.reverse())
  script.deleted.push(...deleted.reverse())
}
