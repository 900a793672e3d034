import { describe, expect, test } from 'vitest'
import { commitComparison } from '../../src/git/commit.ts'
import { createRepo } from '../support/repo.ts'
import { type Files, graph, lines, listed, opened } from './comparing.ts'

interface Merge {
  readonly base: Files
  readonly ours: Files
  readonly theirs: Files
  readonly target: Files
}

/** Judges the merge commit that holds exactly `target`. */
async function judged({ base, ours, theirs, target }: Merge) {
  const repo = createRepo()
  const made = [
    { files: base },
    { files: ours, parents: [0] },
    { files: theirs, parents: [0] },
    { files: target, parents: [1, 2] },
  ]
  const merge = graph(repo, made).at(-1)!
  const { snapshot } = await commitComparison(await opened(repo), merge, 'ci')
  return { changes: listed(snapshot.changes), merged: snapshot.merged, conflicted: [...snapshot.conflicted] }
}

const [s1, s2, s3, s4] = ['1', '2', '3', '4'].map((digit) => `@${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
]
const ten = lines(10)
const [tenO, tenT] = [lines(10, { 2: 'ours' }), lines(10, { 9: 'theirs' })]

describe('a conflict that no line can tell: either side resolves it, anything else is a change', () => {
  const kinds: Record<
    string,
    Omit<Merge, 'target'> & {
      readonly sides: readonly Files[]
      readonly else: Files
      readonly changes: readonly string[]
    }
  > = {
    'a binary': {
      base: { f: 'a\0' },
      ours: { f: 'o\0' },
      theirs: { f: 't\0' },
      sides: [{ f: 'o\0' }, { f: 't\0' }],
      else: { f: 'x\0' },
      changes: ['M f'],
    },
    'a renamed binary': {
      base: { f: `a\0${ten}` },
      ours: { g: `a\0${ten}o` },
      theirs: { f: `a\0${ten}t` },
      sides: [{ g: `a\0${ten}o` }, { g: `a\0${ten}t` }],
      else: { g: `a\0${ten}` },
      changes: ['M g'],
    },
    'a symlink': {
      base: { f: '->a' },
      ours: { f: '->o' },
      theirs: { f: '->t' },
      sides: [{ f: '->o' }, { f: '->t' }],
      else: { f: '->a' },
      changes: ['M f'],
    },
    'a submodule': {
      base: { f: s1 },
      ours: { f: s2 },
      theirs: { f: s3 },
      sides: [{ f: s2 }, { f: s3 }],
      else: { f: s4 },
      changes: ['M f'],
    },
    'changed here, deleted there': {
      base: { k: '', f: ten },
      ours: { k: '', f: tenO },
      theirs: { k: '' },
      sides: [{ k: '', f: tenO }, { k: '' }],
      else: { k: '', f: ten },
      changes: ['M f'],
    },
    'deleted here, changed there': {
      base: { k: '', f: ten },
      ours: { k: '' },
      theirs: { k: '', f: tenT },
      sides: [{ k: '', f: tenT }, { k: '' }],
      else: { k: '', f: ten },
      changes: ['M f'],
    },
    'renamed here, deleted there': {
      base: { k: '', f: ten },
      ours: { k: '', g: ten },
      theirs: { k: '' },
      sides: [{ k: '', g: ten }, { k: '' }],
      else: { k: '', f: ten },
      changes: ['A f'],
    },
    'renamed to two names': {
      base: { f: ten },
      ours: { g: ten },
      theirs: { h: ten },
      sides: [{ g: ten }, { h: ten }, { g: ten, h: ten }],
      else: { f: ten, g: ten },
      changes: ['A f'],
    },
    'renamed to two names and edited': {
      base: { f: ten },
      ours: { g: tenO },
      theirs: { h: tenT },
      sides: [{ g: lines(10, { 2: 'ours', 9: 'theirs' }) }],
      else: { g: tenO },
      changes: ['M g'],
    },
    'a symlink here, a file there': {
      base: { k: '' },
      ours: { k: '', f: '->o' },
      theirs: { k: '', f: 't\n' },
      sides: [
        { k: '', f: '->o' },
        { k: '', f: 't\n' },
      ],
      else: { k: '', f: 'x\n' },
      changes: ['T f'],
    },
    'a file here, a folder there': {
      base: { k: '' },
      ours: { k: '', f: 'o\n' },
      theirs: { k: '', 'f/a': 't\n', 'f/b': 't\n' },
      sides: [
        { k: '', f: 'o\n' },
        { k: '', 'f/a': 't\n', 'f/b': 't\n' },
      ],
      else: { k: '', 'f/a': 't\n' },
      changes: ['D f/b'],
    },
    'a folder here, a file there': {
      base: { k: '' },
      ours: { k: '', 'f/a': 'o\n' },
      theirs: { k: '', f: 't\n' },
      sides: [
        { k: '', f: 't\n' },
        { k: '', 'f/a': 'o\n' },
      ],
      else: { k: '', f: 'x\n' },
      changes: ['A f', 'D f/a'],
    },
    'added to a folder that was renamed': {
      base: { 'old/a': ten },
      ours: { 'new/a': ten },
      theirs: { 'old/a': ten, 'old/b': 't\n' },
      sides: [
        { 'new/a': ten, 'new/b': 't\n' },
        { 'new/a': ten, 'old/b': 't\n' },
      ],
      else: { 'new/a': ten, 'old/b': 'x\n' },
      changes: ['A old/b'],
    },
  }
  const cases = Object.entries(kinds).flatMap(([kind, { sides, else: other, changes, ...merge }]) => [
    ...sides.map((target, at) => ({
      kind,
      what: `resolution ${at + 1} is none`,
      merge: { ...merge, target },
      changes: [] as readonly string[],
    })),
    { kind, what: 'something else is one', merge: { ...merge, target: other }, changes },
  ])
  test.each(cases)('$kind: $what', async ({ merge, changes }) => {
    expect((await judged(merge)).changes).toEqual(changes)
  })
})

describe('a conflict in lines', () => {
  const base = { f: ten }
  const sides = {
    base,
    ours: { f: lines(10, { 2: 'ours', 5: 'o' }) },
    theirs: { f: lines(10, { 5: 't', 9: 'theirs' }) },
  }

  test.each([
    { why: 'a side taken in the block', target: lines(10, { 2: 'ours', 5: 't', 9: 'theirs' }) },
    {
      why: 'a whole side: it drops what the other changed elsewhere',
      target: lines(10, { 5: 't', 9: 'theirs' }),
    },
    { why: 'the file removed', target: null },
  ])('$why: a change of a conflicted path, to be judged by its lines', async ({ target }) => {
    const { changes, conflicted } = await judged({
      ...sides,
      target: target === null ? { k: '' } : { f: target },
    })
    expect([changes.filter((change) => change.endsWith(' f')), conflicted]).toEqual([
      [target === null ? 'D f' : 'M f'],
      ['f'],
    ])
  })

  test('a file renamed to two names, in conflict: the name that is not kept may go', async () => {
    const two = { base, ours: { g: lines(10, { 5: 'o' }) }, theirs: { h: lines(10, { 5: 't' }) } }
    const { changes, conflicted } = await judged({ ...two, target: { g: lines(10, { 5: 't' }) } })
    expect([changes, conflicted]).toEqual([['M g'], ['g']])
  })

  test('a binary that one side deletes from below a picked file is still its own conflict', async () => {
    const { changes } = await judged({
      base: { k: '' },
      ours: { k: '', f: 'o\n', 'g/a': '1' },
      theirs: { k: '', 'f/a': 't\n' },
      target: { k: '', f: 'o\n' },
    })
    expect(changes).toEqual(['D g/a'])
  })
})

test('where git merged both sides’ lines, but not the place, taking one side’s file is no resolution', async () => {
  const folder = { a: lines(20), b: lines(20) }
  const under = (name: string) => ({ [`${name}/a`]: folder.a, [`${name}/b`]: folder.b })
  const x = (changed: Record<number, string>) => lines(30, { 1: 'the file x', ...changed })
  const merge = {
    base: { ...under('old'), 'out/x': x({}) },
    ours: { ...under('new'), 'out/x': x({ 25: 'ours' }) },
    theirs: { ...under('old'), 'old/x': x({ 5: 'theirs' }) },
  }
  const resolved = async (target: Files) => (await judged({ ...merge, target })).changes
  expect(await resolved({ ...under('new'), 'new/x': x({ 5: 'theirs', 25: 'ours' }) })).toEqual([])
  expect(await resolved({ ...under('new'), 'new/x': x({ 5: 'theirs' }) })).toEqual(['M new/x'])
  expect(await resolved({ ...under('new'), 'old/x': x({ 5: 'theirs' }) })).toEqual(['D new/x'])
})

describe('what git does by itself is no change, and is named', () => {
  test('the other side’s paths are merged', async () => {
    const { changes, merged } = await judged({
      base: { a: '1', b: '1', c: '1' },
      ours: { a: '2', b: '1', c: '1' },
      theirs: { a: '1', b: '2', d: '1' },
      target: { a: '2', b: '2', d: '1' },
    })
    expect([changes, merged]).toEqual([[], ['b', 'c', 'd']])
  })

  test('a path equal to one parent but not to the redone merge is a change', async () => {
    const { changes, merged } = await judged({
      base: { a: '1', b: '1' },
      ours: { a: '2', b: '1' },
      theirs: { a: '1', b: '2' },
      target: { a: '2', b: '1' },
    })
    expect([changes, merged]).toEqual([['M b'], []])
  })

  test('a hand edit outside any conflict is a change', async () => {
    const clean = { base: { f: ten }, ours: { f: tenO }, theirs: { f: tenT } }
    const { changes, conflicted } = await judged({
      ...clean,
      target: { f: lines(10, { 2: 'ours', 5: 'evil', 9: 'theirs' }) },
    })
    expect([changes, conflicted]).toEqual([['M f'], []])
  })

  test('a file smuggled in with a merge is a change', async () => {
    const { changes, merged } = await judged({
      base: { a: '1' },
      ours: { a: '1', o: '' },
      theirs: { a: '1', t: '' },
      target: { a: '1', o: '', t: '', evil: 'x' },
    })
    expect([changes, merged]).toEqual([['A evil'], ['t']])
  })
})
