import { expect, test } from 'vitest'
import type { Report } from '../../src/core/report.ts'
import { createMarkdown, reporters } from '../../src/report/index.ts'
import { failing, HEAD, numbered, plainStyle, report, shallow, traced, violation } from './sample.ts'

const say = (of: Report) => reporters.markdown.report(of, plainStyle)

test('verdict, findings by rule, and the coverage folded away', () => {
  const of = failing([violation({ line: 3, endLine: 7, commit: HEAD })], {
    notes: ['n'],
    exempted: [{ path: 'x y', by: 'exemption', reason: 'generated' }],
    coverage: [
      traced('src/a.ts', {
        how: null,
        lines: { changed: 10, covered: 8 },
        uncovered: [{ line: 3, endLine: 4 }],
      }),
      traced('src/b.ts'),
    ],
    source: { kind: 'range', base: HEAD, head: 'b'.repeat(40), mergeBases: [], policy: 'c'.repeat(40) },
  })
  expect(say(of)).toBe(`## ❌ intentgate: rejected

<p>1 error · 5 paths judged · rejected</p>

<ul>
<li>n</li>
</ul>

<h3>❌ hash-mismatch: 1 error</h3>
<table>
<tr><th>where</th><th>what, and the way out</th></tr>
<tr><td><code>src/a.ts:3-7</code></td><td>the one record does not explain these lines (commit 1a2b3c4d5e)<br>fix: <code>npx intentgate adopt --intent INT-001 src/a.ts</code></td></tr>
</table>

<details><summary>Exempted: 1 path</summary>
<table>
<tr><th>path</th><th>by</th></tr>
<tr><td><code>&quot;x y&quot;</code></td><td>exemption: generated</td></tr>
</table></details>

<details><summary>Coverage of 2 paths</summary>
<table>
<tr><th>path</th><th>intent</th><th>how</th><th>lines</th></tr>
<tr><td><code>src/a.ts</code></td><td><code>INT-001</code></td><td>not covered</td><td><code>████████░░</code> 8/10<br>not covered: 3-4</td></tr>
<tr><td><code>src/b.ts</code></td><td><code>INT-001</code></td><td>chain</td><td></td></tr>
</table></details>

<p><sub>judged <code>${HEAD}..${'b'.repeat(40)}</code> · mode enforce · policy <code>${'c'.repeat(40)}</code></sub></p>
`)
})

test('the bar is only full when every line is covered', () => {
  const bars = [0, 1, 999, 1000].map((covered) =>
    traced('a', { how: 'lines', lines: { changed: 1000, covered } }),
  )
  expect(say(report({ coverage: bars })).match(/[█░]+/g)).toEqual([
    '░'.repeat(10),
    '░'.repeat(10),
    `${'█'.repeat(9)}░`,
    '█'.repeat(10),
  ])
})

test.each([
  ['a mention', 'ask @user now', 'ask <code>@user</code> now'],
  [
    'an issue',
    'see #123 or GH-7 or o/r#1',
    'see <code>#123</code> or <code>GH-7</code> or <code>o/r#1</code>',
  ],
  ['HTML', '<img src=x>', '<code>&lt;img</code> <code>src=x&gt;</code>'],
  ['a link', '[x](http://y)', '<code>[x](http://y)</code>'],
  ['a bare link', 'www.example.com https://x', '<code>www.example.com</code> <code>https://x</code>'],
  ['code and a table cell', 'a `b` | c', 'a <code>`b`</code> <code>|</code> c'],
  ['an emoji code', ':tada: x', '<code>:tada:</code> x'],
  ['an entity', '&lt;b&gt;', '<code>&amp;lt;b&amp;gt;</code>'],
  ['a new paragraph', 'a\n\n# b', 'a\\n\\n# b'.replace('a\\n\\n#', '<code>a\\n\\n#</code>')],
])('%s in a message is only text', (_, message, expected) => {
  expect(say(failing([violation({ message })]))).toContain(`<td>${expected}<br>fix: `)
})

test('foreign text never ends the block it stands in', () => {
  const nasty = 'a\n\n</code></table>\n\n# forged @user'
  const of = failing([violation({ path: nasty, message: nasty, remedy: nasty })], {
    notes: [nasty],
    exempted: [{ path: nasty, by: 'exemption', reason: nasty }],
    coverage: [traced(nasty, { intents: [nasty] })],
  })
  const blocks = say(of).split('\n\n')
  expect(blocks).toHaveLength(7)
  for (const block of blocks.slice(1)) expect(block).toMatch(/^<(p|ul|h3|details)>/)
  expect(say(of).replaceAll(/<code>[^<]*<\/code>/g, '')).not.toMatch(/@|forged @/)
})

test('a step summary stays under its limit, and says what was cut', () => {
  const of = failing(
    numbered(20_000, (at) => ({ message: `é ${at} ${'x'.repeat(60)}` })),
    {
      coverage: numbered(100).map(({ path }) => traced(path ?? '')),
    },
  )
  const shown = say(of)
  expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(900 * 1024)
  expect(Buffer.byteLength(shown)).toBeGreaterThan(890 * 1024)
  const rows = shown.match(/<td><code>src\//g)?.length ?? 0
  expect(shown).toContain(`**Cut at 900 KiB: ${20_100 - rows} rows are not shown here.`)
  expect(shown).toMatch(/<\/tr>\n<\/table>\n/)
})

test('the limit is a parameter: a comment holds less than a step summary', () => {
  const shown = createMarkdown(64 * 1024).report(failing(numbered(2000)), plainStyle)
  expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(64 * 1024)
  expect(shown).toContain('**Cut at 64 KiB: ')
})

test('a check that could not judge has a heading of its own', () => {
  expect(reporters.markdown.failure(shallow, plainStyle)).toBe(
    '## ❌ intentgate could not judge\n\n<p>this clone is shallow, and the base lies beyond its edge (<code>SHALLOW</code>)<br>fix: <code>run: git fetch --unshallow</code></p>\n',
  )
})
