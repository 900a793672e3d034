import type { Need } from '../core/evidence.ts'
import { withWayOn } from '../core/remedy.ts'
import { defineRule, type Facts } from '../core/rule.ts'
import { newCollisions, spellingProblem } from '../core/unsafe-path.ts'

export const unsafePath = defineRule({
  id: 'unsafe-path',
  summary: 'No added path has a name that people or file systems take for another.',
  severity: 'error',

  *needs(facts): Iterable<Need> {
    if (addedPaths(facts).length > 0) yield { kind: 'names' }
  },

  *check(facts) {
    const added = addedPaths(facts)
    const remedy = withWayOn('give it another name', facts.snapshot.operation)
    for (const path of added) {
      const problem = spellingProblem(path)
      if (problem !== null) yield { path, message: problem, remedy }
    }
    for (const collision of newCollisions(added, namesOf(facts, added))) {
      const message = `some file systems cannot tell it from ${collision.with}, which is there too`
      yield { path: collision.path, message, remedy }
    }
  },
})

function namesOf({ evidence: { loaded } }: Facts, added: readonly string[]): readonly string[] {
  if (added.length === 0) return []
  // Going on without them would find no collision, ever.
  if (loaded.names === null) throw new Error('unsafe-path is checked before the names are loaded')
  return loaded.names
}

function addedPaths({ snapshot }: Facts): string[] {
  return snapshot.changes
    .filter(({ before, after }) => before === null && after !== null)
    .map(({ path }) => path)
}
