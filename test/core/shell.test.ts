import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodePath, encodePath } from '../../src/core/path.ts'
import { shellQuote } from '../../src/core/shell.ts'
import { LOG_COMMAND, UNSEEN } from '../../src/core/unseen.ts'

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['my file.ts', "'my file.ts'"],
  ["it's", "'it'\\''s'"],
  ['$(id)`id`', "'$(id)`id`'"],
  ['', "''"],
  ['~root', "'~root'"],
  ['=x', "'=x'"],
  ['a\nb', "$'a\\012b'"],
  ["a\n'\\", "$'a\\012\\047\\134'"],
  ['a\udcff', "$'a\\377'"],
  ['x##[error]', "$'x\\043\\043[error]'"],
])('%j is pasted as %s', (word, expected) => expect(shellQuote(word)).toBe(expected))

test('whatever the name, bash reads back the very bytes, and what is pasted is printable', () => {
  const pieces = fc.constantFrom(
    "'",
    '"',
    '\\',
    '$',
    '`',
    '!',
    '\n',
    '##[',
    '\u202e',
    '-',
    ' ',
    '*',
    '~',
    '{a,b}',
    '%',
    '\u001b[0m',
  )
  const bytes = fc.uint8Array({ min: 1, maxLength: 12 }).map(decodePath)
  const mixed = fc
    .array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 6 })
    .map((parts) => parts.join(''))
  const word = fc.oneof(bytes, mixed).filter((text) => !text.includes('\0'))
  const words = fc.array(word, { minLength: 20, maxLength: 40 })
  fc.assert(
    fc.property(words, (list) => {
      const quoted = list.map(shellQuote)
      const unseen = new RegExp(UNSEEN, 'u')
      for (const text of quoted) expect(unseen.test(text) || LOG_COMMAND.test(text), text).toBe(false)
      const out = execFileSync('bash', ['-c', `printf '%s\\0' ${quoted.join(' ')}`])
      expect(
        out.equals(Buffer.concat(list.map((text) => Buffer.concat([encodePath(text), Buffer.of(0)])))),
      ).toBe(true)
    }),
    { numRuns: 25 },
  )
})
