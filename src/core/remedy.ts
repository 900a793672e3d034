import type { Evidence } from './evidence.ts'
import { type Intent, ownsPath } from './intent.ts'
import { isUtf8Path, pathFrom } from './path.ts'
import type { Facts } from './rule.ts'
import { globForBytes, renameCommand, shellQuote } from './shell.ts'
import { AGENT_PATH, INTENTS_PATH, POLICY_PATH, SIDECAR } from './sidecar.ts'
import type { Desk, Operation, Snapshot } from './snapshot.ts'

/** How to give a path its trace, as commands that can be pasted where the finding is read. */
export function traceRemedy({ snapshot, evidence }: Facts, path: string): string {
  if (!isUtf8Path(path)) return withWayOn(renameRemedy(snapshot, path), snapshot.operation)
  // An audit changes nothing that could still be recorded: what is older than the gate is left out by a baseline.
  if (snapshot.source.kind === 'tree')
    return `name the commit from which on everything is traced, in ${POLICY_PATH}: baseline: <commit>`
  const intent = intentFor(evidence, path)
  const first = intent === null ? `have an intent own this file (${INTENTS_PATH}), then: ` : ''
  const adopt = adoptCommand(snapshot, intent, path)
  const aside =
    snapshot.source.kind === 'staged'
      ? `an agent: ${recordCommand(snapshot, intent, path)}`
      : `then commit ${SIDECAR}/; an agent asks a person`
  return withWayOn(`${first}${adopt}   (${aside})`, snapshot.operation)
}

/** The ledger is JSON: it can name no such path, not even to say that it is gone. */
function renameRemedy({ changes, desk = ROOT }: Snapshot, path: string): string {
  const rename = renameCommand('git mv', pathFrom(desk.read, path))
  const isNew = changes.some((change) => change.path === path && change.before === null)
  if (isNew) return `give it a name that is valid UTF-8, since the ledger can name no other: ${rename}`
  const entry = `- { paths: [${JSON.stringify(globForBytes(path))}], reason: "its name is not UTF-8" }`
  return `the ledger cannot name it, not even its end: first, in a change of its own, a person exempts it in ${POLICY_PATH} (exempt: ${entry}); then ${rename}`
}

/** What a person runs to say "this change is mine, for this intent". */
export function adoptCommand(snapshot: Snapshot, intent: Intent | null, path: string): string {
  const { source, desk = ROOT } = snapshot
  // Main may have moved on: what the change did is measured from where it left.
  const since = source.kind === 'staged' ? null : (source.mergeBases[0] ?? source.base)
  const from = since === null ? '' : ` --since ${since.slice(0, 12)}`
  return gateCommand(desk, `adopt${from} ${onPath(desk, intent, path)}`)
}

export function recordCommand({ desk = ROOT }: Snapshot, intent: Intent | null, path: string): string {
  return gateCommand(desk, `record ${onPath(desk, intent, path)}`)
}

const ROOT: Desk = { read: '', run: '' }

function gateCommand({ read, run }: Desk, words: string): string {
  const cd = read === run ? '' : `cd ${asOperand(pathFrom(read, run.slice(0, -1)))} && `
  return `${cd}npx intentgate ${words}`
}

/** A root-relative path as a program takes it, in the folder where the finding is read. */
export function pathToPaste({ desk = ROOT }: Snapshot, path: string): string {
  return asOperand(pathFrom(desk.read, path))
}

// What begins with "-" would be read as an option.
function asOperand(path: string): string {
  return shellQuote(path.startsWith('-') ? `./${path}` : path)
}

function onPath({ run }: Desk, intent: Intent | null, path: string): string {
  const name = pathFrom(run, path)
  const word = name.startsWith('-') ? `-- ${shellQuote(name)}` : shellQuote(name)
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
