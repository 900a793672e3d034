import { expect, test } from 'vitest'
import type { Violation } from '../../src/core/rule.ts'
import { reporters } from '../../src/report/index.ts'
import { failing, plainStyle, report, shallow, violation } from './sample.ts'

const issues = (...violations: Violation[]) =>
  JSON.parse(reporters.gitlab.report(failing(violations), plainStyle))

test('a finding has every field GitLab asks for', () => {
  expect(issues(violation({ line: 3, endLine: 7 }), violation({ path: null, severity: 'warning' }))).toEqual([
    {
      description:
        'hash-mismatch: the one record does not explain these lines | fix: npx intentgate adopt --intent INT-001 src/a.ts',
      check_name: 'hash-mismatch',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      severity: 'major',
      location: { path: 'src/a.ts', lines: { begin: 3 } },
    },
    expect.objectContaining({
      severity: 'minor',
      location: { path: '.orchestration/active_intents.yaml', lines: { begin: 1 } },
    }),
  ])
})

test('clean is an empty list; a check that could not judge is not', () => {
  expect(reporters.gitlab.report(report(), plainStyle)).toBe('[]\n')
  expect(JSON.parse(reporters.gitlab.failure(shallow, plainStyle))).toMatchObject([
    {
      check_name: 'cannot-judge',
      severity: 'blocker',
      description: expect.stringContaining(shallow.message),
    },
  ])
})

test('fingerprints are distinct, and survive other lines, words and commits', () => {
  const before = issues(violation({ line: 1 }), violation({ line: 9 }), violation({ path: 'src/b.ts' }))
  const after = issues(
    violation({ line: 5, message: 'm', commit: 'c' }),
    violation({ path: 'src/b.ts' }),
    violation(),
  )
  const prints = (list: { fingerprint: string }[]) => list.map(({ fingerprint }) => fingerprint).sort()
  expect(new Set(prints(before)).size).toBe(3)
  expect(prints(after)).toEqual(prints(before))
})

test('a path that is not UTF-8 is readable for parsers that refuse lone surrogates', () => {
  expect(issues(violation({ path: 'a\udcff' }))[0].location.path).toBe('"a\\xff"')
})
