import { expect, test } from 'vitest'
import type { Intent } from '../../src/core/intent.ts'
import { overlapping } from '../../src/core/scope-overlap.ts'

const other = (owned_scope: string[], status: Intent['status'] = 'IN_PROGRESS'): Intent => ({
  id: 'INT-001',
  name: 'x',
  status,
  owned_scope,
})

test.each([
  {
    why: 'a file that both own',
    mine: ['src/a*'],
    theirs: ['**/api.ts'],
    known: ['src/api.ts'],
    path: 'src/api.ts',
  },
  {
    why: 'no file yet, but one glob holds the other',
    mine: ['src/**'],
    theirs: ['src/auth/*.ts'],
    known: [],
    path: 'src/auth/any.ts',
  },
  {
    why: 'the other way round',
    mine: ['src/auth/new.ts'],
    theirs: ['src/**'],
    known: [],
    path: 'src/auth/new.ts',
  },
  {
    why: 'what is taken away does not count',
    mine: ['src/**', '!src/auth/**'],
    theirs: ['src/auth/**'],
    known: ['src/auth/a.ts'],
    path: null,
  },
  {
    why: 'folders that only start alike',
    mine: ['src/**'],
    theirs: ['src2/**'],
    known: ['src/a', 'src2/a'],
    path: null,
  },
])('$why', ({ mine, theirs, known, path }) => {
  expect(overlapping(mine, [other(theirs)], known).map((one) => one.path)).toEqual(
    path === null ? [] : [path],
  )
})

test('only intents in progress are in the way', () => {
  expect(overlapping(['src/**'], [other(['src/**'], 'PLANNED')], ['src/a'])).toEqual([])
})
