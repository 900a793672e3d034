import fc from 'fast-check'
import { diff3Merge } from 'node-diff3'
import { expect, test } from 'vitest'
import { coverScenario, diffLines, type TracedWrite } from '../support/world.ts'

// A tiny alphabet makes files full of equal lines, where a diff is ambiguous; numbered lines are told apart.
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('aaaa', 'bbbb', 'cccc', 'dddd', '}', '', '{') },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 29 }).map((n) => `u${n}`) },
)
const file = fc.array(line, { minLength: 3, maxLength: 9 })

type Edit =
  | { readonly kind: 'insert'; readonly at: number; readonly lines: readonly string[] }
  | { readonly kind: 'remove'; readonly at: number; readonly count: number }
  | { readonly kind: 'replace'; readonly at: number; readonly line: string }
  | { readonly kind: 'move'; readonly at: number; readonly count: number; readonly to: number }

const at = fc.nat({ max: 1000 })
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    at,
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), at, count: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('replace' as const), at, line }),
  fc.record({ kind: fc.constant('move' as const), at, count: fc.integer({ min: 1, max: 3 }), to: at }),
)
const edits = fc.array(edit, { minLength: 1, maxLength: 3 })

function apply(lines: readonly string[], changes: readonly Edit[]): string[] {
  const result = [...lines]
  for (const change of changes) {
    const index = change.at % (result.length + 1)
    if (change.kind === 'insert') result.splice(index, 0, ...change.lines)
    else if (change.kind === 'remove') result.splice(index, change.count)
    else if (change.kind === 'replace' && index < result.length) result[index] = change.line
    else if (change.kind === 'move') {
      const moved = result.splice(index, change.count)
      result.splice(change.to % (result.length + 1), 0, ...moved)
    }
  }
  return result
}

const text = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join('')

/** The states of a file through a session: the base and one state per write that changes something. */
function statesOf(base: readonly string[], writes: readonly (readonly Edit[])[]): string[] {
  const states = [text(base)]
  let lines: readonly string[] = base
  for (const write of writes) {
    lines = apply(lines, write)
    if (text(lines) !== states.at(-1)) states.push(text(lines))
  }
  return states
}

function tracesOf(states: readonly string[], more: Partial<TracedWrite> = {}): TracedWrite[] {
  return states.slice(1).map((after, i) => ({ before: states[i]!, after, ...more }))
}

/** What `git add -p` makes of the net change: some of its hunks. */
function stagePart(base: string, target: string, picks: readonly boolean[]): string {
  const [old, now] = [base.split('\n').slice(0, -1), target.split('\n').slice(0, -1)]
  const staged: string[] = []
  let from = 0
  diffLines(base, target).forEach(([oldStart, oldCount, newStart, newCount], i) => {
    const first = oldCount === 0 ? oldStart : oldStart - 1
    staged.push(...old.slice(from, first))
    const start = newCount === 0 ? newStart : newStart - 1
    staged.push(
      ...(picks[i % picks.length] ? now.slice(start, start + newCount) : old.slice(first, first + oldCount)),
    )
    from = first + oldCount
  })
  return text([...staged, ...old.slice(from)])
}

const runs = {
  numRuns: Number(process.env.INTENTGATE_FUZZ ?? 600),
  seed: Number(process.env.INTENTGATE_SEED ?? 20261130),
}
const session = fc.tuple(file, fc.array(edits, { minLength: 1, maxLength: 4 }))

test('a squash of traced writes is never refused', () => {
  fc.assert(
    fc.property(session, ([base, writes]) => {
      const states = statesOf(base, writes)
      fc.pre(states.length > 1 && states.at(-1) !== states[0])
      expect(
        coverScenario({ base: states[0]!, target: states.at(-1)!, writes: tracesOf(states) }).how,
      ).not.toBeNull()
      // Without object ids to follow, by lines alone: as after a rebase whose blobs are gone.
      const shifted = tracesOf(states.map((state) => `${state}elsewhere\n`))
      expect(coverScenario({ base: states[0]!, target: states.at(-1)!, writes: shifted }).how).not.toBeNull()
    }),
    runs,
  )
})

test('any part of a traced change may be staged, and the rest afterwards', () => {
  fc.assert(
    fc.property(session, fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), ([base, writes], picks) => {
      const states = statesOf(base, writes)
      const [first, last] = [states[0]!, states.at(-1)!]
      const part = stagePart(first, last, picks)
      fc.pre(part !== first && part !== last)
      expect(
        coverScenario({ base: first, target: part, writes: tracesOf(states), states: [last] }).how,
      ).not.toBeNull()
      expect(
        coverScenario({
          base: part,
          target: last,
          writes: tracesOf(states, { inBase: 'yes' }),
          states: [first],
          past: [first],
        }).how,
      ).not.toBeNull()
    }),
    runs,
  )
})

test('traced writes rebased over upstream edits are never refused', () => {
  fc.assert(
    fc.property(session, edits, ([base, writes], upstreamEdits) => {
      const states = statesOf(base, writes)
      const upstream = apply(base, upstreamEdits)
      const mine = states.at(-1)!.split('\n').slice(0, -1)
      const merged = diff3Merge(mine, [...base], upstream)
      fc.pre(merged.every((block) => block.ok !== undefined))
      const target = text(merged.flatMap((block) => block.ok ?? []))
      fc.pre(target !== text(upstream))
      const coverage = coverScenario({
        base: text(upstream),
        target,
        writes: tracesOf(states),
        states: [states[0]!, states.at(-1)!],
      })
      expect(coverage.how).not.toBeNull()
    }),
    runs,
  )
})

test('two commits out of one session pass, one after the other', () => {
  fc.assert(
    fc.property(session, fc.nat(), ([base, writes], pick) => {
      const states = statesOf(base, writes)
      fc.pre(states.length > 2)
      const middle = states[1 + (pick % (states.length - 2))]!
      fc.pre(middle !== states[0] && middle !== states.at(-1))
      expect(coverScenario({ base: states[0]!, target: middle, writes: tracesOf(states) }).how).not.toBeNull()
      expect(
        coverScenario({ base: middle, target: states.at(-1)!, writes: tracesOf(states) }).how,
      ).not.toBeNull()
    }),
    runs,
  )
})

type Counts = Map<string, number>
const addLine = (counts: Counts, one: string, times: number) =>
  counts.set(one, (counts.get(one) ?? 0) + times)

function netLines(from: string, to: string): Counts {
  const counts: Counts = new Map()
  for (const one of to.split('\n').slice(0, -1)) addLine(counts, one, 1)
  for (const one of from.split('\n').slice(0, -1)) addLine(counts, one, -1)
  return counts
}

/** What these writes may add (+1) or remove (-1), as their diffs say it. */
function recordedLines(steps: readonly (readonly [string, string])[], sign: 1 | -1): Counts {
  const pool: Counts = new Map()
  for (const [from, to] of steps) {
    for (const [oldStart, oldCount, newStart, newCount] of diffLines(from, to)) {
      const [lines, start, length] =
        sign === 1 ? [to.split('\n'), newStart, newCount] : [from.split('\n'), oldStart, oldCount]
      for (const one of length === 0 ? [] : lines.slice(start - 1, start - 1 + length)) addLine(pool, one, 1)
    }
  }
  return pool
}

/**
 * Does the net change hold a line that neither the kept writes, nor any of them composed, recorded often enough? Where
 * none does, the change is one that the kept writes could have made: the residual that no line evidence can catch.
 */
function telltale(states: readonly string[], dropped: number): boolean {
  const net = netLines(states[0]!, states.at(-1)!)
  const steps = states.slice(1).map((to, i) => [states[i]!, to] as const)
  const kept = steps.filter((_, i) => i !== dropped - 1)
  const composed = states.flatMap((from, i) =>
    states
      .slice(i + 1)
      .flatMap((to, k) => (i < dropped && i + 1 + k >= dropped ? [] : [[[from, to] as const]])),
  )
  return [kept, ...composed].every((writes) => {
    const [added, removed] = [recordedLines(writes, 1), recordedLines(writes, -1)]
    return [...net].some(([one, times]) =>
      times > 0 ? times > (added.get(one) ?? 0) : -times > (removed.get(one) ?? 0),
    )
  })
}

test('a write dropped from the ledger is caught wherever a line of it can tell', () => {
  let caught = 0
  fc.assert(
    fc.property(session, fc.nat(), ([base, writes], pick) => {
      const states = statesOf(base, writes)
      fc.pre(states.length > 1 && states.at(-1) !== states[0])
      const dropped = 1 + (pick % (states.length - 1))
      fc.pre(telltale(states, dropped))
      const kept = tracesOf(states).filter((_, i) => i !== dropped - 1)
      expect(
        coverScenario({ base: states[0]!, target: states.at(-1)!, writes: kept, states: [] }).how,
      ).toBeNull()
      caught++
    }),
    runs,
  )
  expect(caught).toBeGreaterThan(100)
})

test('order and duplication of records never change a verdict', () => {
  fc.assert(
    fc.property(
      session,
      fc.nat(),
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      ([base, writes], drop, shuffle) => {
        const states = statesOf(base, writes)
        fc.pre(states.length > 1 && states.at(-1) !== states[0])
        const traces = tracesOf(states).filter((_, i) => i !== drop % (states.length + 1))
        const scenario = { base: states[0]!, target: states.at(-1)!, writes: traces }
        const disturb = <T>(items: readonly T[]) =>
          [...items]
            .map((item, i) => ({ item, key: shuffle[i % shuffle.length]! }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item)
        const plain = coverScenario(scenario)
        const disturbed = coverScenario(scenario, (found) => disturb(found))
        expect({ how: disturbed.how, uncovered: disturbed.uncovered }).toEqual({
          how: plain.how,
          uncovered: plain.uncovered,
        })
      },
    ),
    runs,
  )
})

/** Onto a base that has moved: no record names what the path was or became there. */
const moved = (state: string) => `top\n${state}`

/** Lines that the writes both add and remove: moved, or put there and taken away again. */
function passedAround(states: readonly string[]): string[] {
  const steps = states.slice(1).map((to, i) => [states[i]!, to] as const)
  const removed = recordedLines(steps, -1)
  return [...recordedLines(steps, 1).keys()].filter((one) => removed.has(one))
}

test('what is staged in part and rebased before the rest is committed passes', () => {
  let asked = 0
  fc.assert(
    fc.property(session, fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), ([base, writes], picks) => {
      const states = statesOf(base, writes)
      const [first, last] = [states[0]!, states.at(-1)!]
      const part = stagePart(first, last, picks)
      fc.pre(part !== first && part !== last)
      // Counts do not show whether one of several equal lines has moved yet.
      const isAmbiguous = (one: string) =>
        states.some((state) => state.split('\n').filter((line) => line === one).length > 1)
      fc.pre(!passedAround(states).some(isAmbiguous))
      const rest = { base: moved(part), target: moved(last), states: [moved(first)], past: [moved(first)] }
      const open = coverScenario({ ...rest, writes: tracesOf(states, { inBase: 'yes' }) })
      fc.pre(open.how !== null)
      const brought = coverScenario({ ...rest, writes: tracesOf(states, { inBase: 'yes', born: 1 }) })
      expect(brought.how).not.toBeNull()
      asked++
    }),
    runs,
  )
  expect(asked).toBeGreaterThan(100)
})

test('what was delivered onto a moved base does not come a second time unnamed', () => {
  fc.assert(
    fc.property(session, fc.nat(), ([base, writes], pick) => {
      const states = statesOf(base, writes)
      const [first, last] = [states[0]!, states.at(-1)!]
      const steps = states.slice(1).map((to, i) => [states[i]!, to] as const)
      const added = [...recordedLines(steps, 1).keys()]
      fc.pre(added.length > 0 && passedAround(states).length === 0)
      const target = `${moved(last)}${added[pick % added.length]!}\n`
      const brought = tracesOf(states, { inBase: 'yes', born: 1 })
      const { how } = coverScenario({ base: moved(last), target, writes: brought, past: [moved(first)] })
      expect([null, 'revert']).toContain(how)
    }),
    runs,
  )
})
