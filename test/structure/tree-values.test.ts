import { describe, expect, test } from 'vitest'
import { classify } from '../../src/structure/classify.ts'
import { structure } from './corpus.ts'
import { expectOther, expectSame, unitsOf } from './tree-samples.ts'

describe('written differently, the same', () => {
  test.each([
    ['white space', 'a.json', '{"a":[1,2]}', '{\n  "a": [\n    1,\n    2\n  ]\n}\n'],
    ['escapes', 'a.json', '{"\\u0061": "\\u002f"}', '{"a": "\\/"}'],
    ['comments', 'a.jsonc', '{"a": 1} // b', '/* c */ {"a": 1}'],
    ['quotes', 'a.yaml', 'a: "b"\n', "a: 'b'\n"],
    ['flow and block', 'a.yaml', 'a: {b: [c, d]}\n', 'a:\n  b:\n    - c\n    - d\n'],
    ['indentation', 'a.yml', 'a:\n- b\n- c: d\n', 'a:\n    -   b\n    -   c: d\n'],
    ['comments', 'a.yaml', '# a\nb: c # d\n', 'b: c\n'],
    ['a folded text', 'a.yaml', 'a: >\n  b\n  c\n', 'a: >\n    b\n    c\n'],
    ['white space', 'a.toml', 'a=1\n[b]\nc=[1,2]\n', 'a = 1\n\n[ b ]\nc = [\n  1, # d\n  2,\n]\n'],
    ['quotes', 'a.toml', 'a = "b\\\\c"\n', "a = 'b\\c'\n"],
    ['numbers', 'a.toml', 'a = 0x1F\nb = 1_000\n', 'a = 31\nb = 1000\n'],
    ['line ends', 'a.toml', 'a = """b\nc"""\n', 'a = """b\r\nc"""\r\n'],
  ])('%s: %s', (_what, path, one, other) => expectSame(path, one, other))
})

describe('almost the same, and not', () => {
  test.each([
    ['a whole number and a fraction', 'a.json', '{"a": 1}', '{"a": 1.0}'],
    ['how a number is written', 'a.json', '[100]', '[1e2]'],
    ['a number and its text', 'a.json', '[1]', '["1"]'],
    ['order of keys', 'a.json', '{"a": 1, "b": 2}', '{"b": 2, "a": 1}'],
    ['a key that stands twice', 'a.json', '{"a": 1, "a": 2}', '{"a": 2}'],
    ['a key that every object has', 'a.json', '{"__proto__": 1}', '{}'],
    ['a comma at the end', 'a.json', '[1,]', '[1]'],
    ['white space in a text', 'a.json', '[" "]', '["  "]'],
    ['an empty object and an empty list', 'a.json', '{"a": {}}', '{"a": []}'],
    ['a whole number and a fraction', 'a.yaml', 'a: 1\n', 'a: 1.0\n'],
    ['a word and its text', 'a.yaml', 'a: on\n', 'a: "on"\n'],
    ['words for yes', 'a.yaml', 'a: yes\n', 'a: true\n'],
    ['a number with a zero in front', 'a.yaml', 'a: 012\n', 'a: 12\n'],
    ['nothing, and a word for it', 'a.yaml', 'a:\n', 'a: null\n'],
    ['an anchor', 'a.yaml', 'a: &b 1\nc: *b\n', 'a: &b 1\nc: 1\n'],
    ['where an anchor stands', 'a.yaml', 'a: &b 1\nc: 1\nd: *b\n', 'a: 1\nc: &b 1\nd: *b\n'],
    ['a tag', 'a.yaml', 'a: !!str 1\n', 'a: 1\n'],
    ['a tag that a program knows', 'a.yaml', 'a: !Ref b\n', 'a: !Sub b\n'],
    ['a key that stands twice', 'a.yaml', 'a: 1\na: 2\n', 'a: 2\n'],
    ['order of keys', 'a.yaml', 'a: 1\nb: 2\n', 'b: 2\na: 1\n'],
    ['how deep a key stands', 'a.yaml', 'a:\n  b: 1\n  c: 2\n', 'a:\n  b: 1\nc: 2\n'],
    ['lines of a text', 'a.yaml', 'a: |\n  b\n  c\n', 'a: >\n  b\n  c\n'],
    ['the end of a text', 'a.yaml', 'a: |\n  b\n', 'a: |-\n  b\n'],
    ['a # in a text', 'a.yaml', 'a: |\n  # b\n', 'a: |\n  # c\n'],
    ['two documents', 'a.yaml', 'a: 1\n---\nb: 2\n', 'a: 1\nb: 2\n'],
    ['the version', 'a.yaml', '%YAML 1.1\n---\na: 1\n', '%YAML 1.2\n---\na: 1\n'],
    ['a merge and a key', 'a.yaml', 'a: &b {c: 1}\nd:\n  <<: *b\n', 'a: &b {c: 1}\nd:\n  "<<": *b\n'],
    ['a whole number and a fraction', 'a.toml', 'a = 1\n', 'a = 1.0\n'],
    ['a sign of nothing', 'a.toml', 'a = 0.0\n', 'a = -0.0\n'],
    ['a date and its text', 'a.toml', 'a = 2020-01-01\n', 'a = "2020-01-01"\n'],
    ['a time with a zone and without', 'a.toml', 'a = 2020-01-01T00:00:00Z\n', 'a = 2020-01-01T00:00:00\n'],
    ['a fraction of a second', 'a.toml', 'a = 00:00:00.1234567\n', 'a = 00:00:00.1234568\n'],
    ['order of keys', 'a.toml', 'a = 1\nb = 2\n', 'b = 2\na = 1\n'],
    ['order of keys that are numbers', 'a.toml', '[a]\n2 = 1\n1 = 1\n', '[a]\n1 = 1\n2 = 1\n'],
    ['a table and a list of them', 'a.toml', '[a]\nb = 1\n', '[[a]]\nb = 1\n'],
    ['which table a key is in', 'a.toml', '[a]\nb = 1\n[c]\n', '[a]\n[c]\nb = 1\n'],
    ['a # in a text', 'a.toml', 'a = "# b"\n', 'a = "# c"\n'],
    ['a header in a text', 'a.toml', 'a = """\n[b]\n"""\nc = 1\n', 'a = """\n[c]\n"""\nc = 1\n'],
  ])('%s: %s', (_what, path, one, other) => expectOther(path, one, other))
})

test.each([
  ['a.json', '{"a": }'],
  ['a.json', ''],
  ['a.json', '{} {}'],
  ['a.yaml', 'a: [1'],
  ['a.yaml', 'a: *b\n  c: d\n'],
  ['a.toml', 'a = 1\na = 2\n'],
  ['a.toml', 'a = '],
])('%s with an error has no structure: %s', async (path, text) => {
  await expect(structure(text, path)).rejects.toThrow('syntax')
})

test.each([
  ['a.json', '{\n  "a": 1,\n  // of b\n  "b": {\n    "c": 2\n  }\n}\n', ['key a:2-2', 'key b:3-6']],
  ['a.yaml', '# of a\na: 1\nb:\n  c: |\n    d\n\n\ne: 2\n', ['key a:1-2', 'key b:3-5', 'key e:8-8']],
  [
    'a.toml',
    'a = [\n  1,\n]\n# of b\n[b]\nc = 2\n[[d.e]]\nf = 3\n',
    ['key a:1-3', 'key b:4-6', 'key d.e:7-8'],
  ],
])('%s: units are the keys of the first level', async (path, text, expected) => {
  expect(await unitsOf(path, text)).toEqual(expected)
})

test.each([
  ['a comment that a tool obeys', 'a.yaml', 'a: 1\n', 'a: 1 # yamllint disable-line\n', ['EVOLUTION file']],
  ['a comment', 'a.toml', '# b\na = 1\n', '# c\na = 1\n', ['COMMENT key a']],
  ['reformatted', 'a.json', '{"a":[1]}', '{\n  "a": [1]\n}', ['FORMAT key a']],
  ['another value', 'a.json', '{"a":1,"b":2}', '{"a":1,"b":3}', ['EVOLUTION key b']],
  [
    'keys in another order',
    'a.json',
    '{"a":1,\n"b":2}',
    '{"b":2,\n"a":1}',
    ['EVOLUTION file', 'MOVED key b'],
  ],
])('%s in %s', async (_what, path, before, after, expected) => {
  const sides = { before: await structure(before, path), after: await structure(after, path) }
  const found = classify([{ path, ...sides }]).map((change) =>
    `${change.class} ${change.kind} ${change.name}`.trim(),
  )
  expect(found.sort()).toEqual(expected)
})
