import { expect, test } from 'vitest'
import { decodePath } from '../../src/core/path.ts'
import { clip, jsonText, quotePath, visible } from '../../src/report/escape.ts'

test.each([
  ['a newline', 'x\n::error::forged', 'x\\n::error::forged'],
  ['carriage return and tab', 'a\r\tb', 'a\\r\\tb'],
  ['an ANSI escape', '\u001b[2Jgone', '\\x1b[2Jgone'],
  ['NUL and DEL', '\0\u007f', '\\x00\\x7f'],
  ['a C1 control', 'a\u009b31mb', 'a\\u009b31mb'],
  ['a right-to-left override', 'gpj.\u202ets', 'gpj.\\u202ets'],
  ['isolates and marks', '\u2066\u2069\u200e\u200f\u061c', '\\u2066\\u2069\\u200e\\u200f\\u061c'],
  ['line separators', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['zero-width characters', 'a\u200bb\u200dc\ufeffd', 'a\\u200bb\\u200dc\\ufeffd'],
  ['tag characters', 'a\u{e0041}', 'a\\u{e0041}'],
  ['variation selectors', 'a\ufe01\u{e0101}', 'a\\ufe01\\u{e0101}'],
  ['a no-break space', 'a\u00a0b', 'a\\u00a0b'],
  ['a byte that is not UTF-8', decodePath(Uint8Array.of(0x61, 0xff)), 'a\\xff'],
  ['another lone surrogate', 'a\ud800b', 'a\\ud800b'],
  ['a command at the start', '::error::x', '\\x3a:error::x'],
  ['a command after a space, where a line may be wrapped', 'see ::error::x', 'see \\x3a:error::x'],
  ['a command of the old syntax', 'a##[error]b', 'a#\\x23[error]b'],
  ['a command of Azure', '##vso[task.setvariable]', '#\\x23vso[task.setvariable]'],
  ['a command of TeamCity', '##teamcity[x]', '#\\x23teamcity[x]'],
])('%s becomes visible', (_, text, expected) => expect(visible(text)).toBe(expected))

test.each(['std::vector', 'naïve – 日本語 🙂', '## heading', 'a # b', 'C:\\x', '日本\u3000語'])(
  '%s is left alone',
  (text) => expect(visible(text)).toBe(text),
)

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['src/é.ts', 'src/é.ts'],
  ['my file.ts', '"my file.ts"'],
  ['say "hi".ts', '"say \\"hi\\".ts"'],
  ['a\\nb', '"a\\\\nb"'],
  ['a\nb', '"a\\nb"'],
  ['a.ts:99', '"a.ts:99"'],
  ['::error::x', '"::error::x"'],
  ['##[error]x', '"#\\x23[error]x"'],
  ['', '""'],
])('the path %j is shown as %s', (path, expected) => expect(quotePath(path)).toBe(expected))

test('a name that spells an escape is not shown like a name that needs one', () => {
  expect(quotePath('a\\nb')).not.toBe(quotePath('a\nb'))
  expect(quotePath('a\\xff')).not.toBe(quotePath('a\udcff'))
})

test('a cut is visible and never splits a character', () => {
  expect(clip('12345', 5)).toBe('12345')
  expect(clip('123456', 5)).toBe('12...')
  expect(clip('1🙂3456', 5)).toBe('1...')
})

test('JSON keeps every string and shows none of it raw', () => {
  const value = { path: 'a\u202e\u{e0041}\u2028\u0085\udcff##[error]\\\u200b' }
  const text = jsonText(value)
  expect(JSON.parse(text)).toEqual(value)
  expect(text).toBe(
    '{\n  "path": "a\\u202e\\udb40\\udc41\\u2028\\u0085\\udcff#\\u0023[error]\\\\\\u200b"\n}\n',
  )
})
