import { expect, test } from 'vitest'
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
