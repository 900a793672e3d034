import { expect, test } from 'vitest'
import { renderIntentMap } from '../../src/core/intent-map.ts'
import { intentMapStale } from '../../src/rules/intent-map-stale.ts'
import { added, covered, deleted, factsOf, findings, needs, oid, type Scenario, write } from './facts.ts'

const path = '.orchestration/intent_map.md'
const ledger = [write()]
const current = Buffer.from(renderIntentMap(factsOf({}).evidence.intents.head, ledger, new Map()))
const map = (content: Uint8Array | 'large' | 'missing') => ({
  changes: [added(path)],
  loaded: { ledger, outlines: new Map(), blobs: new Map([[oid('new'), content]]) },
})
const stale = `${path}: it is not what the intents, the ledger and the code of this change say`

test.each<Scenario & { why: string; expected: string[] }>([
  { why: 'the map as it is generated', ...map(current), expected: [] },
  { why: 'a map written by hand', ...map(Buffer.from('# Mine\n')), expected: [stale] },
  {
    why: 'a map of another ledger',
    ...map(current),
    loaded: { ...map(current).loaded, ledger: [] },
    expected: [stale],
  },
  {
    why: 'a map that cannot be checked',
    ...map(current),
    loaded: { ...map(current).loaded, outlines: 'parser' },
    expected: [`${path}: it cannot be checked: the parser cannot be loaded on this machine`],
  },
  {
    why: 'a map that lacks a unit',
    ...map(current),
    loaded: {
      ...map(current).loaded,
      ledger: [write({ hunks: [{ at: [0, 0, 1, 1], removed: [], added: ['abcdefghijkl'] }] })],
      outlines: new Map([['src/a.ts', [{ unit: 'function f', digests: ['abcdefghijkl'] }]]]),
    },
    expected: [stale],
  },
  { why: 'a map that cannot be read', ...map('missing'), expected: [stale] },
  { why: 'a change that leaves the map alone', coverage: [covered('src/a.ts')], expected: [] },
  { why: 'a map that is removed', changes: [deleted(path)], expected: [] },
])('$why', ({ expected, ...scenario }) => expect(findings(intentMapStale, scenario)).toEqual(expected))

test('the whole ledger is read only where the map is in the change', () => {
  expect(needs(intentMapStale, { coverage: [covered('src/a.ts')] })).toEqual([])
  expect(needs(intentMapStale, { changes: [added(path)] })).toEqual([
    { kind: 'ledger' },
    { kind: 'outlines' },
    { kind: 'blob', oid: oid('new') },
  ])
})
