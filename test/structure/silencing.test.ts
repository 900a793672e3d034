import { expect, test } from 'vitest'
import { classify } from '../../src/structure/classify.ts'
import { structure } from './corpus.ts'

const SCANNERS = [
  ...['nosemgrep: rule', 'NOSONAR', 'nosec', 'noinspection Rule', 'gitleaks:allow', 'trufflehog:ignore'],
  ...[
    'snyk:ignore',
    'checkov:skip=A',
    'pragma: allowlist secret',
    'DevSkim: ignore A',
    'codeql[js/rule]',
    'lgtm [js/rule]',
  ],
]
const CODE: Readonly<Record<string, (comment: string) => string>> = {
  'a.js': (comment) => `function a() {\n  // ${comment}\n  b()\n}\n`,
  'a.py': (comment) => `def a():\n    # ${comment}\n    b()\n`,
  'a.go': (comment) => `package a\n\nfunc a() {\n\t// ${comment}\n\tb()\n}\n`,
  'a.java': (comment) => `class A {\n  void a() {\n    // ${comment}\n    b();\n  }\n}\n`,
  'a.yaml': (comment) => `a:\n  # ${comment}\n  b: c\n`,
}

async function classes(path: string, before: string, after: string): Promise<string[]> {
  const sides = { before: await structure(before, path), after: await structure(after, path) }
  return classify([{ path, ...sides }]).map((change) => change.class)
}

test.each(Object.keys(CODE))('a comment that silences a scanner is no mere comment: %s', async (path) => {
  const write = CODE[path]!
  for (const comment of SCANNERS)
    expect([comment, await classes(path, write('as before'), write(comment))]).toEqual([
      comment,
      ['EVOLUTION'],
    ])
  expect(await classes(path, write('as before'), write('the allowlist is no secret'))).toEqual(['COMMENT'])
})

test.each(['tslint:disable', 'jshint ignore:start', 'turbopackIgnore: true', 'eslint-disable no-eval'])(
  'a tool of JavaScript obeys it: %s',
  async (comment) => {
    expect(await classes('a.js', 'a()\n', `/* ${comment} */\na()\n`)).toEqual(['EVOLUTION'])
  },
)
