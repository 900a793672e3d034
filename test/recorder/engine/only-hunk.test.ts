import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasTooManyChanges, onlyHunk, textLines } from '../../../src/agent-hook/only-hunk.ts'
import { createHunkScan } from '../../../src/git/parse-hunks.ts'
import { temporaryFolder } from '../../support/repo.ts'

const ARGUMENTS = [
  'diff',
  '--no-index',
  '-U0',
  '--histogram',
  '--indent-heuristic',
  '--text',
  '--no-prefix',
  'a',
  'b',
]

function gitDiffs(pairs: readonly (readonly [string, string])[]) {
  const dir = temporaryFolder()
  for (const side of ['a', 'b']) mkdirSync(join(dir, side))
  for (const [name, [before, after]] of pairs.entries()) {
    writeFileSync(join(dir, 'a', String(name)), before)
    writeFileSync(join(dir, 'b', String(name)), after)
  }
  const scan = createHunkScan()
  scan.read(spawnSync('git', ARGUMENTS, { cwd: dir, maxBuffer: 1 << 28 }).stdout)
  return scan.end()
}

// Some lines stand often, as blank ones and braces do, and some once.
const line = fc.oneof(
  fc.constantFrom('a', 'b', '', '}', '\tif (y) {'),
  fc.integer({ min: 0, max: 999 }).map((value) => `line ${value}`),
)
const text = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''))
const fresh = fc.array(fc.constantFrom('n1', 'n2', 'n3', '', '}'), { maxLength: 4 })
// An edit as an agent makes it: some lines in the middle become others.
const edited = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.nat(14), fc.nat(4), fresh)
  .map(([lines, at, count, now]) => {
    const after = [...lines.slice(0, at), ...now, ...lines.slice(at + count)]
    return [lines.map((one) => `${one}\n`).join(''), after.map((one) => `${one}\n`).join('')] as const
  })

test('wherever it finds the only hunk, git finds the same', () => {
  const pairs = fc.sample(fc.oneof(edited, fc.tuple(text, text)), 8_000)
  const diffs = gitDiffs(pairs)
  let known = 0
  for (const [name, [before, after]] of pairs.entries()) {
    const found = onlyHunk(textLines(Buffer.from(before)), textLines(Buffer.from(after)))
    if (found === undefined) continue
    known++
    expect(found, JSON.stringify([before, after])).toEqual(diffs.get(name) ?? [])
  }
  expect(known).toBeGreaterThan(1_000)
})

const lines = (source: string) => textLines(Buffer.from(source))

test.each([
  ['one line', 'a\nb\nc\n', 'a\nx\nc\n', [[2, 1, 2, 1]]],
  ['a line put in', 'a\nb\n', 'a\nx\nb\n', [[1, 0, 2, 1]]],
  ['a line taken out', 'a\nx\nb\n', 'a\nb\n', [[2, 1, 1, 0]]],
  ['a new file', '', 'a\nb\n', [[0, 0, 1, 2]]],
  ['nothing', 'a\n', 'a\n', []],
] as const)('%s needs no git', (_what, before, after, hunks) =>
  expect(onlyHunk(lines(before), lines(after))).toEqual(hunks),
)

test.each([
  ['a repeated line', 'a\na\n', 'a\na\na\n'],
  ['a changed line among lines that repeat', 'x\nc\nx\nc\nx\n', 'x\nn\nx\nc\nx\n'],
  ['two places', 'a\nb\nc\n', 'x\nb\ny\n'],
  ['a block that could stand elsewhere', 'a\n}\n', 'a\n}\nx\n}\n'],
])('%s is for git to say', (_what, before, after) =>
  expect(onlyHunk(lines(before), lines(after))).toBeUndefined(),
)

test('what changes more lines than a record takes is known without git', () => {
  const lines = (count: number, of: (at: number) => string) =>
    textLines(Buffer.from(Array.from({ length: count }, (_, at) => `${of(at)}\n`).join('')))
  const before = lines(30_000, (at) => `line ${at}`)
  expect(
    hasTooManyChanges(
      before,
      lines(30_000, (at) => (at < 10_000 ? `new ${at}` : `line ${at}`)),
    ),
  ).toBe(false)
  expect(
    hasTooManyChanges(
      before,
      lines(30_000, (at) => (at < 10_001 ? `new ${at}` : `line ${at}`)),
    ),
  ).toBe(true)
  expect(
    hasTooManyChanges(
      [],
      lines(20_001, () => 'same'),
    ),
  ).toBe(true)
  expect(hasTooManyChanges(before, before.toReversed())).toBe(false)
})
