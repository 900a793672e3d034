import type { Intent, Intents } from '../../core/intent.ts'
import { visible } from '../../report/escape.ts'

/** The intent, the one it serves, and so on up to the purpose of the whole. Ends where a parent is unknown or repeats. */
export function intentChain(id: string, intents: Intents): Intent[] {
  const chain: Intent[] = []
  for (let next = intents.get(id); next !== undefined && !chain.includes(next); ) {
    chain.push(next)
    next = next.parent === undefined ? undefined : intents.get(next.parent)
  }
  return chain
}

/** One line per intent, each parent below the intent that serves it. */
export function describeIntentChain(id: string, intents: Intents): string[] {
  const chain = intentChain(id, intents)
  if (chain.length === 0) return [`${visible(id)}, which is no longer declared`]
  const missing = unknownParent(chain, intents)
  return [
    ...chain.map(describeIntent),
    ...(missing === null ? [] : [`for ${visible(missing)}, which is not declared`]),
  ]
}

function describeIntent(intent: Intent, depth: number): string {
  const level = intent.level === undefined ? '' : `, level ${intent.level}`
  return `${depth === 0 ? '' : 'for '}${intent.id} "${visible(intent.name)}" (${intent.status}${level})`
}

function unknownParent(chain: readonly Intent[], intents: Intents): string | null {
  const parent = chain.at(-1)?.parent
  return parent === undefined || intents.has(parent) ? null : parent
}
