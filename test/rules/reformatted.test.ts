import { expect, test } from 'vitest'
import { LAYOUT_CALL } from '../../src/core/layout-record.ts'
import { reformatted } from '../../src/rules/reformatted.ts'
import { covered, findings, severity, write } from './facts.ts'

const layout = write({ tool: 'intentgate', call: LAYOUT_CALL })

test.each([
  [
    'it was traced',
    [write()],
    'its layout differs from what was traced, its structure and its comments do not',
  ],
  [
    'it was there',
    [],
    'its layout differs from what was there before, its structure and its comments do not',
  ],
  [
    'the hook recorded it',
    [write(), layout],
    'its layout differs from what was traced, its structure and its comments do not, as the hook that saw both recorded',
  ],
])('a file that passes by its structure is named, and what it is compared with: %s', (_, used, message) => {
  expect(findings(reformatted, { coverage: [covered('src/a.ts', { how: 'structure', used })] })).toEqual([
    `src/a.ts: ${message}`,
  ])
})

test('a file that is traced line by line is not named, and the finding is a notice', () => {
  const scenario = { coverage: [covered('src/a.ts', { how: 'lines' }), covered('src/b.ts')] }
  expect(findings(reformatted, scenario)).toEqual([])
  expect(severity(reformatted, scenario)).toBe('notice')
})

test('of many files the number is said', () => {
  const coverage = ['a', 'b', 'c', 'd'].map((name) => covered(`src/${name}.ts`, { how: 'structure' }))
  expect(findings(reformatted, { coverage: coverage.slice(0, 3) })).toHaveLength(3)
  expect(findings(reformatted, { coverage })).toEqual([
    'change: 4 files differ from what was traced, or was there before, in their layout only: their structure and comments are the same',
  ])
})
