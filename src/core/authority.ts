import type { Refusal, Unreviewed } from './coverage.ts'
import type { Evidence } from './evidence.ts'
import { type Intent, ownsPath } from './intent.ts'
import { AGENT_PATH } from './sidecar.ts'
import type { Snapshot } from './snapshot.ts'
import type { Write } from './trace.ts'

export type Standing =
  | {
      readonly kind: 'authorised'
      readonly unreviewed: readonly Unreviewed[]
      readonly tolerated: Refusal | null
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** What the change itself lets a record do, apart from what the intents say. */
export interface Allowance {
  readonly evidence: Evidence
  readonly operation: Snapshot['operation']
  /** The change only appends lines to AGENT.md: that is in scope of every intent in progress. */
  readonly appendsLesson: 'yes' | 'no'
}

/** May this record's intent touch this path? Base and head must both allow it. */
export function standingOf(write: Write, path: string, allowance: Allowance): Standing {
  const { intents } = allowance.evidence
  if (write.intent === null)
    return refuse(
      'intent-unknown',
      write,
      `its record names no intent`,
      'record it again for an intent: npx intentgate record --intent <ID>',
    )
  const head = intents.head.get(write.intent)
  const base = intents.base.get(write.intent)
  if (head === undefined) return refuseUndeclared(write, write.intent, base)
  const inactive = inactivity(write, head, base)
  if (inactive !== null && !isInterrupted(allowance)) return { kind: 'refused', refusal: inactive }
  const outside = scopeRefusal(write, path, head, allowance)
  if (outside !== null) return { kind: 'refused', refusal: outside }
  return review(write, path, { head, base, inactive }, allowance)
}

function refuse(rule: Refusal['rule'], write: Write, message: string, remedy: string): Standing {
  return { kind: 'refused', refusal: { rule, write, message, remedy } }
}

function refuseUndeclared(write: Write, id: string, base: Intent | undefined): Standing {
  const message =
    base === undefined
      ? `its record names ${id}, which is not declared`
      : `its record names ${id}, which this change removes`
  return refuse(
    'intent-unknown',
    write,
    message,
    'declare it in .orchestration/active_intents.yaml and stage that file, or record the change for an intent that is there',
  )
}

/** Only IN_PROGRESS authorises. Closing the intent within the change does not take it away. */
function inactivity(write: Write, head: Intent, base: Intent | undefined): Refusal | null {
  if (base?.status === 'IN_PROGRESS' || head.status === 'IN_PROGRESS') return null
  if (base === undefined && head.status === 'COMPLETED') return null
  const message = `its record names ${head.id}, which is ${base?.status ?? head.status}`
  return {
    rule: 'intent-inactive',
    write,
    message,
    remedy: `set ${head.id} to IN_PROGRESS in .orchestration/active_intents.yaml and stage it, or use an intent that is`,
  }
}

// Half-way through a rebase nobody can go back and reopen an intent: they would be stranded.
function isInterrupted({ operation }: Allowance): boolean {
  return operation === 'rebase' || operation === 'cherry-pick' || operation === 'revert'
}

function scopeRefusal(
  write: Write,
  path: string,
  head: Intent,
  { appendsLesson }: Allowance,
): Refusal | null {
  if (ownsPath(head, path) || (path === AGENT_PATH && appendsLesson === 'yes')) return null
  return {
    rule: 'scope-violation',
    write,
    message: `Scope Violation: ${head.id} is not authorized to edit ${path}`,
    remedy:
      'leave this file out of the commit, record it for an intent that owns it, or have the scope widened in a change of its own',
  }
}

interface Declared {
  readonly head: Intent
  readonly base: Intent | undefined
  readonly inactive: Refusal | null
}

/** What only the change under review declares counts as far as policy `new_intents` lets it. */
function review(
  write: Write,
  path: string,
  { head, base, inactive }: Declared,
  allowance: Allowance,
): Standing {
  const intent = head.id
  const unreviewed: Unreviewed[] = []
  if (base === undefined) unreviewed.push({ intent, what: 'intent' })
  else if (base.status !== 'IN_PROGRESS' && inactive === null) unreviewed.push({ intent, what: 'status' })
  else if (!ownsPath(base, path) && ownsPath(head, path)) unreviewed.push({ intent, what: 'scope' })
  const { policy, adopted } = allowance.evidence
  const first = unreviewed[0]
  if (first !== undefined && policy.new_intents === 'deny' && adopted.base)
    return refuseUnreviewed(write, path, first)
  return { kind: 'authorised', unreviewed, tolerated: inactive }
}

function refuseUnreviewed(write: Write, path: string, { intent, what }: Unreviewed): Standing {
  const messages = {
    intent: `its record names ${intent}, which only this change declares`,
    status: `its record names ${intent}, which only this change sets to IN_PROGRESS`,
    scope: `Scope Violation: ${intent} is not authorized to edit ${path}: only this change widens its scope`,
  }
  return refuse(
    'intent-unreviewed',
    write,
    messages[what],
    'commit and merge the declaration first, by itself; or set policy new_intents: review',
  )
}
