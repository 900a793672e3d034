import { showUnseen } from './unseen.ts'

/** Something learnt, as one bullet of AGENT.md: `- [INT-001] Text.`, or without an id where it is for everybody. */
export interface Lesson {
  readonly intent: string | null
  readonly text: string
}

const BULLET = /^[-*] +(?:\[(?<intent>[A-Z][A-Z0-9_]*-[0-9A-Z-]+)\] +)?(?<text>\S.*)$/
const CONTINUED = /^[ \t]+(?![-*] )(?<text>\S.*)$/

/** Every top-level bullet of AGENT.md, in the order of the file; lines that continue one are joined to it. */
export function parseLessons(text: string): Lesson[] {
  const lessons: { intent: string | null; text: string }[] = []
  let last: { text: string } | null = null
  for (const line of text.split(/\r?\n/)) {
    const bullet = BULLET.exec(line)?.groups
    const continued = CONTINUED.exec(line)?.groups
    if (bullet !== undefined) {
      const lesson = { intent: bullet.intent ?? null, text: bullet.text!.trim() }
      lessons.push(lesson)
      last = lesson
    } else if (continued !== undefined && last !== null) last.text += ` ${continued.text!.trim()}`
    else last = null
  }
  return lessons
}

const MOST_LESSONS = 30

/** Those for one of the intents (`chain`: an intent and what it serves) and those for everybody; of many, the newest. */
export function relatedLessons(
  lessons: readonly Lesson[],
  chain: readonly { readonly id: string }[],
): Lesson[] {
  const ids = new Set(chain.map(({ id }) => id))
  return lessons.filter(({ intent }) => intent === null || ids.has(intent)).slice(-MOST_LESSONS)
}

/** The longest lesson, in characters: what is told to every agent at every start has to be short. */
export const LONGEST_LESSON = 500

/** On one line, so that a lesson is one bullet whatever it says. */
export function oneLine(text: string): string {
  return showUnseen(text.replace(/\s+/g, ' ').trim())
}

/** The bullet, without a newline. */
export function lessonBullet({ intent, text }: Lesson): string {
  return intent === null ? `- ${text}` : `- [${intent}] ${text}`
}
