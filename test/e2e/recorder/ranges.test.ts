import { expect, test } from 'vitest'
import { lineDigests } from '../../../src/core/digest.ts'
import { splitDigests } from '../../../src/core/trace.ts'
import { APP, edit, gatedRepo } from '../../support/gated-repo.ts'
import { claudeCode, ledger } from './agent.ts'

const many = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}\n`).join('')
const BRACES = 'if (a) {\n  x()\n}\n\nif (b) {\n  y()\n}\n'

const FIXTURES: readonly (readonly [string, string, string])[] = [
  ['one line changed', APP, edit(APP, { 3: 'changed\n' })],
  ['two places in one edit', APP, edit(APP, { 3: 'changed\n', 20: 'changed too\n' })],
  ['neighbouring lines', APP, edit(APP, { 3: 'a\n', 4: 'b\n', 6: 'c\n' })],
  ['lines put in at the start', APP, `first\nsecond\n${APP}`],
  ['lines put in at the end', APP, `${APP}last\n`],
  ['lines taken out', APP, edit(APP, { 5: '', 6: '', 7: '' })],
  [
    'a block of braces put between blocks of braces',
    BRACES,
    BRACES.replace('\nif (b)', '\nif (c) {\n  z()\n}\n\nif (b)'),
  ],
  [
    'lines that were moved',
    APP,
    `${APP.split('\n').slice(12).join('\n')}${APP.split('\n').slice(0, 12).join('\n')}\n`,
  ],
  ['the last newline taken away', 'a\nb\n', 'a\nb'],
  ['the last newline put there', 'a\nb', 'a\nb\n'],
  ['everything replaced', many('old', 300), many('new', 310)],
  [
    'repeated lines',
    many('same', 1).repeat(9),
    `${many('same', 1).repeat(4)}other\n${many('same', 1).repeat(6)}`,
  ],
  [
    'text that looks like a diff',
    '@@ -1 +1 @@\n--- a\n+++ b\n',
    '@@ -1 +1 @@\n-- a\n+++ b\ndiff --git a/0 b/0\n',
  ],
  ['bytes that are no UTF-8', 'a\n\xe9\n', 'a\nb\n\xe9\n'],
  ['emptied', APP, ''],
]

/** As `git diff -U0` says, by the algorithm that the ledger uses. */
function gitHunks(diff: string): number[][] {
  return Array.from(
    diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm),
    ([, a, b = '1', c, d = '1']) => [a, b, c, d].map(Number),
  )
}

test('what is recorded is what git diff -U0 says of the write, line by line', () => {
  const repo = gatedRepo()
  const agent = claudeCode(repo)
  agent.select('INT-001')
  for (const [index, [what, before, after]] of FIXTURES.entries()) {
    const path = `src/f${index}.txt`
    repo.write({ [path]: Buffer.from(before, 'latin1') })
    repo.git('add', path)
    agent.call('Edit', { file_path: `${repo.dir}/${path}` }, () =>
      repo.write({ [path]: Buffer.from(after, 'latin1') }),
    )
    const file = ledger(repo)
      .flatMap(({ files }) => files)
      .find((one) => one.path === path)
    const diff = repo.git('diff', '-U0', '--histogram', '--text', '--', path)
    expect(
      file?.hunks?.map(({ at }) => at),
      what,
    ).toEqual(gitHunks(diff))
    const [old, now] = [before, after].map((text) => lineDigests(Buffer.from(text, 'latin1')))
    for (const { at, removed, added } of file?.hunks ?? []) {
      expect(splitDigests(removed), what).toEqual(old!.slice(at[1] && at[0] - 1, at[1] && at[0] - 1 + at[1]))
      expect(splitDigests(added), what).toEqual(now!.slice(at[3] && at[2] - 1, at[3] && at[2] - 1 + at[3]))
    }
    const ranges = file?.conversations[0]?.ranges.map(({ start_line, end_line }) => [start_line, end_line])
    expect(ranges, what).toEqual(
      gitHunks(diff).flatMap(([, , start, count]) => (count! > 0 ? [[start, start! + count! - 1]] : [])),
    )
  }
  expect(ledger(repo)).toHaveLength(FIXTURES.length)
})
