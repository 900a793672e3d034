import { printable } from '../store/printable.ts'
import type { Refusal } from './event.ts'
import type { DeclaredIntent } from './ports.ts'

const SELECT = 'npx intentgate intent select'
const DECLARE = 'ask the person to declare one: npx intentgate intent new'

/** The words of the protocol: agents are told them in advance, and match on them. */
export const NO_INTENT_MESSAGE = 'You must call select_active_intent before writing files.'

/** `owners`: the ids that would work, the best first. */
export function noIntent(owners: readonly string[]): Refusal {
  return { code: 'NO_ACTIVE_INTENT', message: NO_INTENT_MESSAGE, next: waysToSelect(owners) }
}

export function unknownIntent(intent: string, open: readonly string[]): Refusal {
  const message = `${printable(intent)} is not declared in .orchestration/active_intents.yaml`
  return { code: 'UNKNOWN_INTENT', message, intent, next: waysToSelect(open) }
}

export function inactiveIntent({ id, status }: DeclaredIntent, open: readonly string[]): Refusal {
  const message = `${id} is ${status}: only an intent IN_PROGRESS can be worked on`
  return { code: 'INACTIVE_INTENT', message, intent: id, next: waysToSelect(open) }
}

export function outOfScope(intent: string, path: string, owners: readonly string[]): Refusal {
  const select = owners.map((id) => `select ${id}, whose scope covers this file: ${SELECT} ${id}`)
  return {
    code: 'SCOPE_VIOLATION',
    message: `Scope Violation: ${intent} is not authorized to edit ${printable(path)}`,
    intent,
    path,
    next: [
      ...select,
      `${select.length > 0 ? 'or ask' : 'ask'} for the scope to be widened (owned_scope of ${intent} in .orchestration/active_intents.yaml)`,
    ],
  }
}

/** The recorder alone writes there: a record by hand would speak for somebody. */
export function ledgerFile(path: string): Refusal {
  return {
    code: 'SCOPE_VIOLATION',
    message: `Scope Violation: no intent is authorized to edit ${printable(path)}`,
    path,
    next: [
      'leave it: your writes are recorded by themselves',
      'or, for what is missing: npx intentgate record',
    ],
  }
}

/** Hooks and settings of git itself: whoever writes there need not obey the gate. */
export function gitsFile(path: string): Refusal {
  return {
    code: 'SCOPE_VIOLATION',
    message: `Scope Violation: no intent is authorized to edit ${printable(path)}`,
    path,
    next: ['leave it to git, or ask the person'],
  }
}

export function staleFile(path: string): Refusal {
  const message = `StaleFileError: ${printable(path)} has changed since you read it`
  return {
    code: 'STALE_FILE',
    message,
    path,
    next: [`read ${printable(path)} again`, 'then make the edit on what it holds now'],
  }
}

export function destructiveCommand(intent: string): Refusal {
  return {
    code: 'DESTRUCTIVE_COMMAND',
    message: 'This command may write, delete or execute: a person has to approve it.',
    intent,
    next: ['wait for the approval', 'or use the edit tools for files, which need none'],
  }
}

function waysToSelect(ids: readonly string[]): readonly string[] {
  const [first] = ids
  if (first === undefined) return [DECLARE]
  return [`call select_active_intent with intent_id ${ids.join(' or ')}`, `or run: ${SELECT} ${first}`]
}
