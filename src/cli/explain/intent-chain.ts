import type { Intent, Intents } from '../../core/intent.ts'
import { intentChain } from '../../core/intent-chain.ts'
import { visible } from '../../report/escape.ts'

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
