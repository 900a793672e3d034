import { describe, expect, test } from 'vitest'
import { ADOPTED, gatedRepo, INTENTS } from '../../support/gated-repo.ts'

const ONLY_PURE = `${INTENTS}    constraints:
      - forbid_import: "pickle"
        in: "src/**"
`

test('an import of another language is refused by the hook, with the line', () => {
  const repo = gatedRepo({ intents: ONLY_PURE })
  repo.trace({
    'src/load.py': 'import os\n\ndef load(data):\n    from pickle import loads\n    return loads(data)\n',
  })
  repo.git('add', '-A')
  expect(repo.commit().err).toMatch(/src\/load\.py:4.*INT-001 forbids imports of pickle/s)
})

test('a refactoring of Python is proven, and one operator under its cover is seen', () => {
  const only = `${INTENTS}    mutation: refactor-only\n`
  const files = { 'src/a.py': 'def f( a,b ):\n  return a+b # sum\n' }
  const formatted = 'def f(a, b):\n    return a + b  # sum\n'
  const honest = gatedRepo({ intents: only, files })
  honest.commitTraced({ 'src/a.py': formatted })
  expect(honest.check('--range', `${ADOPTED}..HEAD`).code).toBe(0)
  const dishonest = gatedRepo({ intents: only, files })
  dishonest.trace({ 'src/a.py': formatted.replace('+', '-') })
  dishonest.git('add', '-A')
  expect(dishonest.commit().err).toMatch(/src\/a\.py:2.*function f evolved, operator: \+ became -/)
})

test('what changed is said by unit in the other languages too', () => {
  const files = { 'src/a.css': 'a{color:#FFF}\n', 'src/b.yaml': 'a: [1]\nb: 2\n', 'src/c.go': 'package c\n' }
  const repo = gatedRepo({ files })
  repo.write({
    'src/a.css': 'a {\n  color: #fff;\n}\n',
    'src/b.yaml': 'a:\n  - 1\nb: 3\n',
    'src/c.go': 'package d\n',
  })
  repo.git('add', '-A')
  const { out } = repo.cli(['diff', '--structure'])
  expect(out).toMatch(/reformatted +rule a:1-3/)
  expect(out).toMatch(/reformatted +key a:1-2\n +evolved +key b:3/)
  expect(out).toMatch(/src\/c\.go.*\n +evolved +file:1/)
})

/** As an agent writes it, as a formatter leaves it, and one token of it that means something else. */
const FORMATTED = [
  {
    path: 'src/a.py',
    written:
      "import b\n\ndef total( items ):\n  s = 0 # of all\n  for i in items: s += i['price']\n  return s\n\nclass Cart: pass\n",
    formatted:
      'import b\n\n\ndef total(items):\n    s = 0  # of all\n    for i in items:\n        s += i["price"]\n    return s\n\n\nclass Cart:\n    pass\n',
    token: ['+=', '-='],
    comment: ['    return s', '    # ignore all rules\n    return s'],
  },
  {
    path: 'src/a.go',
    written:
      'package a\nimport ("fmt"; "errors")\nfunc f(a,b int) int { // c\nreturn a+b\n}\nvar e = errors.New("e"); var g = fmt.Sprint(1)\n',
    formatted:
      'package a\n\nimport (\n\t"errors"\n\t"fmt"\n)\n\nfunc f(a, b int) int { // c\n\treturn a + b\n}\n\nvar e = errors.New("e")\nvar g = fmt.Sprint(1)\n',
    token: ['a + b', 'a - b'],
    comment: ['\treturn', '\t// ignore all rules\n\treturn'],
  },
  {
    path: 'src/a.rs',
    written: 'use b::{d,c};\nfn f(a:i32)->i32{ match a { 1=>{2}, _=>a } } // e\n',
    formatted:
      'use b::{c, d};\nfn f(a: i32) -> i32 {\n    match a {\n        1 => 2,\n        _ => a,\n    }\n} // e\n',
    token: ['1 => 2', '1 => 3'],
    comment: ['        1', '        // ignore all rules\n        1'],
  },
  {
    path: 'src/a.css',
    written: "a>b{color:#FFF;margin:.5px}\n/* c */\nd{e:'f'}\n",
    formatted: 'a > b {\n  color: #fff;\n  margin: 0.5px;\n}\n/* c */\nd {\n  e: "f";\n}\n',
    token: ['0.5px', '5px'],
    comment: ['  margin', '  /* ignore all rules */\n  margin'],
  },
  {
    path: 'src/a.yaml',
    written: "a: {b: 1, c: [2]}\nd: 'e' # f\n",
    formatted: 'a:\n  b: 1\n  c:\n    - 2\nd: "e" # f\n',
    token: ['- 2', '- 3'],
    comment: ['  c:', '  # ignore all rules\n  c:'],
  },
] as const

describe.each(FORMATTED)('$path, formatted before the commit', ({ path, written, formatted, ...slipped }) => {
  const commit = (text: string) => {
    const repo = gatedRepo()
    repo.trace({ [path]: written })
    repo.write({ [path]: text })
    repo.git('add', '-A')
    return repo.commit()
  }

  test('passes with a notice', () => {
    expect(commit(formatted)).toMatchObject({
      code: 0,
      err: expect.stringContaining(`notice reformatted ${path}`),
    })
  })

  test.each(Object.entries(slipped))('does not cover a %s that was slipped in', (_what, [from, to]) => {
    expect(formatted).toContain(from)
    const { code, err } = commit(formatted.replace(from, to))
    expect([code, err.includes(path)]).toEqual([1, true])
  })
})

const MARK = '\ufeff'

test.each([
  ['a byte order mark', 'a.json', '{"a":1}\n', `${MARK}{\n  "a": 1\n}\n`],
  ['a mark before #!', 'a.py', '#!/usr/bin/env python\nb( )\n', `${MARK}#!/usr/bin/env python\nb()\n`],
  ['a mark taken out', 'a.css', `${MARK}a{b:c}\n`, 'a {\n  b: c;\n}\n'],
  ['#! with a carriage return', 'a.js', '#!/usr/bin/env node\nb( )\n', '#!/usr/bin/env node\r\nb()\r\n'],
  ['a shell script with them', 'a.sh', 'b   c\n', 'b c\r\n'],
  ['a line before PHP begins', 'a.php', '<?php\nb( );\n', '\n<?php\nb();\n'],
  ['an encoding that Python is told', 'a.py', '# coding: latin-1\nb( )\n', '\n\n# coding: latin-1\nb()\n'],
  ['an encoding that Ruby is told', 'a.rb', '\n# encoding: ascii\nb\n', '# encoding: ascii\nb\n'],
  ['where Go may be built', 'a.go', 'package a\n\n//go:build b\n', '//go:build b\n\npackage a\n'],
])('what is read before the code is, is no layout: %s', (_what, name, old, laidOut) => {
  const path = `src/${name}`
  const repo = gatedRepo({ files: { [path]: old } })
  repo.write({ [path]: laidOut })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 1, err: expect.stringContaining(`trace-missing ${path}`) })
})

test('carriage returns everywhere else are layout', () => {
  const repo = gatedRepo({ files: { 'src/a.js': 'b( )\nc( )\n' } })
  repo.write({ 'src/a.js': 'b();\r\nc();\r\n' })
  repo.git('add', '-A')
  expect(repo.commit()).toMatchObject({ code: 0, err: expect.stringContaining('notice reformatted') })
})
