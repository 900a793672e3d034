import type { Intent, Intents } from './intent.ts'

/** The intent, the one it serves, and so on up to the purpose of the whole. Ends where a parent is unknown or repeats. */
export function intentChain(id: string, intents: Intents): Intent[] {
  const chain: Intent[] = []
  for (let next = intents.get(id); next !== undefined && !chain.includes(next); ) {
    chain.push(next)
    next = next.parent === undefined ? undefined : intents.get(next.parent)
  }
  return chain
}
