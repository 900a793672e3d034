import { expect, test } from 'vitest'
import { reporters } from '../../src/report/index.ts'
import { failing, HEAD, plainStyle, report, shallow, traced, violation } from './sample.ts'

const { json } = reporters

test('an ordinary report has exactly the documented keys, in the documented order', () => {
  const of = failing([violation({ line: 3, endLine: 7, intent: 'INT-001' }), violation({ path: null })], {
    source: {
      kind: 'range',
      base: HEAD,
      head: 'b'.repeat(40),
      mergeBases: ['c'.repeat(40)],
      policy: 'd'.repeat(40),
    },
    exempted: [{ path: 'x', by: 'exemption', reason: 'r', until: '2027-01-31' }],
    coverage: [traced('src/a.ts', { how: 'lines', lines: { changed: 10, covered: 8 } })],
  })
  expect(json.report(of, plainStyle)).toBe(`{
  "version": 1,
  "verdict": "fail",
  "source": {
    "kind": "range",
    "base": "${HEAD}",
    "head": "${'b'.repeat(40)}",
    "mergeBase": "${'c'.repeat(40)}",
    "policy": "${'d'.repeat(40)}"
  },
  "checked": 5,
  "violations": [
    {
      "rule": "hash-mismatch",
      "severity": "error",
      "path": "src/a.ts",
      "line": 3,
      "endLine": 7,
      "intent": "INT-001",
      "message": "the one record does not explain these lines",
      "remedy": "npx intentgate adopt --intent INT-001 src/a.ts",
      "docs": "docs/rules/hash-mismatch.md"
    },
    {
      "rule": "hash-mismatch",
      "severity": "error",
      "path": null,
      "message": "the one record does not explain these lines",
      "remedy": "npx intentgate adopt --intent INT-001 src/a.ts",
      "docs": "docs/rules/hash-mismatch.md"
    }
  ],
  "exempted": [
    {
      "path": "x",
      "by": "exemption",
      "reason": "r",
      "until": "2027-01-31"
    }
  ],
  "coverage": [
    {
      "path": "src/a.ts",
      "intent": "INT-001",
      "how": "lines",
      "lines": {
        "changed": 10,
        "covered": 8
      }
    }
  ]
}
`)
})

test('the order of the keys does not depend on how the report was put together', () => {
  const turned = Object.fromEntries(Object.entries(violation({ line: 1 })).reverse())
  expect(json.report(failing([{ ...violation(), ...turned }]), plainStyle)).toBe(
    json.report(failing([violation({ line: 1 })]), plainStyle),
  )
})

test('what is out of the ordinary is not lost', () => {
  const of = report({
    mode: 'shadow',
    bootstrap: true,
    notes: ['n'],
    source: { kind: 'range', base: null, head: null, mergeBases: ['a', 'b'], policy: null },
    coverage: [
      traced('x', { commit: HEAD, intents: ['A-1', 'B-1'], how: null, uncovered: [{ line: 1, endLine: 2 }] }),
    ],
  })
  expect(JSON.parse(json.report(of, plainStyle))).toMatchObject({
    mode: 'shadow',
    bootstrap: true,
    notes: ['n'],
    source: { mergeBase: 'a', mergeBases: ['a', 'b'] },
    coverage: [
      {
        commit: HEAD,
        intent: 'A-1',
        intents: ['A-1', 'B-1'],
        how: null,
        uncovered: [{ line: 1, endLine: 2 }],
      },
    ],
  })
})

test('a path that is not UTF-8 comes back byte for byte', () => {
  const said = JSON.parse(json.report(failing([violation({ path: 'a\udcff' })]), plainStyle))
  expect(said.violations[0].path).toBe('a\udcff')
})

test('a check that could not judge is no pass for any reader', () => {
  expect(JSON.parse(json.failure(shallow, plainStyle))).toEqual({
    version: 1,
    verdict: 'fail',
    source: null,
    checked: 0,
    violations: [],
    exempted: [],
    error: { code: 'SHALLOW', message: shallow.message, remedy: shallow.remedy },
    coverage: [],
  })
})
