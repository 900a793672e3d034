import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBlame } from '../../src/cli/explain/blame.ts'
import { describeIntentChain } from '../../src/cli/explain/intent-chain.ts'
import { lineInBase } from '../../src/cli/explain/line.ts'
import { readPlace } from '../../src/cli/explain/place.ts'
import type { Intent } from '../../src/core/intent.ts'
import { diffLines } from '../support/world.ts'

describe('the line of HEAD that a staged line was', () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n'), { maxLength: 12 })

  test('holds the same text, and every line that the diff adds has none', () => {
    fc.assert(
      fc.property(text, text, (base, target) => {
        const hunks = diffLines(base.join(''), target.join(''))
        const places = target.map((_, at) => lineInBase(at + 1, hunks))
        for (const [at, line] of places.entries()) if (line !== null) expect(base[line - 1]).toBe(target[at])
        const added = hunks.reduce((sum, [, , , count]) => sum + count, 0)
        expect(places.filter((line) => line === null)).toHaveLength(added)
      }),
    )
  })
})

describe('the intents that an intent serves', () => {
  const intent = (id: string, parent?: string): Intent => ({
    id,
    name: id,
    status: 'IN_PROGRESS',
    owned_scope: ['**'],
    ...(parent === undefined ? {} : { parent }),
  })
  const declared = (...list: Intent[]) => new Map(list.map((one) => [one.id, one]))

  test('are named up to the one that serves none', () => {
    const chain = describeIntentChain(
      'A-1',
      declared(intent('A-1', 'A-2'), intent('A-2', 'A-3'), intent('A-3')),
    )
    expect(chain.map((line) => line.split(' (')[0])).toEqual(['A-1 "A-1"', 'for A-2 "A-2"', 'for A-3 "A-3"'])
  })

  test('end where they form a circle', () => {
    expect(describeIntentChain('A-1', declared(intent('A-1', 'A-2'), intent('A-2', 'A-1')))).toHaveLength(2)
  })

  test('end where one is not declared, and it is said', () => {
    expect(describeIntentChain('A-1', declared(intent('A-1', 'A-9'))).at(-1)).toBe(
      'for A-9, which is not declared',
    )
    expect(describeIntentChain('A-9', declared())).toEqual(['A-9, which is no longer declared'])
  })
})

describe('PATH[:LINE]', () => {
  const read = (word: string, prefix = '', paths: readonly string[] = []) =>
    readPlace(word, prefix, async (path) => paths.includes(path))

  test.each([
    { word: 'a.ts', path: 'a.ts', line: null },
    { word: 'a.ts:3', path: 'a.ts', line: 3 },
    { word: 'a.ts:3:14', path: 'a.ts', line: 3 },
    { word: './b/../a.ts:3', path: 'a.ts', line: 3 },
    { word: 'a:b', path: 'a:b', line: null },
  ])('$word', async ({ word, path, line }) => {
    expect(await read(word)).toEqual({ path, line })
  })

  test('is meant from the current folder', async () => {
    expect(await read('a.ts:3', 'sub/')).toEqual({ path: 'sub/a.ts', line: 3 })
    expect(await read('../a.ts', 'sub/')).toEqual({ path: 'a.ts', line: null })
  })

  test('is a file where there is one of that name', async () => {
    expect(await read('a:3', '', ['a:3'])).toEqual({ path: 'a:3', line: null })
  })

  test.each([['../a.ts'], ['.'], ['/etc/passwd:3']])('%s lies outside the repository', async (word) => {
    await expect(read(word)).rejects.toMatchObject({ code: 'USAGE' })
  })
})

test('blame names the commit and its subject, for a root commit too', () => {
  const id = '1'.repeat(40)
  expect(parseBlame(`${id} 3 4 1\nauthor A\nsummary Say: summary x\nfilename f\n\ttext\n`)).toEqual({
    commit: id,
    subject: 'Say: summary x',
  })
  expect(parseBlame(`^${'a'.repeat(64)} 3 4 1\n`).commit).toBe('a'.repeat(64))
  expect(() => parseBlame('fatal: no such thing')).toThrow(expect.objectContaining({ code: 'GIT_OUTPUT' }))
})
