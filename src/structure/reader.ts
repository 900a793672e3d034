import type { FileStructure } from '../core/structure.ts'
import type { UnitDifference } from '../core/unit-change.ts'
import type { FileChanges, FileSides, Moving } from './changes.ts'
import type { Comparing, FileText } from './compare.ts'
import { languageOf } from './language.ts'
import type { Links } from './links.ts'
import { type Asked, type Desk, type Failure, ParserLane } from './parser-lane.ts'
import { MAX_STRUCTURED_BYTES, type Unstructured, without } from './reading.ts'
import type { UnitChange } from './unit-change.ts'

/** What the process of `parser.ts` is asked. */
export type Question =
  | ({ readonly of: 'structure' | 'links' } & FileText)
  | ({ readonly of: 'changes' } & FileSides)
  | ({ readonly of: 'moves' } & Moving)
  | ({ readonly of: 'differences' } & Comparing)

export interface StructureReader {
  /** Never rejects: what cannot be read is said to be so. */
  read(path: string, bytes: Uint8Array): Promise<FileStructure>
  /** What a change did to the units of a file. Never rejects. */
  changes(sides: FileSides): Promise<FileChanges>
  /** Per unit that moved, what changed; null = it cannot be told. Never rejects. */
  moves(moving: Moving): Promise<readonly (readonly UnitChange[] | null)[]>
  /** How a file is tied to others; null = it cannot be told. Never rejects. */
  links(path: string, bytes: Uint8Array): Promise<Links | null>
  /** Per pair, the first node in which its units differ; null = it cannot be told. Never rejects. */
  compare(comparing: Comparing): Promise<readonly (UnitDifference | null)[]>
  close(): void
}

/** Per question. */
const MAX_MILLISECONDS = 10_000

/** Most machines have as many cores. */
const MAX_LANES = 2

/** As many questions wait before another process is worth its start. */
const WAITING_PER_LANE = 30

/**
 * Reads structures in other processes, started when they are needed: no file can end this one, or keep it. `entry` is the built
 * `parser.ts`; null = there is none.
 */
export function createStructureReader(entry: string | null, limit = MAX_MILLISECONDS): StructureReader {
  const desk = createDesk()
  const lanes: ParserLane[] = []
  if (entry === null) desk.close()

  function ask(question: Question): Promise<unknown> {
    return new Promise((answer) => {
      desk.add({ question, answer })
      const isWorthIt = desk.waiting() > lanes.length * WAITING_PER_LANE
      if (entry !== null && isWorthIt && lanes.length < MAX_LANES)
        lanes.push(new ParserLane(entry, desk, limit))
      for (const lane of lanes) lane.fill()
    })
  }

  return {
    async read(path, bytes) {
      const why = whyUnread(path, [bytes])
      if (why !== null) return without(why)
      const answer = await ask({ of: 'structure', path, bytes })
      // Our own process: what it sends to this question, and is no Failure, is a structure.
      return isFailure(answer) ? without(answer) : (answer as FileStructure)
    },
    async changes(sides) {
      const why = whyUnread(sides.path, [sides.before, sides.after])
      if (why !== null) return without(why)
      const answer = await ask({ of: 'changes', ...sides })
      // As above: it is what changed.
      return isFailure(answer) ? without(answer) : (answer as FileChanges)
    },
    async moves(moving) {
      const answer = await ask({ of: 'moves', ...moving })
      // As above: it is one item per pair.
      return isFailure(answer) ? moving.pairs.map(() => null) : (answer as UnitChange[][])
    },
    async links(path, bytes) {
      const answer = await ask({ of: 'links', path, bytes })
      // As above: it is one item.
      return isFailure(answer) ? null : (answer as [Links | null])[0]
    },
    async compare(comparing) {
      const answer = await ask({ of: 'differences', ...comparing })
      // As above: it is one item per pair.
      return isFailure(answer) ? comparing.pairs.map(() => null) : (answer as (UnitDifference | null)[])
    },
    close() {
      desk.close()
      for (const lane of lanes) lane.close()
    },
  }
}

/** null = it is worth asking for. */
function whyUnread(path: string, sides: readonly (Uint8Array | null)[]): Unstructured | null {
  if (languageOf(path) === null) return 'language'
  return sides.some((bytes) => bytes !== null && bytes.length > MAX_STRUCTURED_BYTES) ? 'large' : null
}

function isFailure(answer: unknown): answer is Failure {
  return typeof answer === 'string'
}

interface OpenDesk extends Desk {
  readonly add: (asked: Asked) => void
  readonly waiting: () => number
}

/** Once it is closed, every question is answered at once: no parser. */
function createDesk(): OpenDesk {
  let waiting: Asked[] = []
  let isClosed = false
  const put = (asked: readonly Asked[]) => {
    if (isClosed) for (const { answer } of asked) answer('parser')
    else waiting.push(...asked)
  }
  return {
    next: () => waiting.shift(),
    add: (asked) => put([asked]),
    giveBack(asked) {
      const later = waiting
      waiting = []
      put(asked)
      put(later)
    },
    waiting: () => waiting.length,
    close() {
      isClosed = true
      put(waiting.splice(0))
    },
  }
}
