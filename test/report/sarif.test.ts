import { expect, test } from 'vitest'
import { RULE_IDS } from '../../src/core/policy.ts'
import type { Report } from '../../src/core/report.ts'
import { createReporters, reporters } from '../../src/report/index.ts'
import { failing, numbered, plainStyle, report, shallow, violation } from './sample.ts'

const run = (of: Report) => JSON.parse(reporters.sarif.report(of, plainStyle)).runs[0]

test('it is one run of SARIF 2.1.0, and a clean one has empty results', () => {
  const log = JSON.parse(reporters.sarif.report(report(), plainStyle))
  expect(log).toMatchObject({
    version: '2.1.0',
    runs: [{ results: [], invocations: [{ executionSuccessful: true }] }],
  })
  expect(log.runs).toHaveLength(1)
  expect(log.runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([...RULE_IDS])
})

test('rules carry what they are about, and a link only where it is one', () => {
  const rules = [
    { id: 'revert', summary: 'Nothing is undone.', docs: 'docs/rules/revert.md' },
    { id: 'partial', summary: 'All arrives.', docs: 'https://example.invalid/partial' },
  ]
  const log = JSON.parse(createReporters(rules).sarif.report(report(), plainStyle))
  const described = log.runs[0].tool.driver.rules
  expect(described[RULE_IDS.indexOf('revert')]).toEqual({
    id: 'revert',
    shortDescription: { text: 'Nothing is undone.' },
    help: { text: 'Nothing is undone. See docs/rules/revert.md.' },
  })
  expect(described[RULE_IDS.indexOf('partial')]).toMatchObject({ helpUri: 'https://example.invalid/partial' })
})

test('a result names its rule, lines, level and a fingerprint of its own', () => {
  const { results } = run(
    failing([violation({ line: 3, endLine: 7 }), violation({ severity: 'notice', path: null })]),
  )
  expect(results[0]).toEqual({
    ruleId: 'hash-mismatch',
    ruleIndex: RULE_IDS.indexOf('hash-mismatch'),
    level: 'error',
    message: {
      text: 'the one record does not explain these lines\nfix: npx intentgate adopt --intent INT-001 src/a.ts',
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/a.ts', uriBaseId: '%SRCROOT%' },
          region: { startLine: 3, endLine: 7 },
        },
      },
    ],
    partialFingerprints: { 'intentgate/v1': expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(results[1].level).toBe('note')
  // GitHub refuses the file when one result has no place.
  expect(results[1].locations[0].physicalLocation).toMatchObject({
    artifactLocation: { uri: '.orchestration/active_intents.yaml' },
    region: { startLine: 1 },
  })
})

test.each([
  ['src/my file#1.ts', 'src/my%20file%231.ts'],
  ['a:b?c%d', 'a%3Ab%3Fc%25d'],
  ['é\n', '%C3%A9%0A'],
  ['x\udcff', 'x%FF'],
  ['..%2f\\', '..%252f%5C'],
])('the path %j is the URI %s', (path, uri) => {
  const [result] = run(failing([violation({ path })])).results
  expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(uri)
})

test('a waived finding is a result that is suppressed', () => {
  const of = report({
    exempted: [
      {
        path: 'docs/x.md',
        by: 'waiver',
        id: 'W-001',
        rule: 'hash-mismatch',
        reason: 'old',
        until: '2027-01-31',
      },
      { path: 'package-lock.json', by: 'exemption', reason: 'generated' },
    ],
  })
  expect(run(of).results).toMatchObject([
    {
      ruleId: 'hash-mismatch',
      level: 'note',
      message: { text: 'waiver W-001 for hash-mismatch: old (until 2027-01-31)' },
      suppressions: [{ kind: 'external', status: 'accepted', justification: 'old' }],
    },
  ])
})

test('a message cannot hold a link', () => {
  const [result] = run(failing([violation({ message: 'see [here](http://x)' })])).results
  expect(result.message.text).not.toContain('](')
})

test('5,000 results at most, worst first, and it says how many are left', () => {
  const of = failing([...numbered(5001, () => ({ severity: 'notice' })), violation()])
  const { results, invocations } = run(of)
  expect(results).toHaveLength(5000)
  expect(results[0].level).toBe('error')
  expect(invocations[0].toolExecutionNotifications).toMatchObject([
    { message: { text: 'and 2 more results: use --format json' } },
  ])
})

test('a check that could not judge is an unsuccessful run', () => {
  expect(JSON.parse(reporters.sarif.failure(shallow, plainStyle)).runs[0]).toMatchObject({
    results: [],
    invocations: [
      {
        executionSuccessful: false,
        exitCode: 3,
        toolExecutionNotifications: [
          {
            level: 'error',
            descriptor: { id: 'SHALLOW' },
            message: { text: `${shallow.message}\nfix: ${shallow.remedy}` },
          },
        ],
      },
    ],
  })
})
