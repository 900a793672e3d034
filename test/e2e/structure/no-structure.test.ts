import { expect, test } from 'vitest'
import { check } from '../../../src/check.ts'
import { PARSER_NOTE } from '../../../src/core/judge.ts'
import { type GatedRepo, gatedRepo } from '../../support/gated-repo.ts'

function traceAndFormat(repo: GatedRepo, path: string, written: string, formatted: string): void {
  repo.trace({ [path]: written })
  repo.write({ [path]: formatted })
  repo.git('add', '-A')
}

test.each([
  ['no parser for this language', 'src/a.txt', 'a  b\n', 'a b\n'],
  ['it has a syntax error', 'src/a.js', 'const a  = (\n', 'const a = (\n'],
  ['not UTF-8 text', 'src/a.js', 'a  = 1 // \0\n'.padStart(9000, ' '), 'a = 1 // \0\n'.padStart(9000, ' ')],
])(
  'what cannot be read by its syntax is refused, and the message says why: %s',
  (why, path, written, formatted) => {
    const repo = gatedRepo()
    traceAndFormat(repo, path, written, formatted)
    const { code, err } = repo.commit()
    expect(err).toContain(why)
    expect(err).toContain('npx intentgate run -- COMMAND')
    expect(code).toBe(1)
  },
)

test('a parser that is not there is no pass: it is said, in the report and at the file', async () => {
  const repo = gatedRepo()
  traceAndFormat(repo, 'src/a.js', 'const a  = 1\n', 'const a = 1;\n')
  const report = await check(repo.dir, { what: { kind: 'staged' }, place: 'local' })
  expect(report.verdict).toBe('fail')
  expect(report.notes).toContain(PARSER_NOTE)
  expect(report.violations[0]?.remedy).toContain('the parser cannot be loaded here')
  expect(repo.commit().code).toBe(0)
})
