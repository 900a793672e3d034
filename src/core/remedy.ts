import type { Evidence } from './evidence.ts'
import { type Intent, ownsPath } from './intent.ts'
import { isUtf8Path } from './path.ts'
import type { Facts } from './rule.ts'
import { shellQuote } from './shell.ts'
import { AGENT_PATH, INTENTS_PATH, POLICY_PATH, SIDECAR } from './sidecar.ts'
import type { Operation, Source } from './snapshot.ts'

/** How to give a path its trace, as commands that can be pasted where the finding is read. */
export function traceRemedy({ snapshot, evidence }: Facts, path: string): string {
  if (!isUtf8Path(path))
    return withWayOn('give it a name that is valid UTF-8: the ledger can name no other', snapshot.operation)
  // An audit changes nothing that could still be recorded: what is older than the gate is left out by a baseline.
  if (snapshot.source.kind === 'tree')
    return `name the commit from which on everything is traced, in ${POLICY_PATH}: baseline: <commit>`
  const intent = intentFor(evidence, path)
  const first = intent === null ? `have an intent own this file (${INTENTS_PATH}), then: ` : ''
  const adopt = adoptCommand(snapshot.source, intent, path)
  const aside =
    snapshot.source.kind === 'staged'
      ? `an agent: npx intentgate record ${onPath(intent, path)}`
      : `then commit ${SIDECAR}/; an agent asks a person`
  return withWayOn(`${first}${adopt}   (${aside})`, snapshot.operation)
}

/** What a person runs to say "this change is mine, for this intent". */
export function adoptCommand(source: Source, intent: Intent | null, path: string): string {
  if (source.kind === 'staged') return `npx intentgate adopt ${onPath(intent, path)}`
  // Main may have moved on: what the change did is measured from where it left.
  const since = source.mergeBases[0] ?? source.base
  const from = since === null ? '' : `--since ${since.slice(0, 12)} `
  return `npx intentgate adopt ${from}${onPath(intent, path)}`
}

/** A path as a program takes it that reads what begins with "-" as an option. */
export function asOperand(path: string): string {
  return shellQuote(path.startsWith('-') ? `./${path}` : path)
}

function onPath(intent: Intent | null, path: string): string {
  // A path that starts with "-" would be read as an option.
  const word = path.startsWith('-') ? `-- ${shellQuote(path)}` : shellQuote(path)
  return intent === null ? word : `--intent ${intent.id} ${word}`
}

/** The first intent, by id, that may authorise a change of this path. */
function intentFor({ intents, policy, adopted }: Evidence, path: string): Intent | null {
  const mayServe = (intent: Intent | undefined): boolean =>
    intent?.status === 'IN_PROGRESS' && (path === AGENT_PATH || ownsPath(intent, path))
  const needsBase = policy.new_intents === 'deny' && adopted.base
  const candidates = [...intents.head.values()]
    .filter(mayServe)
    .filter(({ id }) => !needsBase || mayServe(intents.base.get(id)))
  return candidates.sort((a, b) => (a.id < b.id ? -1 : 1))[0] ?? null
}

/** Nobody is stranded half-way: while git is in the middle of something, every remedy names both ways out of it. */
export function withWayOn(remedy: string, operation: Operation): string {
  if (operation === null || remedy.includes(`git ${operation} --abort`)) return remedy
  return `${remedy}; then git ${operation} --continue   (or give up: git ${operation} --abort)`
}
