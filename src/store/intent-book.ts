import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { GateError } from '../core/error.ts'
import type { Intent, Intents } from '../core/intent.ts'
import { intentChain } from '../core/intent-chain.ts'
import { renderIntentContext } from '../core/intent-context.ts'
import { type Lesson, parseLessons, relatedLessons } from '../core/lesson.ts'
import { AGENT_PATH, INTENTS_PATH } from '../core/sidecar.ts'
import { parseIntents } from './config.ts'
import { didYouMean } from './did-you-mean.ts'
import { isErrno } from './errno.ts'
import { printable } from './printable.ts'

/** Why an intent cannot be worked on, as FORMATS.md has it for agents: with ids that would work. */
export interface IntentRefusal {
  readonly code: 'UNKNOWN_INTENT' | 'INACTIVE_INTENT'
  readonly message: string
  readonly intent: string
  readonly next: readonly string[]
}

export type Selection =
  | { readonly kind: 'selected'; readonly intent: Intent; readonly context: string }
  | { readonly kind: 'refused'; readonly refusal: IntentRefusal }

/** The intents and lessons of one working tree, as they stand there; read again only where a file has changed. */
export interface IntentBook {
  /** Throws NO_ORCHESTRATION, INVALID_FILE. */
  intents(): Intents
  lessons(): readonly Lesson[]
  /** The `<intent_context>` of an intent in progress. Throws as `intents`. */
  select(id: string): Selection
}

/** `top`: absolute, of the working tree. */
export function openIntentBook(top: string): IntentBook {
  const intents = rereading(join(top, INTENTS_PATH), (bytes): Intents => {
    if (bytes === null) throw new GateError('NO_ORCHESTRATION', { where: 'the working tree' })
    return parseIntents(bytes, INTENTS_PATH)
  })
  const lessons = rereading(join(top, AGENT_PATH), (bytes) => parseLessons(bytes?.toString('utf8') ?? ''))
  return { intents, lessons, select: (id) => selectFrom(id, intents(), lessons()) }
}

function selectFrom(id: string, intents: Intents, lessons: readonly Lesson[]): Selection {
  const refusal = refusalOf(id, intents)
  if (refusal !== null) return { kind: 'refused', refusal }
  const chain = intentChain(id, intents)
  const intent = chain[0]!
  const context = renderIntentContext({ intent, chain, lessons: relatedLessons(lessons, chain) })
  return { kind: 'selected', intent, context }
}

const LISTED = 20

/** Why nobody may write for this intent; null = they may. */
export function refusalOf(id: string, intents: Intents): IntentRefusal | null {
  const status = intents.get(id)?.status
  if (status === 'IN_PROGRESS') return null
  const open = [...intents.values()].filter((intent) => intent.status === 'IN_PROGRESS')
  const ids = open.map((intent) => intent.id)
  const meant = status === undefined ? didYouMean(id, ids) : null
  const first = open.filter((intent) => intent.id === meant)
  const listed = [...new Set([...first, ...open])].slice(0, LISTED)
  return {
    code: status === undefined ? 'UNKNOWN_INTENT' : 'INACTIVE_INTENT',
    message: `${printable(id)} ${reason(status)}${meant === null ? '' : `; did you mean '${meant}'?`}`,
    intent: printable(id),
    next:
      open.length === 0
        ? [`no intent is IN_PROGRESS: ask a person to declare one in ${INTENTS_PATH}`]
        : listed.map((intent) => `select ${intent.id}: ${printable(intent.name)}`),
  }
}

function reason(status: Intent['status'] | undefined): string {
  return status === undefined ? 'is not declared' : `is ${status}; only IN_PROGRESS can be worked on`
}

/** What a file holds, parsed; null = no such file. Parsed again when its times, size or inode differ. */
function rereading<T>(file: string, parse: (bytes: Buffer | null) => T): () => T {
  let known: { readonly stamp: string; readonly value: T } | null = null
  return () => {
    const stamp = stampOf(file)
    if (known === null || known.stamp !== stamp)
      known = { stamp, value: parse(stamp === ABSENT ? null : readFileSync(file)) }
    return known.value
  }
}

const ABSENT = ''

function stampOf(file: string): string {
  try {
    const { mtimeNs, ctimeNs, size, ino } = statSync(file, { bigint: true })
    return `${mtimeNs} ${ctimeNs} ${size} ${ino}`
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return ABSENT
    throw error
  }
}
