import { describe, expect, test } from 'vitest'
import { coverScenario, type TracedWrite } from '../support/world.ts'

const BASE = 'one\ntwo\nthree\n'
const BOTH: TracedWrite = { before: BASE, after: 'ONE\ntwo\nTHREE\n' }

const cover = (base: string, target: string, writes: readonly TracedWrite[]) => {
  const { how, undelivered } = coverScenario({ base, target, writes })
  return { how, undelivered }
}

describe('recorded lines that did not arrive', () => {
  test('are counted where the record comes with the change', () => {
    expect(cover(BASE, 'ONE\ntwo\nthree\n', [BOTH])).toEqual({ how: 'lines', undelivered: 1 })
  })

  test('are not those that an earlier change brought in', () => {
    const earlier: TracedWrite = { ...BOTH, inBase: 'yes' }
    expect(cover('ONE\ntwo\nthree\n', 'ONE\ntwo\nTHREE\n', [earlier])).toEqual({
      how: 'lines',
      undelivered: 0,
    })
  })

  test('are not those that stand in the base already', () => {
    expect(cover('ONE\ntwo\nthree\n', 'ONE\ntwo\nTHREE\n', [BOTH])).toEqual({ how: 'lines', undelivered: 0 })
  })

  test('are not the draft that a later write took out again', () => {
    const writes: TracedWrite[] = [
      { before: BASE, after: 'draft\ntwo\nthree\n' },
      { before: 'draft\ntwo\nthree\n', after: 'ONE\ntwo\nthree\n' },
      { before: BASE, after: 'one\ntwo\nTHREE\n' },
    ]
    expect(cover(BASE, 'ONE\ntwo\nTHREE\n', writes)).toEqual({ how: 'lines', undelivered: 0 })
  })
})
