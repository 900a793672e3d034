import { expect, test } from 'vitest'
import { format } from '../../support/formatter.ts'
import { gatedRepo } from '../../support/gated-repo.ts'

/** As an agent writes it, as a formatter leaves it, and what comes with it: a comment that a tool obeys, and the line it stands on. */
const SLIPPED = [
  {
    path: 'src/a.js',
    written: 'export function f( a ) {\n    return a\n}\n',
    formatted: 'export function f(a) {\n  return a;\n}\n',
    directive: ['  return', '  // eslint-disable-next-line no-eval\n  return'],
    line: 2,
  },
  {
    path: 'src/a.ts',
    written: 'export function f( a: string ) {\n    return a\n}\n',
    formatted: 'export function f(a: string) {\n  return a;\n}\n',
    directive: ['  return', '  // @ts-expect-error\n  return'],
    line: 2,
  },
  {
    path: 'src/a.py',
    written: 'def f( a ):\n  return a\n',
    formatted: 'def f(a):\n    return a\n',
    directive: ['return a', 'return a  # noqa: S307'],
    line: 2,
  },
  {
    path: 'src/a.go',
    written: 'package a\n\nfunc f( a int ) int {\n  return a\n}\n',
    formatted: 'package a\n\nfunc f(a int) int {\n\treturn a\n}\n',
    directive: ['package a\n', '//go:build linux\n\npackage a\n'],
    line: 1,
  },
  {
    path: 'src/b.go',
    written: 'package a\n\nfunc f( a int ) int {\n  return a\n}\n',
    formatted: 'package a\n\nfunc f(a int) int {\n\treturn a\n}\n',
    directive: ['func f', '//go:noinline\nfunc f'],
    line: 3,
  },
  {
    path: 'src/a.css',
    written: 'a{b:c}\n',
    formatted: 'a {\n  b: c;\n}\n',
    directive: ['  b: c', '  /* stylelint-disable-next-line */\n  b: c'],
    line: 2,
  },
  {
    path: 'src/a.sh',
    written: 'f() {\n        eval "$1"\n}\n',
    formatted: 'f() {\n\teval "$1"\n}\n',
    directive: ['\teval', '\t# shellcheck disable=SC2294\n\teval'],
    line: 2,
  },
] as const

test.each(SLIPPED)('$path: a formatter brings no directive along: refused, with its line', (story) => {
  const { path, written, formatted, line } = story
  const [from, to] = story.directive
  const commit = (text: string) => {
    const repo = gatedRepo()
    repo.trace({ [path]: written })
    repo.write({ [path]: text })
    repo.git('add', '-A')
    return repo.commit()
  }
  expect(commit(formatted)).toMatchObject({ code: 0, err: expect.stringContaining('notice reformatted') })
  const { code, err } = commit(formatted.replace(from, to))
  expect(err).toMatch(new RegExp(`hash-mismatch ${path}:(?:\\d+-\\d+,)*${line}\\b`))
  expect(code).toBe(1)
})

const IMPORTS = `import { b } from 'b'
import './register'
import { a } from 'a'
export const all = [ a, b ]
`

test('imports are sorted around one that is there for its effect: refused, with the lines', () => {
  const repo = gatedRepo()
  repo.trace({ 'src/all.js': IMPORTS })
  const [one, effect, other, ...rest] = format('src/all.js', IMPORTS).split(/(?<=\n)/)
  repo.write({ 'src/all.js': [effect, other, one, ...rest].join('') })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 1, err: expect.stringContaining('hash-mismatch src/all.js:') })
})

test('in a refactoring they are said to be evolution, where others that are sorted are not', () => {
  const repo = gatedRepo({
    files: { 'src/all.js': IMPORTS, 'src/some.js': IMPORTS.replace("import './register'\n", '') },
  })
  const [one, effect, other, ...rest] = IMPORTS.split(/(?<=\n)/)
  repo.write({
    'src/all.js': [other, effect, one, ...rest].join(''),
    'src/some.js': [other, one, ...rest].join(''),
  })
  repo.git('add', '-A')
  const { out } = repo.cli(['diff', '--structure'])
  expect(out).toMatch(/src\/all\.js.*\n +evolved +imports/)
  expect(out).toMatch(/src\/some\.js.*\n +imports sorted/)
})
