import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseLessons } from '../../src/core/lesson.ts'
import { appendLesson, readLesson } from '../../src/store/agent-md.ts'
import { temporaryFolder } from '../support/repo.ts'

const lesson = { intent: 'INT-001', text: 'Learnt' }

function agentFile(text: string | null): { top: string; file: string } {
  const top = temporaryFolder()
  const file = join(top, '.orchestration/AGENT.md')
  if (text !== null) {
    mkdirSync(join(top, '.orchestration'))
    writeFileSync(file, text)
  }
  return { top, file }
}

test.each([
  { why: 'under a heading, after a blank line', before: '## Lessons\n', added: '\n- [INT-001] Learnt\n' },
  { why: 'after another lesson', before: '- one\n', added: '- [INT-001] Learnt\n' },
  { why: 'after a line that does not end', before: '- one', added: '\n- [INT-001] Learnt\n' },
  { why: 'after text that does not end', before: 'Text', added: '\n\n- [INT-001] Learnt\n' },
  { why: 'with Windows line ends', before: '## Lessons\r\n', added: '\r\n- [INT-001] Learnt\r\n' },
  { why: 'in an empty file', before: '', added: '- [INT-001] Learnt\n' },
  { why: 'in a new file, after what it begins with', before: null, added: '\n- [INT-001] Learnt\n' },
])('$why: what stood there stays, the lesson comes last', ({ before, added }) => {
  const { top, file } = agentFile(before)
  expect(appendLesson(top, lesson, '# Template\n')).toBe('appended')
  const after = readFileSync(file, 'utf8')
  expect(after).toBe(`${before ?? '# Template\n'}${added}`)
  expect(parseLessons(after).at(-1)).toEqual(lesson)
  expect(appendLesson(top, lesson, '')).toBe('known')
})

test('a link is not followed: a branch could lead it anywhere', () => {
  const outside = join(temporaryFolder(), 'profile')
  writeFileSync(outside, 'mine\n')
  const { top, file } = agentFile(null)
  mkdirSync(join(top, '.orchestration'))
  symlinkSync(outside, file)
  expect(() => appendLesson(top, lesson, '')).toThrow('no plain file')
  expect(readFileSync(outside, 'utf8')).toBe('mine\n')

  const linked = temporaryFolder()
  symlinkSync(temporaryFolder(), join(linked, '.orchestration'))
  expect(() => appendLesson(linked, lesson, '')).toThrow('no plain file')
})

test('a lesson says something, and not too much', () => {
  expect(readLesson(null, ' a\n\tb\u202e ')).toEqual({ intent: null, text: 'a b\\u{202e}' })
  expect(() => readLesson(null, '\n')).toThrow('empty')
  expect(() => readLesson(null, 'x'.repeat(501))).toThrow('501 characters')
})
