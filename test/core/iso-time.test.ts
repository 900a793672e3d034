import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime } from '../../src/core/iso-time.ts'

test('a time is written as the language writes it', () => {
  const years = { min: new Date('1970-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
  fc.assert(
    fc.property(fc.date({ ...years, noInvalidDate: true }), (at) => {
      expect(isoTime(at)).toBe(at.toISOString())
    }),
  )
})
