import { type Intent, type Intents, ownsPath } from '../../core/intent.ts'
import { shellQuote } from '../../core/shell.ts'
import { AGENT_PATH, INTENTS_PATH } from '../../core/sidecar.ts'
import { usageError } from '../flags.ts'

const SHOWN = 10

/** Paths by the intent they are recorded for. */
export type Assignment = ReadonlyMap<string, readonly string[]>

/**
 * The intent each path is recorded for: the one that is named, else the only one in progress that owns the path.
 * Throws USAGE, listing the choices, where a path has none or several.
 */
export function chooseIntents(
  paths: readonly string[],
  intents: Intents,
  named: string | undefined,
): Assignment {
  if (named !== undefined) return new Map([[openIntent(intents, named).id, paths]])
  const owners = paths.map((path) => [path, ownersOf(path, intents)] as const)
  const unclear = owners.filter(([, list]) => list.length !== 1)
  if (unclear.length > 0) throw unclearError(unclear)
  const assigned = new Map<string, string[]>()
  for (const [path, [owner]] of owners) assigned.set(owner!.id, [...(assigned.get(owner!.id) ?? []), path])
  return assigned
}

/** Lessons may be appended to AGENT.md for any intent. */
export function ownersOf(path: string, intents: Intents): readonly Intent[] {
  return openIntents(intents).filter((intent) => path === AGENT_PATH || ownsPath(intent, path))
}

function openIntents(intents: Intents): Intent[] {
  return [...intents.values()].filter(({ status }) => status === 'IN_PROGRESS')
}

/** Throws USAGE unless it is in progress. */
export function openIntent(intents: Intents, id: string): Intent {
  const intent = intents.get(id)
  if (intent?.status === 'IN_PROGRESS') return intent
  const open = openIntents(intents).map((one) => one.id)
  const what = intent === undefined ? 'is not declared' : `is ${intent.status}`
  const remedy =
    open.length === 0
      ? `declare one in ${INTENTS_PATH}, with status IN_PROGRESS`
      : `these are in progress: ${open.join(', ')}`
  throw usageError(`intent ${shellQuote(id)} ${what}`, remedy)
}

function unclearError(unclear: readonly (readonly [string, readonly Intent[]])[]) {
  const rows = unclear.slice(0, SHOWN).map(([path, owners]) => `${shellQuote(path)}: ${choices(owners)}`)
  const more = unclear.length > SHOWN ? [`and ${unclear.length - SHOWN} more`] : []
  const isOwned = unclear.some(([, owners]) => owners.length > 1)
  const remedy = isOwned
    ? 'say which with --intent ID'
    : `widen an owned_scope in ${INTENTS_PATH}, or give --intent ID`
  return usageError(
    `nothing was recorded: which intent is this for?\n${[...rows, ...more].join('\n')}`,
    remedy,
  )
}

function choices(owners: readonly Intent[]): string {
  if (owners.length === 0) return 'no intent in progress owns it'
  return owners.map(({ id }) => id).join(' or ')
}
