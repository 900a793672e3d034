import { AGENT_PATH, isLedgerPath, needsNoTrace } from '../core/sidecar.ts'
import type { Refusal } from './event.ts'
import type { DeclaredIntent } from './ports.ts'
import { inactiveIntent, ledgerFile, noIntent, outOfScope, unknownIntent } from './refusals.ts'

/** The declared intents, and which paths they own. */
export interface Scopes {
  readonly intents: readonly DeclaredIntent[]
  isOwned(intent: DeclaredIntent, path: string): Promise<boolean>
  isUngoverned(path: string): Promise<boolean>
}

/** The intent in progress that goes by this id, or why none does. */
export function activeIntent(
  id: string | null,
  { intents }: Scopes,
): { readonly intent: DeclaredIntent } | { readonly refusal: Refusal } {
  const open = openIds(intents)
  if (id === null) return { refusal: noIntent(open) }
  const intent = intents.find((one) => one.id === id)
  if (intent === undefined) return { refusal: unknownIntent(id, open) }
  return intent.status === 'IN_PROGRESS' ? { intent } : { refusal: inactiveIntent(intent, open) }
}

/** Why these paths may not be written for the intent that was selected; null = they may. */
export async function refuseWrite(
  paths: readonly string[],
  selected: string | null,
  scopes: Scopes,
): Promise<Refusal | null> {
  const ledger = paths.find(isLedgerPath)
  if (ledger !== undefined) return ledgerFile(ledger)
  // What the sidecar holds is judged by rules of its own, and an intent has to be declared before it can be selected.
  const governed = paths.filter((path) => !needsNoTrace(path))
  if (governed.length === 0) return null
  const active = activeIntent(selected, scopes)
  if ('refusal' in active) return await withOwners(active.refusal, selected, governed, scopes)
  for (const path of governed) {
    if (await mayWrite(active.intent, path, scopes)) continue
    return outOfScope(active.intent.id, path, await ownersOf(path, scopes))
  }
  return null
}

async function mayWrite(intent: DeclaredIntent, path: string, scopes: Scopes): Promise<boolean> {
  return path === AGENT_PATH || (await scopes.isOwned(intent, path)) || (await scopes.isUngoverned(path))
}

/** Ids of the intents in progress that own a path. */
export async function ownersOf(path: string, scopes: Scopes): Promise<string[]> {
  const owners: string[] = []
  for (const intent of scopes.intents) {
    if (intent.status === 'IN_PROGRESS' && (await scopes.isOwned(intent, path))) owners.push(intent.id)
  }
  return owners
}

// Whoever is about to write is told the intents that own the file first.
async function withOwners(
  refusal: Refusal,
  selected: string | null,
  [path]: readonly string[],
  scopes: Scopes,
): Promise<Refusal> {
  if (selected !== null || path === undefined) return refusal
  const owners = await ownersOf(path, scopes)
  return noIntent(owners.length > 0 ? owners : openIds(scopes.intents))
}

function openIds(intents: readonly DeclaredIntent[]): string[] {
  return intents.filter(({ status }) => status === 'IN_PROGRESS').map(({ id }) => id)
}
