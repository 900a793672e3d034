import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTrailers } from '../../src/core/trailers.ts'

const shown = (message: string) => parseTrailers(message).map(({ token, value }) => `${token}=${value}`)

describe('trailers stand in the last paragraph', () => {
  test.each([
    { why: 'one', message: 'Title\n\nIntent: INT-001\n', expected: ['Intent=INT-001'] },
    {
      why: 'without a newline at the end',
      message: 'Title\n\nIntent: INT-001',
      expected: ['Intent=INT-001'],
    },
    {
      why: 'blanks before the colon and none after it',
      message: 'Title\n\nIntent :INT-001\n',
      expected: ['Intent=INT-001'],
    },
    {
      why: 'folded over lines',
      message: 'Title\n\nIntent: INT-001,\n  INT-002\n',
      expected: ['Intent=INT-001, INT-002'],
    },
    {
      why: 'before comments and blank lines',
      message: 'Title\n\nIntent: INT-001\n\n# Please enter\n#\n',
      expected: ['Intent=INT-001'],
    },
    {
      why: 'above the diff of commit -v',
      message:
        'Title\n\nIntent: INT-001\n# ------------------------ >8 ------------------------\ndiff --git a/x b/x\n\n+Other: x\n',
      expected: ['Intent=INT-001'],
    },
    {
      why: 'with Windows line ends',
      message: 'Title\r\n\r\nIntent: INT-001\r\n',
      expected: ['Intent=INT-001'],
    },
    {
      why: 'with prose, if git itself wrote one of them',
      message: 'Title\n\nsome prose\nIntent: INT-001\nSigned-off-by: A <a@b.c>\n',
      expected: ['Intent=INT-001', 'Signed-off-by=A <a@b.c>'],
    },
    { why: 'not with prose otherwise', message: 'Title\n\nsome prose\nIntent: INT-001\n', expected: [] },
    {
      why: 'not in a paragraph before the last',
      message: 'Title\n\nIntent: INT-001\n\nmore\n',
      expected: [],
    },
    { why: 'not in the title', message: 'Intent: INT-001\n', expected: [] },
    { why: 'not in an empty message', message: '', expected: [] },
  ])('$why', ({ message, expected }) => expect(shown(message)).toEqual(expected))
})

test('git finds the same', () => {
  const line = fc.constantFrom(
    'Intent: INT-001',
    'Other-Key :v',
    'some prose',
    '  indented',
    '\tmore: x',
    '',
    ' ',
    '# comment',
    'Signed-off-by: A <a@b.c>',
    '(cherry picked from commit 1234567)',
    'a b: c',
    ': x',
  )
  const messages = fc
    .sample(fc.array(line, { minLength: 1, maxLength: 8 }), { numRuns: 150, seed: 1 })
    .map((lines) => `Title\n\n${lines.join('\n')}\n`)
  for (const message of messages)
    expect(shown(message), JSON.stringify(message)).toEqual(gitTrailers(message))
})

function gitTrailers(message: string): string[] {
  const args = ['-c', 'trailer.separators=:', 'interpret-trailers', '--parse', '--no-divider']
  const { stdout, status } = spawnSync('git', args, { input: message, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git interpret-trailers → ${status}`)
  const trailers = stdout
    .split('\n')
    .flatMap((line) => line.match(/^([A-Za-z0-9-]+)[ \t]*:(.*)$/)?.slice(1) ?? [])
  return Array.from(
    { length: trailers.length / 2 },
    (_, i) => `${trailers[2 * i]}=${trailers[2 * i + 1]!.trim()}`,
  )
}
