import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Report } from '../../core/report.ts'
import { visible } from '../../report/escape.ts'
import { isErrno } from '../../store/errno.ts'
import { writeWhole } from '../../store/writer-state.ts'

const OFFERED_AT = 2
const MOST_REMEMBERED = 200

/**
 * Counts what a git hook refused, by rule and kind of file, in `state`. The second time the same is refused, the words that offer to
 * write the lesson down; null = nothing to say.
 */
export function offerLesson(state: string, { violations }: Report): string | null {
  const errors = violations.filter(({ severity }) => severity === 'error')
  const keys = [...new Set(errors.map(({ rule, path }) => `${rule} ${path === null ? '.' : kindOf(path)}`))]
  const counts = readCounts(state)
  const again = keys.filter((key) => (counts.get(key) ?? 0) + 1 === OFFERED_AT)
  for (const key of keys) {
    const count = (counts.get(key) ?? 0) + 1
    counts.delete(key)
    counts.set(key, count)
  }
  writeCounts(state, counts)
  if (again.length === 0) return null
  const [rule, kind] = again[0]!.split(/ (.*)/s)
  return `note: ${rule} has refused ${visible(kind!)} twice; spare the next one: npx intentgate lesson add "…"\n`
}

/** Files of one folder and extension are one kind: `src/auth/*.ts`. */
function kindOf(path: string): string {
  return posix.join(posix.dirname(path), `*${posix.extname(path)}`)
}

// Only a convenience rests on it: what cannot be read is counted anew.
function readCounts(state: string): Map<string, number> {
  try {
    const entries: unknown = JSON.parse(readFileSync(join(state, 'refusals.json'), 'utf8'))
    return new Map(Array.isArray(entries) ? entries.filter(isCount) : [])
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error, 'ENOENT')) return new Map()
    throw error
  }
}

function isCount(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'
}

function writeCounts(state: string, counts: ReadonlyMap<string, number>): void {
  writeWhole(join(state, 'refusals.json'), JSON.stringify([...counts].slice(-MOST_REMEMBERED)))
}
