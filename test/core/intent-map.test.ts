import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Intent } from '../../src/core/intent.ts'
import { renderIntentMap } from '../../src/core/intent-map.ts'
import { intent, write } from '../rules/facts.ts'

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
