import { expect, test } from 'vitest'
import { settle } from '../../src/core/ask.ts'
import { lineDigest } from '../../src/core/digest.ts'
import { contextOf } from '../../src/core/path-case.ts'
import { movedLines } from '../../src/core/steps/moved.ts'
import { added, entry, factsOf, intent, oid, write } from '../rules/facts.ts'

const digestOf = (line: string) => lineDigest(Buffer.from(line))

/** A new file with its one record, which adds `lines`; `arrived` is what the target holds. */
function traced(name: string, lines: readonly string[], arrived: string, by = 'INT-001') {
  const path = `src/${name}`
  const hunks = [{ at: [0, 0, 1, lines.length] as const, removed: [], added: lines.map(digestOf) }]
  const edge = { before: null, after: entry(`recorded ${name}`) }
  return {
    change: added(path, name),
    blob: [oid(name), Buffer.from(arrived)] as const,
    write: write({ id: `${name} of ${by}`, path, intent: by, edge, hunks }),
  }
}

function contextWith(files: readonly ReturnType<typeof traced>[]) {
  const { snapshot, evidence } = factsOf({
    intents: [intent(), intent({ id: 'INT-002' })],
    changes: files.map(({ change }) => change),
    ledger: { added: files.map((file) => file.write) },
    loaded: { blobs: new Map(files.map(({ blob }) => blob)) },
  })
  return contextOf(snapshot, evidence)
}

function freeFor(
  context: ReturnType<typeof contextWith>,
  name: string,
  lines: readonly string[],
  by?: string,
): { lines: Map<string, number>; from: string[] } {
  const change = context.changes.get(`src/${name}`)!
  const mayServe = ({ intent: id }: { intent: string | null }) => by === undefined || id === by
  const question = movedLines({ context, change, records: [], usable: [], mayServe }, lines.map(digestOf))
  const answer = settle(question)
  if (answer.kind === 'needs') throw new Error('everything is loaded')
  return { lines: answer.value.lines, from: answer.value.writes.map(({ id }) => id) }
}

test('a line that did not arrive where it was recorded may stand elsewhere, once', () => {
  const context = contextWith([traced('a', ['x\n', 'y\n'], 'y\n'), traced('b', [], 'x\n')])
  expect(freeFor(context, 'b', ['x\n', 'y\n', 'z\n'])).toEqual({
    lines: new Map([[digestOf('x\n'), 1]]),
    from: ['a of INT-001'],
  })
  context.moved.set(digestOf('x\n'), 1)
  expect(freeFor(context, 'b', ['x\n']).lines.size).toBe(0)
})

test('not in the file that it was recorded for, and not by an intent that may not serve', () => {
  const context = contextWith([traced('a', ['x\n'], ''), traced('b', [], 'x\n')])
  expect(freeFor(context, 'a', ['x\n']).lines.size).toBe(0)
  expect(freeFor(context, 'b', ['x\n'], 'INT-002').lines.size).toBe(0)
})

test('of a file that two intents recorded, only what the intent that may serve recorded', () => {
  const both = [traced('a', ['x\n'], ''), traced('a', ['y\n'], '', 'INT-002'), traced('b', [], 'x\n')]
  const context = contextWith(both)
  expect(freeFor(context, 'b', ['x\n', 'y\n'], 'INT-002').lines).toEqual(new Map([[digestOf('y\n'), 1]]))
  expect(freeFor(context, 'b', ['x\n', 'y\n']).lines.size).toBe(2)
})

test('thousands of files that are not explained do not make each other slow', () => {
  const lines = Array.from({ length: 30 }, (_, at) => `${at}\n`)
  const files = Array.from({ length: 1500 }, (_, at) => traced(`f${at}`, lines, lines.join('')))
  const context = contextWith(files)
  const start = performance.now()
  for (const at of files.keys()) freeFor(context, `f${at}`, lines)
  expect(performance.now() - start).toBeLessThan(5000)
})
