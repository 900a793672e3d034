import { matchGlobs } from './glob.ts'
import type { Intent } from './intent.ts'

export interface Overlap {
  readonly intent: Intent
  /** One path that both own. */
  readonly path: string
}

/**
 * The intents in progress whose scope meets `scope`, each with a path that both own: a known one, or one that its globs stand
 * for. Two globs may meet where neither finds one: silence is no proof.
 */
export function overlapping(
  scope: readonly string[],
  intents: Iterable<Intent>,
  known: readonly string[],
): Overlap[] {
  const mine = [...known, ...scope.flatMap(exampleOf)].filter((path) => matchGlobs(scope, path))
  return Array.from(intents).flatMap((intent) => {
    if (intent.status !== 'IN_PROGRESS') return []
    const theirs = intent.owned_scope.flatMap(exampleOf).filter((path) => matchGlobs(scope, path))
    const path = [...mine, ...theirs].find((one) => matchGlobs(intent.owned_scope, one))
    return path === undefined ? [] : [{ intent, path }]
  })
}

/** A path that a plain glob matches: `src/**` → `src/any`. */
function exampleOf(glob: string): string[] {
  return glob.startsWith('!') ? [] : [glob.replace(/\*+/g, 'any').replaceAll('?', 'x')]
}
