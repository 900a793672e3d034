import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDigests } from '../../src/core/digest.ts'
import { Intent } from '../../src/core/intent.ts'
import { renderIntentMap as render } from '../../src/core/intent-map.ts'
import { type Outlines, outlineOf } from '../../src/core/outline.ts'
import type { Write } from '../../src/core/trace.ts'
import { intent, write } from '../rules/facts.ts'
import { structure } from '../structure/corpus.ts'

const NOTHING: Outlines = new Map()
const renderIntentMap = (intents: Map<string, Intent>, records: readonly Write[], outlines = NOTHING) =>
  render(intents, records, outlines)
const map = (...intents: Intent[]) => new Map(intents.map((entry) => [entry.id, entry]))
const login = intent({ id: 'INT-001', name: 'Login' })
const logout = intent({ id: 'INT-002', name: 'Log_out', status: 'PLANNED' })
const body = (text: string) => text.split('\n').slice(4).join('\n')

const writes = [
  write({ id: '1', path: 'src/b.ts' }),
  write({ id: '2', path: 'src/a.ts', contributor: 'human' }),
  write({ id: '3', path: 'src/a.ts' }),
  write({ id: '4', path: 'src/a.ts' }),
  write({ id: '4', path: 'src/a.ts' }),
  write({ id: '5', path: 'lib/c.ts', intent: 'INT-009' }),
  write({ id: '6', path: 'lib/d.ts', intent: null }),
]

test('intents, the files written for them, and how often by whom', () => {
  expect(body(renderIntentMap(map(logout, login), writes))).toBe(`## INT-001 · Login · IN_PROGRESS

- \`src/a.ts\` — ai, human
- \`src/b.ts\` — ai

## INT-002 · Log\\_out · PLANNED

No file yet.

## No intent

- \`lib/d.ts\` — ai

## INT-009 · not declared

- \`lib/c.ts\` — ai
`)
})

test('the order and the repetition of records and intents change nothing', () => {
  const expected = renderIntentMap(map(login, logout), writes)
  fc.assert(
    fc.property(
      fc.shuffledSubarray(writes, { minLength: writes.length }),
      fc.shuffledSubarray([login, logout], { minLength: 2 }),
      (shuffled, intents) => {
        expect(renderIntentMap(map(...intents), [...shuffled, ...shuffled])).toBe(expected)
      },
    ),
  )
})

test('one line per file, so that two branches that wrote different files merge', () => {
  const ours = renderIntentMap(map(login), [...writes, write({ id: '8', path: 'src/x.ts' })]).split('\n')
  const base = renderIntentMap(map(login), writes).split('\n')
  expect(ours.filter((line) => !base.includes(line))).toEqual(['- `src/x.ts` — ai'])
  expect(base.filter((line) => !ours.includes(line))).toEqual([])
})

test.each([
  { path: 'a`b.ts', line: '- ``a`b.ts`` — ai' },
  { path: '`a', line: '- `` `a `` — ai' },
  { path: 'a\nb.ts', line: '- `a\\u{a}b.ts` — ai' },
  { path: 'a\u202egpj.ts', line: '- `a\\u{202e}gpj.ts` — ai' },
  { path: '<script>', line: '- `<script>` — ai' },
])('a path is shown as it is and does nothing else: $line', ({ path, line }) => {
  expect(renderIntentMap(map(login), [write({ path })]).split('\n')).toContain(line)
})

test('a name cannot break out of its heading', () => {
  const hostile = Intent.parse({ ...login, name: 'x\n## [INT-002](http://evil) <img src=x> @all `' })
  expect(body(renderIntentMap(map(hostile), [])).split('\n')[0]).toBe(
    '## INT-001 · x\\\\u\\{a\\}\\#\\# \\[INT-002\\]\\(http://evil\\) \\<img src=x\\> \\@all \\` · IN_PROGRESS',
  )
})

const CODE = `import { a } from './a'

export function total(items: number[]) {
  const sum = items.reduce((x, y) => x + y, 0)
  return sum
}

export class Cart {
  size() {
    return this.items.length
  }
  clear() {
    this.items = []
  }
}

test('a total', () => {
  expect(total([1])).toBe(1)
})
`

/** A record that added these lines of CODE, from 1. */
async function adding(...lines: number[]) {
  const content = Buffer.from(CODE)
  const all = lineDigests(content)
  const added = lines.map((line) => all[line - 1]!)
  const hunks = [{ at: [0, 0, 1, added.length] as const, removed: [], added }]
  const outlines: Outlines = new Map([['src/a.ts', outlineOf(await structure(CODE, 'a.ts'), content)]])
  const text = renderIntentMap(map(login), [write({ path: 'src/a.ts', hunks })], outlines)
  return text.split('\n').filter((line) => line.startsWith('  - '))
}

test('below a file stand the units that hold a line which was written for the intent', async () => {
  expect(await adding(4, 10)).toEqual(['  - `function total`', '  - `method Cart.size`'])
  expect(await adding(8)).toEqual(['  - `class Cart`'])
  expect(await adding(18)).toEqual(['  - `test a total`'])
})

test('a line that stands in the file twice, or outside of every unit, tells of none', async () => {
  expect(await adding(1, 6, 11, 14)).toEqual([])
})

test('units come in the order of their names, each once', async () => {
  expect(await adding(13, 10, 5, 4)).toEqual([
    '  - `function total`',
    '  - `method Cart.clear`',
    '  - `method Cart.size`',
  ])
})

test('a file that nobody can parse has none', () => {
  expect(renderIntentMap(map(login), [write({ path: 'a.bin', hunks: null })])).toContain('- `a.bin` — ai\n')
})
