import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lessonBullet, oneLine, parseLessons, relatedLessons } from '../../src/core/lesson.ts'

test('bullets are lessons, with and without an intent; everything else in the file is not', () => {
  const text = `# Shared memory

Append; do not rewrite.

## Decisions

- Tokens are opaque.

## Lessons

- [INT-001] Never mock the clock,
  not even in tests.
* [ ] no id, so it is for everybody
  - a bullet inside a bullet is part of nothing
`
  expect(parseLessons(text)).toEqual([
    { intent: null, text: 'Tokens are opaque.' },
    { intent: 'INT-001', text: 'Never mock the clock, not even in tests.' },
    { intent: null, text: '[ ] no id, so it is for everybody' },
  ])
})

test('whatever a lesson says, it is written as one bullet and read back as it was', () => {
  const intent = fc.option(fc.constantFrom('INT-001', 'A-1'), { nil: null })
  fc.assert(
    fc.property(intent, fc.string({ unit: 'binary', maxLength: 80 }), (id, said) => {
      const text = oneLine(said)
      fc.pre(text !== '' && !/^\[[A-Z][A-Z0-9_]*-[0-9A-Z-]+\] /.test(text))
      const bullet = lessonBullet({ intent: id, text })
      expect(bullet).not.toMatch(/[\n\r\u2028]/)
      expect(parseLessons(`# x\n\n${bullet}\r\n`)).toEqual([{ intent: id, text }])
    }),
  )
})

test('told are the lessons of the intent, of what it serves, and those for everybody; of many, the newest', () => {
  const chain = [{ id: 'INT-002' }, { id: 'INT-000' }]
  const of = (intent: string | null, text: string) => ({ intent, text })
  const lessons = [of('INT-000', 'a'), of('INT-001', 'b'), of(null, 'c'), of('INT-002', 'd')]
  expect(relatedLessons(lessons, chain).map(({ text }) => text)).toEqual(['a', 'c', 'd'])
  const many = Array.from({ length: 100 }, (_, at) => of('INT-002', `n${at}`))
  expect(relatedLessons(many, chain).map(({ text }) => text)).toEqual(
    Array.from({ length: 30 }, (_, at) => `n${at + 70}`),
  )
})
