import { describe, expect, test } from 'vitest'
import type { FileStructure } from '../../src/core/structure.ts'
import { classify } from '../../src/structure/classify.ts'
import { readStructure } from '../../src/structure/read.ts'
import { coverScenario } from '../support/world.ts'
import { structure } from './corpus.ts'
import { TWINS } from './twins.ts'

async function covered(path: string, base: string, written: string, target: string) {
  const structures = new Map<string, FileStructure>()
  for (const text of [base, written, target])
    structures.set(text, await readStructure(path, Buffer.from(text)))
  const writes = [{ before: base, after: written }]
  const { how, uncovered } = coverScenario({
    base,
    target,
    writes,
    structureIn: (text) => structures.get(text)!,
  })
  return { how, uncovered }
}

/** Where a text first differs from another, counted from 1. */
function firstLine(text: string, other: string): number {
  const others = other.split('\n')
  return text.split('\n').findIndex((line, at) => line !== others[at]) + 1
}

async function evolvedAt(
  path: string,
  before: string,
  after: string,
): Promise<(readonly [number, number])[]> {
  const changes = classify([
    { path, before: await structure(before, path), after: await structure(after, path) },
  ])
  return changes
    .filter(({ mutation }) => mutation === 'INTENT_EVOLUTION')
    .map(({ startLine, endLine }) => [startLine, endLine])
}

const holds = (line: number) =>
  expect.arrayContaining([expect.toSatisfy(([start, end]) => start <= line && line <= end)])

describe.each(TWINS)('$path', ({ path, base, written, formatted, twins }) => {
  test('what an agent moved and wrote passes in the layout of a formatter, and is no evolution', async () => {
    expect(await covered(path, base, written, formatted)).toEqual({ how: 'structure', uncovered: [] })
    expect(await evolvedAt(path, written, formatted)).toEqual([])
  })

  test.each(Object.entries(twins))('its twin is refused with the line: %s', async (_what, [from, to]) => {
    expect(formatted.split(from)).toHaveLength(2)
    const twin = formatted.replace(from, to)
    const { how, uncovered } = await covered(path, base, written, twin)
    const line = firstLine(twin, formatted)
    expect(how).toBeNull()
    expect(uncovered.map(({ line: start, endLine }) => [start, endLine])).toEqual(holds(line))
    expect(await evolvedAt(path, written, twin)).toEqual(holds(line))
  })
})
