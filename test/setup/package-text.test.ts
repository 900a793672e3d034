import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editScript } from '../../src/setup/package-text.ts'

const add = (text: string, after = 'new', before: string | null = null): string =>
  editScript(text, { name: 'prepare', before, after })
const remove = (text: string, before: string): string =>
  editScript(text, { name: 'prepare', before, after: null })

describe('one script of package.json changes, and nothing else', () => {
  test.each([
    [
      'no scripts',
      '{\n  "name": "a"\n}\n',
      '{\n  "name": "a",\n  "scripts": {\n    "prepare": "new"\n  }\n}\n',
    ],
    [
      'other scripts',
      '{\n\t"scripts": {\n\t\t"test": "x"\n\t}\n}',
      '{\n\t"scripts": {\n\t\t"prepare": "new",\n\t\t"test": "x"\n\t}\n}',
    ],
    [
      'CR LF',
      '{\r\n  "scripts": {\r\n    "a": "b"\r\n  }\r\n}\r\n',
      '{\r\n  "scripts": {\r\n    "prepare": "new",\r\n    "a": "b"\r\n  }\r\n}\r\n',
    ],
    [
      'an array on one line',
      '{\n  "files": ["a", "b"]\n}\n',
      '{\n  "files": ["a", "b"],\n  "scripts": {\n    "prepare": "new"\n  }\n}\n',
    ],
    ['empty scripts', '{\n  "scripts": {}\n}\n', '{\n  "scripts": {\n    "prepare": "new"\n  }\n}\n'],
    ['all on one line', '{"name":"a"}', '{\n  "name": "a",\n  "scripts": {\n    "prepare": "new"\n  }\n}'],
    ['an empty object', '{}\n', '{\n  "scripts": {\n    "prepare": "new"\n  }\n}\n'],
    [
      'another "scripts" before',
      '{\n  "x": {\n    "scripts": {\n      "a": "b"\n    }\n  }\n}\n',
      '{\n  "x": {\n    "scripts": {\n      "a": "b"\n    }\n  },\n  "scripts": {\n    "prepare": "new"\n  }\n}\n',
    ],
    [
      'a byte order mark',
      '\ufeff{\n  "scripts": {\n    "a": "b"\n  }\n}\n',
      '\ufeff{\n  "scripts": {\n    "prepare": "new",\n    "a": "b"\n  }\n}\n',
    ],
  ])('%s', (_, before, after) => expect(add(before)).toBe(after))

  test('a script that is there is replaced, however it is escaped', () => {
    const before = '{\n  "scripts": { "prepare": "a \\"b\\" \\\\", "x": "y" }\n}\n'
    expect(add(before, 'a "b" \\ && c', 'a "b" \\')).toBe(
      '{\n  "scripts": { "prepare": "a \\"b\\" \\\\ && c", "x": "y" }\n}\n',
    )
  })

  test('dollar signs are not patterns', () => {
    expect(JSON.parse(add('{\n  "scripts": {\n    "a": "b"\n  }\n}\n', '$& $1 $$')).scripts.prepare).toBe(
      '$& $1 $$',
    )
  })

  test('what was added is removed again, byte for byte', () => {
    const key = fc.stringMatching(/^[a-z]{1,6}$/)
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.array(fc.string(), { maxLength: 2 }),
      fc.dictionary(key, fc.string(), { maxKeys: 2 }),
    )
    const manifest = fc.dictionary(key, value, { minKeys: 1, maxKeys: 4 })
    const scripts = fc.option(fc.dictionary(key, fc.string(), { minKeys: 1, maxKeys: 3 }), { nil: undefined })
    fc.assert(
      fc.property(
        manifest,
        scripts,
        fc.constantFrom('\t', '  ', '    '),
        fc.string(),
        (rest, some, indent, script) => {
          const json = { ...rest, ...(some === undefined ? {} : { scripts: some }) }
          const text = `${JSON.stringify(json, null, indent)}\n`
          const added = add(text, script)
          expect(JSON.parse(added)).toEqual({ ...json, scripts: { ...some, prepare: script } })
          expect(remove(added, script)).toBe(text)
        },
      ),
    )
  })
})
