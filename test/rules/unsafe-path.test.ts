import { describe, expect, test } from 'vitest'
import { foldersNear } from '../../src/core/unsafe-path.ts'
import { unsafePath } from '../../src/rules/unsafe-path.ts'
import { added, deleted, findings, findingsOf, modified, needs, type Scenario } from './facts.ts'

/** Folder → what lies directly in it, of these paths: of the folders near the added ones. */
function childrenOf(paths: readonly string[], added = paths): Map<string, string[]> {
  const children = new Map<string, Set<string>>([['', new Set()]])
  for (const path of paths) {
    for (let at = path.indexOf('/'), start = ''; ; at = path.indexOf('/', at + 1)) {
      const node = at === -1 ? path : path.slice(0, at + 1)
      children.set(start, (children.get(start) ?? new Set()).add(node))
      if (at === -1) break
      start = node
    }
  }
  return new Map(foldersNear(added).map((folder) => [folder, [...(children.get(folder) ?? [])]]))
}

/** Adds `paths` to a target that holds `standing` besides. */
const adding = (paths: readonly string[], standing: readonly string[] = []): Scenario => ({
  changes: paths.map((path) => added(path)),
  loaded: { names: childrenOf([...standing, ...paths], paths) },
})

describe('names that deceive', () => {
  test.each([
    { path: 'src/a\u202egpj.ts', said: 'its name holds the invisible character U+202E' },
    { path: 'src/a\u2066b.ts', said: 'its name holds the invisible character U+2066' },
    { path: 'a\u{e0041}.ts', said: 'its name holds the invisible character U+E0041' },
    { path: 'a\nb', said: 'its name holds the invisible character U+000A' },
    { path: 'a\tb', said: 'its name holds the invisible character U+0009' },
    { path: 'a\u009bb', said: 'its name holds the invisible character U+009B' },
    { path: 'bad\udcff.ts', said: 'its name is not valid UTF-8, so the ledger cannot name it' },
    { path: 'sub/.git/config', said: 'some file systems read a part of its name as .git' },
    { path: '.GIT/config', said: 'some file systems read a part of its name as .git' },
    { path: '.g\u200cit/config', said: 'some file systems read a part of its name as .git' },
    { path: 'git~1/config', said: 'some file systems read a part of its name as .git' },
    { path: '.git./config', said: 'some file systems read a part of its name as .git' },
    { path: '.git /config', said: 'some file systems read a part of its name as .git' },
    { path: '.git::$INDEX_ALLOCATION/config', said: 'some file systems read a part of its name as .git' },
    { path: 'a\\.git\\config', said: 'some file systems read a part of its name as .git' },
    { path: '.GitModules', said: 'some file systems read a part of its name as .gitmodules' },
    { path: 'GITATT~1', said: 'some file systems read a part of its name as .gitattributes' },
    {
      path: '.Orchestration/policy.yaml',
      said: 'some file systems read a part of its name as .orchestration',
    },
  ])('$path', ({ path, said }) => expect(findings(unsafePath, adding([path]))).toEqual([`${path}: ${said}`]))

  test.each([
    'src/a b.ts',
    'it\'s "quoted".ts',
    'é.ts',
    '漢字/ファイル.md',
    '❤\ufe0f.md',
    '👩\u200d💻.md',
    '.gitmodules',
    'sub/.gitattributes',
    '.gitignore',
    '.orchestration/agent_trace/2026-11/30-s.jsonl',
    'digit~1',
    'a...b',
    '.github/x',
  ])('%s is fine', (path) => expect(findings(unsafePath, adding([path]))).toEqual([]))

  test('what stood there before is left alone', () => {
    expect(
      findings(unsafePath, {
        changes: [modified('a\nb'), deleted('c\nd')],
        loaded: { names: childrenOf(['a\nb']) },
      }),
    ).toEqual([])
  })
})

describe('names that collide', () => {
  const collision = (path: string, other: string) =>
    `${path}: some file systems cannot tell it from ${other}, which is there too`

  test.each([
    {
      why: 'other letters',
      paths: ['src/a.ts'],
      standing: ['src/A.ts'],
      expected: [collision('src/a.ts', 'src/A.ts')],
    },
    {
      why: 'another normalisation',
      paths: ['e\u0301.ts'],
      standing: ['\u00e9.ts'],
      expected: [collision('e\u0301.ts', '\u00e9.ts')],
    },
    {
      why: 'letters of which upper case makes two',
      paths: ['STRASSE'],
      standing: ['straße'],
      expected: [collision('STRASSE', 'straße')],
    },
    {
      why: 'the Kelvin sign',
      paths: ['\u212a.ts'],
      standing: ['k.ts'],
      expected: [collision('\u212a.ts', 'k.ts')],
    },
    {
      why: 'a zero-width twin',
      paths: ['a\u200b.ts'],
      standing: ['a.ts'],
      expected: [collision('a\u200b.ts', 'a.ts')],
    },
    { why: 'a dot at the end', paths: ['a.ts.'], standing: ['a.ts'], expected: [collision('a.ts.', 'a.ts')] },
    {
      why: 'a backslash that is a separator elsewhere',
      paths: ['src\\a.ts'],
      standing: ['src/a.ts'],
      expected: [collision('src\\a.ts', 'src/a.ts')],
    },
    {
      why: 'a backslash, and other letters',
      paths: ['SRC\\a.ts'],
      standing: ['src/a.ts'],
      expected: [collision('SRC\\a.ts', 'src/')],
    },
    {
      why: 'and the other way round',
      paths: ['src/a.ts'],
      standing: ['src\\a.ts'],
      expected: [collision('src/a.ts', 'src\\a.ts')],
    },
    {
      why: 'a file in the place of a folder',
      paths: ['Lib'],
      standing: ['lib/a.ts'],
      expected: [collision('Lib', 'lib/')],
    },
    {
      why: 'a folder in the place of a file',
      paths: ['Lib/a.ts'],
      standing: ['lib'],
      expected: [collision('Lib/a.ts', 'lib')],
    },
    {
      why: 'a second folder of the same name',
      paths: ['Lib/b.ts'],
      standing: ['lib/a.ts'],
      expected: [collision('Lib/b.ts', 'lib/')],
    },
    {
      why: 'two new names, said once',
      paths: ['a.ts', 'A.ts'],
      standing: [],
      expected: [collision('A.ts', 'a.ts')],
    },
    {
      why: 'a folder that is there already, in both spellings',
      paths: ['lib/c.ts'],
      standing: ['lib/a.ts', 'Lib/b.ts'],
      expected: [],
    },
    {
      why: 'a name that only starts alike',
      paths: ['src/a.ts'],
      standing: ['src/a.tsx', 'src2/a.ts'],
      expected: [],
    },
    { why: 'the same folder', paths: ['src/b.ts'], standing: ['src/a.ts'], expected: [] },
  ])('$why', ({ paths, standing, expected }) =>
    expect(findings(unsafePath, adding(paths, standing))).toEqual(expected),
  )

  test('a rename that only changes the case is fine', () => {
    const scenario = {
      changes: [deleted('src/A.ts'), added('src/a.ts')],
      loaded: { names: childrenOf(['src/a.ts']) },
    }
    expect(findings(unsafePath, scenario)).toEqual([])
  })

  test('and so is one of a whole folder', () => {
    const scenario = {
      changes: [deleted('Lib/a.ts'), added('lib/a.ts'), deleted('Lib/b.ts'), added('lib/b.ts')],
      loaded: { names: childrenOf(['lib/a.ts', 'lib/b.ts']) },
    }
    expect(findings(unsafePath, scenario)).toEqual([])
  })
})

test('the names of the tree are read only if a path is new', () => {
  expect(needs(unsafePath, { changes: [modified('a'), deleted('b')] })).toEqual([])
  expect(needs(unsafePath, { changes: [added('a')] })).toEqual([{ kind: 'names', folder: '' }])
  expect(needs(unsafePath, { changes: [added('src/lib/a')] })).toEqual(
    ['', 'src/lib/', 'src/'].map((folder) => ({ kind: 'names', folder })),
  )
  const shard = '.orchestration/agent_trace/2026-01/02-0123456789abcdef-a1b2c3.jsonl'
  expect(needs(unsafePath, { changes: [added(shard)] })).toEqual([])
})

test('it does not go on without them', () => {
  expect(() => findingsOf(unsafePath, { changes: [added('a')] })).toThrow('before the names are loaded')
})
