import type { Ask } from './ask.ts'
import type { Written } from './layout.ts'
import { poolsOf } from './lines.ts'
import type { PathCase } from './path-case.ts'
import { carriedLines, movedLines } from './steps/moved.ts'
import { hasForeignNumber, hasForeignWord, wordingOf } from './wording.ts'

/** More is not parsed either. */
const MOST_CHARACTERS = 1_500_000

/**
 * Does the target hold what no formatter can have made of the known states? 'Yes' is certain: in a target that step 6 explains, every
 * line is recorded, or a line of the base, or made of what stands in a known state.
 */
export function* isForeign(path: PathCase, target: Written, known: readonly Written[]): Ask<boolean> {
  if ([target, ...known].some(({ text }) => lengthOf(text) > MOST_CHARACTERS)) return false
  const { change } = path
  const own = yield* ownLines(path, target)
  const others = wordingOf(
    change.path,
    target.text.filter((_, at) => !own.has(target.lines[at]!)),
  )
  const states = known.map(({ text }) => wordingOf(change.path, text))
  if (hasForeignWord(others, states)) return true
  // Where no line of a known state may be inserted, what is not recorded as it stands is the base in another layout, or a part of it.
  const [only, ...more] = known
  if (only === undefined || more.length > 0 || only.oid !== change.before?.blob) return false
  return !only.lines.some((line) => own.has(line)) && hasForeignNumber(others, states[0]!)
}

/** Digests of lines that may be inserted as they stand. Those of the base are in a known state. */
function* ownLines(path: PathCase, { lines }: Written): Ask<ReadonlySet<string>> {
  const moved = yield* movedLines(path, lines)
  const carried = yield* carriedLines(path)
  return new Set([...poolsOf(path.usable).add.keys(), ...moved.lines.keys(), ...carried.keys()])
}

function lengthOf(text: readonly string[]): number {
  return text.reduce((sum, line) => sum + line.length, 0)
}
