import { appendFileSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GateError } from '../core/error.ts'
import { type Lesson, LONGEST_LESSON, lessonBullet, oneLine, parseLessons } from '../core/lesson.ts'
import { AGENT_PATH } from '../core/sidecar.ts'

/** Throws USAGE for a lesson that says nothing, or too much. */
export function readLesson(intent: string | null, text: string): Lesson {
  const line = oneLine(text)
  if (line !== '' && line.length <= LONGEST_LESSON) return { intent, text: line }
  throw new GateError('USAGE', {
    message: line === '' ? 'the lesson is empty' : `the lesson has ${line.length} characters`,
    remedy: `say what to do next time, in one sentence of at most ${LONGEST_LESSON} characters`,
  })
}

/**
 * Appends a lesson to AGENT.md of the working tree `top`, which begins with `template` where there is none. Only ever at the end:
 * that is what is in scope of every intent. The caller holds the lock. 'known' = it stands there already.
 */
export function appendLesson(top: string, lesson: Lesson, template: string): 'appended' | 'known' {
  const file = join(top, AGENT_PATH)
  mkdirSync(dirname(file), { recursive: true })
  if (isMissing(file)) writeFileSync(file, template, { flag: 'wx' })
  const text = readFileSync(file, 'utf8')
  if (parseLessons(text).some((one) => one.text === lesson.text && one.intent === lesson.intent))
    return 'known'
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  appendFileSync(file, `${gapAfter(text, newline)}${lessonBullet(lesson)}${newline}`)
  return 'appended'
}

/** Throws LEDGER_UNWRITABLE for a link: a branch could have put one there that leads anywhere on this machine. */
function isMissing(file: string): boolean {
  const folder = lstatSync(dirname(file))
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (folder.isDirectory() && (stats === undefined || stats.isFile())) return stats === undefined
  throw new GateError('LEDGER_UNWRITABLE', { path: AGENT_PATH, why: 'it is no plain file in a plain folder' })
}

// A list right under a heading, or under text that does not end its line, would be part of it.
function gapAfter(text: string, newline: string): string {
  const lines = text.split(/\r?\n/)
  const isEnded = lines.at(-1) === ''
  const last = isEnded ? lines.at(-2) : lines.at(-1)
  const gap = last === undefined || last.trim() === '' || /^\s*[-*] /.test(last) ? '' : newline
  return `${isEnded ? '' : newline}${gap}`
}
