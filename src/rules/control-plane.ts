import { type Change, kindOf, stateKey } from '../core/change.ts'
import { type ControlPlane, controlPlaneOf, namesTheGate } from '../core/control-plane.ts'
import type { Evidence, Need } from '../core/evidence.ts'
import { namesLiterally } from '../core/intent.ts'
import { adoptCommand, withWayOn } from '../core/remedy.ts'
import { defineRule, type Facts } from '../core/rule.ts'
import { INTENTS_PATH, isLedgerPath, SIDECAR } from '../core/sidecar.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { Write } from '../core/trace.ts'

export const controlPlane = defineRule({
  id: 'control-plane',
  summary: 'What steers the gate is changed only by a person, for an intent that names the very file.',
  severity: ({ snapshot }) => (snapshot.place === 'ci' ? 'error' : 'warning'),

  *needs({ snapshot }): Iterable<Need> {
    for (const { change, place } of steeringChanges(snapshot)) {
      if (place?.when !== 'named') continue
      for (const oid of blobsOf(change)) yield { kind: 'blob', oid }
    }
  },

  *check(facts) {
    const { adopted } = facts.evidence
    if (adopted.base && !adopted.target) {
      yield {
        path: SIDECAR,
        message: 'this change removes the whole folder: nothing could be judged any more',
        remedy: withWayOn(`keep ${SIDECAR}/`, facts.snapshot.operation),
      }
    }
    for (const { change, place } of steeringChanges(facts.snapshot)) {
      const why = reasonFor(facts.evidence, change, place)
      if (why === null || isAttested(facts, change)) continue
      yield {
        path: change.path,
        message: `${why}; no person's record for an intent that names this very file covers the change`,
        remedy: remedyFor(facts, change.path),
      }
    }
  },
})

interface Steering {
  readonly change: Change
  /** null for the intents, which are judged by what is left of them. */
  readonly place: ControlPlane | null
}

// An audit of the whole tree finds every file added; nobody changed anything.
function steeringChanges({ source, changes }: Snapshot): Steering[] {
  if (source.kind === 'tree') return []
  return changes.flatMap((change) => {
    const { path } = change
    // A range adds a shard with nearly every commit, and each would be held against every pattern there is.
    const place = isLedgerPath(path) ? null : controlPlaneOf(path)
    return place === null && path !== INTENTS_PATH ? [] : [{ change, place }]
  })
}

function blobsOf({ before, after }: Change): string[] {
  return [before, after].flatMap((entry) =>
    entry === null || kindOf(entry.mode) === 'submodule' ? [] : [entry.blob],
  )
}

/** Why this change touches the control plane; null if it does not. */
function reasonFor(evidence: Evidence, change: Change, place: ControlPlane | null): string | null {
  if (change.path === INTENTS_PATH) return isEmptied(evidence, change) ? EMPTIED : null
  if (place === null) return null
  return place.when === 'always' || speaksOfTheGate(evidence, change) ? place.why : null
}

const EMPTIED = 'no intent is declared here any more'

function isEmptied({ intents }: Evidence, { after }: Change): boolean {
  if (after === null || kindOf(after.mode) !== 'file') return true
  return intents.base.size > 0 && intents.head.size === 0
}

function speaksOfTheGate({ loaded }: Evidence, change: Change): boolean {
  return blobsOf(change).some((oid) => {
    const content = loaded.blobs.get(oid)
    // What cannot be read may be the job that runs the gate.
    return content instanceof Uint8Array ? namesTheGate(content) : true
  })
}

function isAttested({ evidence, coverage }: Facts, { path, before, after }: Change): boolean {
  const byPerson = (write: Write): boolean => isAttestation(evidence, path, write)
  const takesItWhole = ({ edge }: Write): boolean =>
    edge !== null && stateKey(edge.before) === stateKey(before) && stateKey(edge.after) === stateKey(after)
  const added = evidence.ledger.added.filter((write) => write.path === path)
  if (added.some((write) => byPerson(write) && takesItWhole(write))) return true
  const covered = coverage.find(({ change }) => change.path === path)
  // Undoing what a person once attested is not attested by them: it may take a safeguard away again.
  if (covered === undefined || covered.how === null || covered.how === 'revert') return false
  return covered.used.length > 0 && covered.used.every(byPerson)
}

function isAttestation({ intents }: Evidence, path: string, { intent, contributor }: Write): boolean {
  const declared = intent === null ? undefined : intents.base.get(intent)
  if (declared === undefined || contributor !== 'human') return false
  return declared.status === 'IN_PROGRESS' && namesLiterally(declared, path)
}

function remedyFor({ snapshot, evidence }: Facts, path: string): string {
  const intent = [...evidence.intents.base.values()].find(
    (candidate) => candidate.status === 'IN_PROGRESS' && namesLiterally(candidate, path),
  )
  const first =
    intent === undefined
      ? 'first, in a change of its own, list this path, without a glob, in the owned_scope of an intent; then '
      : ''
  return withWayOn(
    `${first}a person runs: ${adoptCommand(snapshot, intent ?? null, path)}`,
    snapshot.operation,
  )
}
