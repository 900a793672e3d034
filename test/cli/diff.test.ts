import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildParser } from '../structure/built-parser.ts'
import { type Governed, governed } from './governed.ts'

const built = buildParser()
const root = { path: built.root }
vi.mock('../../src/cli/package-root.ts', async (original) => ({
  ...(await original<object>()),
  packageRoot: () => root.path,
  parserEntry: () => join(root.path, 'dist/structure.js'),
}))

const HELLO = 'src/greet/hello.ts'
const TEXT = `import { b, a } from './names.ts'

export function greet(name: string) {
  return a + name
}

export function part(name: string) {
  return b + name
}

function twice(count: number) {
  return count * 2
}
`

function staged(
  files: Record<string, string | Uint8Array | null>,
  before: Record<string, string> = { [HELLO]: TEXT },
): Governed {
  const repo = governed(before)
  repo.write(files)
  repo.git('add', '-A')
  return repo
}

test('without --structure: what is staged, file by file, with its lines and who owns it', async () => {
  const repo = staged({ [HELLO]: TEXT.replace('* 2', '* 3'), 'README.md': 'one\ntwo\n' })
  expect(await repo.cli('diff')).toEqual({
    code: 0,
    err: '',
    out: 'A README.md  +2 -0  no intent\nM src/greet/hello.ts  +1 -1  INT-001\n',
  })
})

test('with --structure: what kept its structure, and what did not', async () => {
  const after = TEXT.replace('{ b, a }', '{ a, b }')
    .replace('greet(name: string) {\n  return a + name', 'greet(visitor: string) {\n  return a + visitor')
    .replace('return b + name', 'return (\n    b + name\n  )')
    .replace('* 2', '* 3')
  const { out } = await staged({ [HELLO]: after }).cli('diff', '--structure')
  expect(out).toBe(`M src/greet/hello.ts  +7 -5  INT-001
    imports sorted  imports:1
    renamed inside  function greet:3-5
    reformatted     function part:7-11
    evolved         function twice:13-15  right: 2 became 3
4 units changed: 3 kept their structure, 1 evolved
`)
})

test('a function that moved to another file is shown once, with where it was', async () => {
  const twice = TEXT.slice(TEXT.indexOf('function twice'))
  const other = 'src/greet/numbers.ts'
  const repo = staged(
    { [HELLO]: TEXT.replace(twice, ''), [other]: `export const four = 4\n\n${twice}` },
    { [HELLO]: TEXT, [other]: 'export const four = 4\n' },
  )
  expect((await repo.cli('diff', '--structure')).out).toContain(
    '    moved           function twice:3-5  was in src/greet/hello.ts\n1 unit changed: 1 kept their structure, 0 evolved\n',
  )
})

test('what has no structure is said to be known by its lines only, and why', async () => {
  const repo = staged({ 'a.sql': 'select 1\n', 'b.ts': 'let = =\n', 'c.js': Buffer.from([0xff]) })
  symlinkSync('a.sql', join(repo.dir, 'd.ts'))
  repo.git('add', '-A')
  const { out } = await repo.cli('diff', '--structure')
  expect(out).toContain(
    'A a.sql  +1 -0  no intent\n    no parser for this language: only its lines are known\n',
  )
  expect(out).toContain('A b.ts  +1 -0  no intent\n    it has a syntax error: only its lines are known\n')
  expect(out).toContain('    not UTF-8 text: only its lines are known\n')
  expect(out).toContain(
    'A d.ts  -  no intent\n    a symbolic link or a submodule: only its lines are known\n',
  )
})

test('where the parser cannot be loaded there is a warning, and no verdict on any unit', async () => {
  const repo = staged({ [HELLO]: TEXT.replace('* 2', '* 3') })
  root.path = join(repo.dir, 'nowhere')
  const { err, out } = await repo.cli('diff', '--structure')
  root.path = built.root
  expect(err).toContain('warning: the parser cannot be loaded here')
  expect(out).toContain('the parser cannot be loaded on this machine: only its lines are known')
})

test('a commit and a range', async () => {
  const repo = staged({ [HELLO]: TEXT.replace('* 2', '* 3') })
  repo.git('commit', '-q', '-m', 'three')
  const { out } = await repo.cli('diff', '--structure', '--commit', 'HEAD')
  expect(out).toContain('evolved         function twice')
  expect((await repo.cli('diff', '--structure', 'HEAD^..HEAD')).out).toBe(out)
  expect((await repo.cli('diff')).out).toBe('nothing changed\n')
})

test('as JSON', async () => {
  const repo = staged({ [HELLO]: TEXT.replace('* 2', '* 3'), 'a.sql': '' })
  const { out } = await repo.cli('diff', '--structure', '--format', 'json')
  expect(JSON.parse(out)).toMatchObject({
    version: 1,
    source: { kind: 'staged', head: null },
    norms: ['es/1'],
    files: [
      { status: 'A', path: 'a.sql', added: 0, removed: 0, intents: [] },
      { status: 'M', path: HELLO, added: 1, removed: 1, intents: ['INT-001'] },
    ],
    units: [
      {
        ...{ class: 'EVOLUTION', mutation: 'INTENT_EVOLUTION', path: HELLO },
        ...{ kind: 'function', name: 'twice', startLine: 11, endLine: 13 },
      },
    ],
    linesOnly: [{ path: 'a.sql', why: 'language' }],
  })
  expect(JSON.parse((await repo.cli('diff', '--format', 'json')).out)).not.toHaveProperty('units')
})

test('foreign names cannot forge a line, a command or a cell of the table', async () => {
  const forged = 'src/a\n::error::b`<b>.ts'
  const text = `test('<img src=x>\\n::error::c @team', () => {})\n`
  const repo = staged({ [forged]: text })
  for (const format of ['text', 'json', 'markdown']) {
    const { out } = await repo.cli('diff', '--structure', '--format', format)
    expect(out).not.toMatch(/^::|[^\\]n::error::b|\n::error/m)
  }
  const { out } = await repo.cli('diff', '--structure', '--format', 'markdown')
  expect(out).not.toMatch(/<img|<b>/)
  expect(out).toContain('&lt;img')
})

test.each([
  [['--format', 'jsn'], 'did you mean --format json?'],
  [['a..b', 'c..d'], 'give one range'],
  [['HEAD'], 'give both ends, as A..B'],
  [['A...B'], 'give both ends, as A..B'],
  [['--staged', '--commit', 'HEAD'], 'give one of them'],
])('%j is refused', async (args, remedy) => {
  const { code, err } = await governed().cli('diff', ...args)
  expect(code).toBe(2)
  expect(err).toContain(remedy)
})
